#!/bin/sh
# Proves the truth of the cases of a file, and checks each proof twice:  harness/proved/verify.sh CASES.jsonl
# gjk writes the proofs; the proved checker decides whether each claim is true of the bodies of its line, validate.py whether these are the bodies of the
# file. Exits with 0 if all hold; the proofs stay in target/proved/proofs.jsonl.
set -eu
test $# = 1 || { echo "verify.sh CASES.jsonl" >&2; exit 2; }
if ! ocamlfind query zarith > /dev/null 2>&1; then
    echo "verify.sh: OCaml with Zarith is needed (Debian: apt install ocaml ocaml-findlib libzarith-ocaml-dev)" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
proofs=$here/../../target/proved/proofs.jsonl
"$here/build.sh"
# An exit status of 1 means that an expectation of the file is not met, which does not concern the proofs.
cargo run --quiet --release --manifest-path "$here/../../Cargo.toml" -- check "$1" --variant linahan-true-region --proofs "$proofs" > /dev/null || test $? = 1
echo "the proved checker: is each claim true of the bodies of its line?"
"$here/../../target/proved/check" "$proofs"
echo "validate.py: the same, and are these the bodies of the file?"
python3 "$here/../validate.py" "$proofs" "$1"
