#!/bin/sh
# Checks the proofs:  prove.sh [FOLDER]  (default: target/proved/coq). It asks for Coq 8.16 and its standard library (Debian: coq libcoq-stdlib).
# Exit 0 if Coq accepts each file, its independent checker too, the theorem rests on the two axioms of Coq's real numbers alone, and
# checker.ml is what Coq writes.
set -eu
from=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$from/../../target/proved/coq}
mkdir -p "$folder"
cp "$from"/*.v "$folder"
cd "$folder"
for file in Words Convex Covering Claims Checker Sound Scaling Halfspace Certify Sane Extract; do coqc -Q . "" $file.v; done > printed
cat > expected <<'END'
Axioms:
ClassicalDedekindReals.sig_forall_dec
FunctionalExtensionality.functional_extensionality_dep
END
sed -n 's/^\([^ ][^ ]*\).*/\1/p' printed > axioms
cmp axioms expected || { echo "the theorem rests on other axioms:"; cat printed; exit 1; }
for file in checker.ml checker.mli; do
    cmp $file "$from/$file" || { echo "Coq writes another $file: $PWD/$file"; exit 1; }
done
coqchk -silent -o -Q . "" Certify Sane
