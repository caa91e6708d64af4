#!/usr/bin/env bash
# Submits a campaign: an array job of shards, and a job that merges the shards when all are finished.
#
#     campaigns/slurm/submit.sh SHARDS FOLDER [ARGUMENTS OF gjk study…]
#
# FOLDER and the program (target/release/gjk, unless GJK names another) must be on a file system that all nodes see.
# SBATCH_SHARD may contain further options of sbatch for each shard (time, memory, partition).
set -euo pipefail
if [ $# -lt 2 ]; then
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
export GJK=${GJK:-$here/../../target/release/gjk}
export SHARDS=$1
mkdir -p "$2"
OUT=$(cd "$2" && pwd)
export OUT
shift 2
[ -x "$GJK" ] || { echo "error: $GJK is not there: build it with cargo build --release, or name it in GJK" >&2; exit 2; }
# shellcheck disable=SC2086
array=$(sbatch --parsable --export=ALL --array="1-$SHARDS" --output="$OUT/shard-%a.log" ${SBATCH_SHARD:-} "$here/shard.sh" "$@")
merge=$(sbatch --parsable --export=ALL --dependency="afterok:$array" --output="$OUT/merge.log" "$here/merge.sh")
echo "shards: job $array; merge: job $merge; the result will be in $OUT/merged"
