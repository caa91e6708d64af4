#!/bin/sh
# Checks the proofs:  prove.sh [FOLDER]  (default: target/proved/coq). It requires Coq 8.16 and its standard library (Debian: coq libcoq-stdlib).
# Exits with 0 if Coq accepts each file, the theorem of Statement.v rests only on the two axioms of Coq's real numbers, Coq extracts the same checker.ml,
# and coqchk, an independent checker, accepts all of it.
set -eu
from=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$from/../../target/proved/coq}
rm -rf "$folder"
mkdir -p "$folder"
cp "$from"/*.v "$folder"
cd "$folder"
for file in Words Convex Covering Claims Checker Sound Scaling Numbers Halfspace Cast Certify Sane Extract; do coqc -Q . "" $file.v; done
coqc -Q . "" Statement.v > printed
sed -n 's/^\([^ ][^ ]*\).*/\1/p' printed | sort -u > axioms
printf '%s\n' Axioms: ClassicalDedekindReals.sig_forall_dec FunctionalExtensionality.functional_extensionality_dep > expected
cmp axioms expected || { echo "the theorem rests on other axioms:"; cat printed; exit 1; }
for file in checker.ml checker.mli; do
    cmp $file "$from/$file" || { echo "Coq writes another $file: $PWD/$file"; exit 1; }
done
coqchk -silent -o -Q . "" Statement > checked 2>&1
cat checked
# The axioms of all loaded libraries; the theorem uses two of them.
sed -n 's/^    \(Coq\.\)\{0,1\}\([^ <]*\)$/\2/p' checked | sort > axioms
printf '%s\n' Logic.Classical_Prop.classic Logic.FunctionalExtensionality.functional_extensionality_dep Reals.ClassicalDedekindReals.sig_forall_dec Reals.ClassicalDedekindReals.sig_not_dec > expected
cmp axioms expected || { echo "there are other axioms"; exit 1; }
