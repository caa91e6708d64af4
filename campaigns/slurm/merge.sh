#!/usr/bin/env bash
#SBATCH --job-name=gjk-merge
#SBATCH --requeue
# The last job of a campaign: it merges the shards, and starts the merge from the beginning if it is run again.
set -euo pipefail
folders=()
for shard in $(seq "$SHARDS"); do
    folders+=("$OUT/shard-$shard")
done
exec "$GJK" merge "${folders[@]}" --out "$OUT/merged"
