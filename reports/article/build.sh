#!/bin/sh
# Builds the example article from stored records alone; no study is run.
#
#     reports/article/build.sh [RECORDS [OUT]]
#
# RECORDS: a folder that a study wrote (default: the archive of the results). OUT: where figures, tables, numbers and article.pdf go
# (default: reports/article/out). GJK may name the program; without it the one of this checkout is run. It needs pdflatex with booktabs
# (Debian: texlive-latex-recommended).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
records=${1:-$here/../../docs/results/2026-11-25}
out=${2:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
gjk() { if test -n "${GJK:-}"; then "$GJK" "$@"; else cargo run --quiet --release --manifest-path "$here/../../Cargo.toml" -- "$@"; fi; }

# All tables and the numbers; then three figures, of the variants that the article is about.
gjk report "$records" --out "$out" > "$out/summary.txt"
shown="--variant certified --variant ericson --variant signed-volumes --variant johnson --variant least-squares --variant nesterov
    --variant johnson-gilbert-foo --variant ericson-gilbert-foo --variant muratori --variant linahan-unrolled"
gjk report "$records" --figure profile --width 85mm --format pdf --bare --scalar f64 $shown --out "$out"
gjk report "$records" --figure rulings --width 178mm --format pdf --bare --scalar f64 $shown --out "$out"
gjk report "$records" --figure failure-knob --family needle --family parallel-edges --family scale --width 178mm --format pdf --bare --scalar f64 $shown --out "$out"

# The article, with the places of its own table filled.
cp "$here/article.tex" "$out/article.tex"
gjk report "$records" --docs "$out/article.tex"
cd "$out"
pdflatex -interaction=nonstopmode -halt-on-error article.tex > article.out || { tail -n 30 article.out; exit 1; }
pdflatex -interaction=nonstopmode -halt-on-error article.tex > article.out
echo "$out/article.pdf"
