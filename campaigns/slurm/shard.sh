#!/usr/bin/env bash
#SBATCH --job-name=gjk-shard
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:INT@120
# One shard of a campaign: a task of the array job that submit.sh submits. submit.sh sets GJK, OUT and SHARDS; the arguments are
# those of `gjk study`.
#
# Slurm runs a task at least once: after a node fails the task runs again, perhaps while the old process is still running. So it
# waits for the old process, continues from its state, and does nothing if the shard is finished.
set -uo pipefail
shard=$SLURM_ARRAY_TASK_ID
folder=$OUT/shard-$shard
mkdir -p "$folder"
exec 9>"$OUT/.shard-$shard.lock"
flock 9
if head -n 1 "$folder/journal.jsonl" 2>/dev/null | grep -q '"finished":true}$'; then
    echo "shard $shard/$SHARDS is finished already"
    exit 0
fi

"$GJK" study --shard "$shard/$SHARDS" --threads "${SLURM_CPUS_PER_TASK:-1}" --out "$folder" "$@" 9>&- &
program=$!
# Two minutes before the time limit: running units are finished, and the remaining ones are done after a requeue.
trap 'kill -INT $program' INT TERM
wait $program
status=$?
while kill -0 $program 2>/dev/null; do
    wait $program
    status=$?
done
# 130: interrupted. Any other status above 128: killed, perhaps for lack of memory, so the number of requeues is limited.
if [ $status -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
    scontrol requeue "$SLURM_JOB_ID" && exit 0
fi
exit $status
