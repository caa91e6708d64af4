#!/usr/bin/env bash
# A campaign on a real Slurm, all on this machine: two virtual nodes, eight tasks, and one of the nodes killed while they run. The
# result must equal that of one process to the byte. Needs root and Debian's slurmctld, slurmd, slurm-client, munge.
#
#     campaigns/slurm/test.sh [GJK]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export GJK=${1:-$here/../../target/release/gjk}
for program in slurmctld slurmd sbatch munged unshare; do
    command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: virtual nodes need root"; exit 0; }
[ -x "$GJK" ] || { echo "error: $GJK is not there: cargo build --release" >&2; exit 2; }
study=(--cases "${CASES:-300}" --scalar f32 --scalar f64 --part answers,loops,census --seed 5)

D=$(mktemp -d /tmp/slurm-XXXX)
mkdir -p "$D"/{state,spool.n1,spool.n2,sock,out} && mkdir -m 0700 "$D/munge" && chmod 0755 "$D" "$D/sock"
head -c 128 /dev/urandom > "$D/munge/key" && chmod 0400 "$D/munge/key"
cat > "$D/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$D/sock/s,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool.%n
SlurmctldPidFile=$D/ctld.pid
SlurmdPidFile=$D/slurmd.%n.pid
SlurmctldLogFile=$D/ctld.log
SlurmdLogFile=$D/slurmd.%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$D/jobcomp.txt
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
MailProg=/bin/true
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=5
MessageTimeout=2
TCPTimeout=2
InactiveLimit=0
KillWait=1
MinJobAge=3600
JobRequeue=1
MaxArraySize=10001
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17001 CPUs=2 Boards=1 SocketsPerBoard=1 CoresPerSocket=2 ThreadsPerCore=1 RealMemory=1000
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17002 CPUs=2 Boards=1 SocketsPerBoard=1 CoresPerSocket=2 ThreadsPerCore=1 RealMemory=1000
PartitionName=main Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$D/slurm.conf
pids=()
stop() {
    kill "${pids[@]}" 2>/dev/null || true
    sleep 2
    kill -9 "${pids[@]}" 2>/dev/null || true
    if [ -n "${KEEP:-}" ]; then echo "kept: $D"; else rm -rf "$D"; fi
}
trap stop EXIT
node() {
    unshare --pid --fork --mount-proc --kill-child slurmd -D -N "$1" -f "$SLURM_CONF" >>"$D/$1.log" 2>&1 &
    pids+=($!)
}
munged --force --foreground --key-file="$D/munge/key" --socket="$D/sock/s" --pid-file="$D/munge/pid" \
    --log-file="$D/munge/log" --seed-file="$D/munge/seed" >/dev/null 2>&1 &
pids+=($!)
sleep 1
slurmctld -D -c -f "$SLURM_CONF" >"$D/ctld.out" 2>&1 &
pids+=($!)
node n1
n1=${pids[-1]}
node n2
for _ in $(seq 60); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break
    sleep 0.5
done

begin=$SECONDS
echo "one process:"
"$GJK" study "${study[@]}" --out "$D/one" >/dev/null 2>"$D/one.log" || { cat "$D/one.log"; exit 1; }
echo "  $((SECONDS - begin)) s"
begin=$SECONDS
"$here/submit.sh" 8 "$D/out" "${study[@]}"
# Waits until units are finished on the first node, with further work left.
for _ in $(seq 100); do
    running=$(squeue -h -t running -w n1 -o %i 2>/dev/null | wc -l)
    [ "$running" -gt 0 ] && cat "$D"/out/shard-*/journal.jsonl 2>/dev/null | grep -qc '"unit"' && break
    sleep 0.2
done
echo "killing node n1 with these tasks on it: $(squeue -h -t running -w n1 -o %i | tr '\n' ' ')"
kill -9 "$n1"
for _ in $(seq 600); do
    head -n 1 "$D/out/merged/journal.jsonl" 2>/dev/null | grep -q '"finished":true}$' && break
    sleep 0.5
done
echo "campaign with a dead node: $((SECONDS - begin)) s"
grep -l "continuing" "$D"/out/shard-*.log | sed 's/.*\(shard-[0-9]*\).*/\1 went on where it was/' || true
grep -h "JobId" "$D/jobcomp.txt" | grep -o "JobState=[A-Z_]*" | sort | uniq -c
diff -r --exclude=.lock "$D/one" "$D/out/merged" && echo "equal to the byte: $(find "$D/one" -type f | wc -l) files"
