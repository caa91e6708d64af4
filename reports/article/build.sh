#!/bin/sh
# Builds the example article from stored records alone; no study is run.
#
#     reports/article/build.sh [RECORDS [OUT [OLD]]]
#
# RECORDS: a folder that a study wrote (default: the archive of the results). OUT: where figures, tables, numbers and article.pdf go
# (default: reports/article/out). OLD: the older study for the comparison (default: the campaign of 2026-11-22). The environment variable
# GJK may name the program; without it, the program of this checkout is run. The script needs pdflatex with booktabs (Debian:
# texlive-latex-recommended).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
results=$here/../../docs/results
records=${1:-$results/2026-11-25}
out=${2:-$here/out}
old=${3:-$results/2026-11-22-campaign}
mkdir -p "$out/compare"
out=$(cd "$out" && pwd)
gjk() { if test -n "${GJK:-}"; then "$GJK" "$@"; else cargo run --quiet --release --manifest-path "$here/../../Cargo.toml" -- "$@"; fi; }

# The study of four variants: its tables and numbers, ranked among these four, and its figures.
shown="--variant certified --variant ericson --variant johnson --variant johnson-gilbert-foo"
gjk report "$records" --scalar f64 $shown --out "$out" > "$out/summary.txt"
gjk report "$records" --figure profile --figure rulings --width 85mm --format pdf --bare --scalar f64 $shown --out "$out"
# The comparison with an older study.
gjk compare "$old" "$records" --scalar f64 --width 85mm --out "$out/compare" > "$out/compare.txt"

# The article, with the places of its own table filled.
cp "$here/article.tex" "$out/article.tex"
gjk report "$records" --scalar f64 $shown --docs "$out/article.tex"
cd "$out"
pdflatex -interaction=nonstopmode -halt-on-error article.tex > article.out || { tail -n 30 article.out; exit 1; }
pdflatex -interaction=nonstopmode -halt-on-error article.tex > article.out
if grep -E 'Overfull|Warning' article.out; then
    echo "LaTeX warns: $out/article.out"
    exit 1
fi
echo "$out/article.pdf"
