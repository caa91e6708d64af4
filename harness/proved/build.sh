#!/bin/sh
# Builds the checker of proofs from the extracted files, with OCaml only:  build.sh [FOLDER]  leaves FOLDER/check (default: target/proved/check).
# It requires ocamlfind and Zarith (Debian: ocaml ocaml-findlib libzarith-ocaml-dev).
set -eu
from=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$from/../../target/proved}
mkdir -p "$folder/ocaml"
cp "$from"/*.ml "$from"/*.mli "$folder/ocaml"
cd "$folder/ocaml"
ocamlfind ocamlopt -package zarith -linkpkg -w -a checker.mli checker.ml reader.ml evidence.ml check.ml -o ../check
