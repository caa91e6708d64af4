//! Processes whose threads compute while nothing is asked of them.
//!
//! A library may leave threads behind that spin for work. The threads of a pool spin for some milliseconds, and then sleep. Threads that spin for
//! ever take the cores from all other queries that are judged or timed. So a process that uses more than one core for more than [`TO_SPIN`] while no
//! case is asked is ended; the next case starts another process. The processes of one program count together, since they share the cores.
//!
//! A thread reads the processor time of each process every [`STEP`]. While a case is asked, the process may use all cores; in the rest of the time
//! it may use one core. Processor time beyond both was used while no case was asked. On a system that does not report the processor time of other
//! processes, no process is ended.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Time for which a process may spin.
const TO_SPIN: Duration = Duration::from_secs(2);
/// Time between two readings.
const STEP: Duration = Duration::from_millis(250);
/// Error of a processor time, which is counted in hundredths of a second.
const TICKS: Duration = Duration::from_millis(20);

/// A process that is watched.
pub(super) struct Meter {
    id: u32,
    begun: Instant,
    /// Locked while a case is asked: the process is not ended then.
    asked: Mutex<()>,
    /// Nanoseconds of the questions before the present one, and the time at which the present one began (0 if there is none).
    nanoseconds: AtomicU64,
    since: AtomicU64,
    /// Whether the process was ended because its threads spun.
    pub has_spun: AtomicBool,
}

impl Meter {
    /// Meter of the process of this number.
    pub fn new(id: u32) -> Meter {
        let [nanoseconds, since] = [0, 0].map(AtomicU64::new);
        Meter { id, begun: Instant::now(), asked: Mutex::new(()), nanoseconds, since, has_spun: AtomicBool::new(false) }
    }

    fn now(&self) -> u64 {
        // Never zero, which means that there is no question.
        u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX).max(1)
    }

    /// Begins a question, which is over when this is dropped.
    pub fn ask(&self) -> Asking<'_> {
        let lock = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.since.store(self.now(), Ordering::Relaxed);
        Asking { meter: self, _lock: lock }
    }

    /// Time of all questions so far.
    fn asked(&self) -> Duration {
        let (before, since) = (self.nanoseconds.load(Ordering::Relaxed), self.since.load(Ordering::Relaxed));
        Duration::from_nanos(before + if since == 0 { 0 } else { self.now().saturating_sub(since) })
    }
}

/// A question to a process.
pub(super) struct Asking<'a> {
    meter: &'a Meter,
    _lock: MutexGuard<'a, ()>,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let Meter { nanoseconds, since, .. } = self.meter;
        let length = self.meter.now().saturating_sub(since.swap(0, Ordering::Relaxed));
        nanoseconds.fetch_add(length, Ordering::Relaxed);
    }
}

/// Times of a process at one reading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Look {
    at: Duration,
    asked: Duration,
    used: Duration,
}

/// The last reading of a process.
#[derive(Default)]
struct Seen(Look);

impl Seen {
    /// Adds the next reading, and returns the time since the last one and the processor time that was used in it while no case
    /// was asked, at least.
    fn step(&mut self, look: Look, cores: u32) -> [Duration; 2] {
        let Look { at, asked, used } = std::mem::replace(&mut self.0, look);
        let [asked, used] = [look.asked.saturating_sub(asked), look.used.saturating_sub(used)];
        [look.at.saturating_sub(at), used.saturating_sub(asked * cores)]
    }
}

/// Time for which the processes of a program have spun.
#[derive(Default)]
struct Spins(Duration);

impl Spins {
    /// Adds one step of all processes: its time, and the processor time of each while no case was asked.
    ///
    /// Returns whether they have spun for too long. Several processes share the cores, so that each of them alone may have less
    /// than one.
    fn take(&mut self, wall: Duration, idle: &[Duration], to_spin: Duration) -> bool {
        let used: Duration = idle.iter().sum();
        let allowed = wall + TICKS * idle.len() as u32;
        self.0 = if used > allowed { self.0 + wall } else { Duration::ZERO };
        self.0 > to_spin
    }
}

/// Rule by which processes are watched.
#[derive(Clone, Copy)]
struct Rule {
    step: Duration,
    to_spin: Duration,
    /// Processor time that a process has used; `None` if the system does not report it.
    used: fn(u32) -> Option<Duration>,
}

/// The processes of a program that are watched.
#[derive(Clone, Default)]
pub(super) struct Watched(Arc<Mutex<Vec<Weak<Meter>>>>);

impl Watched {
    /// Watches one more process.
    pub fn add(&self, meter: &Arc<Meter>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(meter));
    }

    /// Begins the readings, which end when the last other handle of this list is dropped; `tell` is called for each process
    /// that was ended.
    pub fn begin(&self, tell: impl Fn(f64) + Send + 'static) {
        self.begin_by(Rule { step: STEP, to_spin: TO_SPIN, used: processor_time }, tell);
    }

    fn begin_by(&self, rule: Rule, tell: impl Fn(f64) + Send + 'static) {
        let (all, cores) =
            (Arc::downgrade(&self.0), std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32));
        std::thread::spawn(move || {
            let mut seen: Vec<(Weak<Meter>, Seen)> = Vec::new();
            let mut spins = Spins::default();
            loop {
                std::thread::sleep(rule.step);
                let Some(all) = all.upgrade() else { return };
                let present = all.lock().unwrap_or_else(PoisonError::into_inner).clone();
                drop(all);
                seen.retain(|(meter, _)| meter.strong_count() > 0);
                for meter in present {
                    if seen.iter().all(|(known, _)| !known.ptr_eq(&meter)) {
                        seen.push((meter, Seen::default()));
                    }
                }
                let step = |(meter, seen): &mut (Weak<Meter>, Seen)| {
                    let meter = meter.upgrade().filter(|meter| !meter.has_spun.load(Ordering::Relaxed))?;
                    let look = Look { at: meter.begun.elapsed(), asked: meter.asked(), used: (rule.used)(meter.id)? };
                    Some((meter, seen.step(look, cores)))
                };
                let steps: Vec<(Arc<Meter>, [Duration; 2])> = seen.iter_mut().filter_map(step).collect();
                let wall = steps.iter().map(|(_, [wall, _])| *wall).max().unwrap_or_default();
                let idle: Vec<Duration> = steps.iter().map(|(_, [_, idle])| *idle).collect();
                if !spins.take(wall, &idle, rule.to_spin) {
                    continue;
                }
                tell(idle.iter().sum::<Duration>().as_secs_f64() / wall.as_secs_f64());
                for (meter, [wall, idle]) in &steps {
                    // Not while a case is asked: a later step ends the process.
                    if *idle * 10 > *wall
                        && let Ok(_not_asked) = meter.asked.try_lock()
                    {
                        meter.has_spun.store(true, Ordering::Relaxed);
                        super::group::kill_group(meter.id);
                    }
                }
            }
        });
    }
}

/// Processor time that a process has used, its threads included; `None` if the system does not report it.
fn processor_time(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name may have spaces and parentheses in it. After it, the state is the third field; user and system time are the 14th
    // and 15th.
    let (_, fields) = text.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(|field| field.parse::<u64>().ok());
    let ticks = times.next()?? + times.next()??;
    // One hundred per second on every system that Linux runs on.
    Some(Duration::from_millis(10 * ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// The number of steps after which processes are ended if each uses this many cores while it is asked for this share of the
    /// time.
    ///
    /// `None` if they last ten seconds.
    fn steps(processes: usize, cores_used: f64, asked: f64) -> Option<usize> {
        let mut seen: Vec<Seen> = (0..processes).map(|_| Seen::default()).collect();
        let mut spins = Spins::default();
        let look = |number: u32| {
            let at = STEP * number;
            Look { at, asked: at.mul_f64(asked), used: at.mul_f64(cores_used) }
        };
        (1..40)
            .position(|number| {
                let idle: Vec<Duration> = seen.iter_mut().map(|seen| seen.step(look(number), 4)[1]).collect();
                spins.take(STEP, &idle, TO_SPIN)
            })
            .map(|place| place + 1)
    }

    #[test]
    fn more_than_one_core_for_more_than_two_seconds_is_too_long() {
        assert_eq!([steps(1, 2.0, 0.0), steps(1, 4.0, 0.0), steps(1, 1.2, 0.0)], [Some(9); 3]);
        // One thread that keeps computing uses one core, and is left alone.
        assert_eq!([steps(1, 1.0, 0.0), steps(1, 0.0, 0.0), steps(0, 0.0, 0.0)], [None; 3]);
        // A process may use any number of cores while it is asked: four cores for half of the time. Use beyond that is not
        // allowed.
        assert_eq!([steps(1, 2.0, 0.5), steps(1, 2.5, 0.5), steps(1, 4.0, 1.0)], [None; 3]);
        assert_eq!(steps(1, 3.5, 0.5), Some(9));
    }

    #[test]
    fn processes_that_share_the_cores_count_together() {
        // Four processes on two cores have half a core each.
        assert_eq!([steps(4, 0.5, 0.0), steps(8, 0.25, 0.0)], [Some(9); 2]);
        assert_eq!([steps(4, 0.25, 0.0), steps(4, 0.1, 0.0)], [None; 2]);
    }

    #[test]
    fn a_pool_that_spins_for_a_while_after_each_question_is_honest() {
        let mut spins = Spins::default();
        // Half a second in four threads, once in two seconds.
        for number in 0..80 {
            let used = if number % 8 < 2 { STEP * 4 } else { Duration::ZERO };
            assert!(!spins.take(STEP, &[used], TO_SPIN), "{number}");
        }
    }

    #[test]
    fn the_time_of_a_question_counts_during_it_and_after_its_end() {
        let meter = Meter::new(1);
        assert_eq!(meter.asked(), Duration::ZERO);
        let question = meter.ask();
        std::thread::sleep(millis(3));
        assert!(meter.asked() >= millis(3) && meter.asked.try_lock().is_err());
        drop(question);
        let asked = meter.asked();
        std::thread::sleep(millis(3));
        assert!(meter.asked() == asked && asked >= millis(3) && meter.asked.try_lock().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_spins_is_ended_while_it_is_not_asked_and_reported_once() {
        use std::os::unix::process::CommandExt;
        static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        std::sync::LazyLock::force(&BEGUN);
        // Three cores for ever.
        let rule = Rule { step: millis(50), to_spin: millis(120), used: |_| Some(BEGUN.elapsed() * 3) };
        let mut child = std::process::Command::new("sleep").arg("600").process_group(0).spawn().expect("a process");
        let (watched, meter) = (Watched::default(), Arc::new(Meter::new(child.id())));
        watched.add(&meter);
        let (tell, told) = std::sync::mpsc::channel();
        let question = meter.ask();
        watched.begin_by(rule, move |cores| tell.send(cores).expect("somebody listens"));
        std::thread::sleep(millis(400));
        assert!(child.try_wait().expect("it can be asked").is_none(), "it is asked");
        drop(question);
        assert!(!child.wait().expect("it ends").success());
        assert!(told.recv().is_ok_and(|cores| cores > 1.0) && meter.has_spun.load(Ordering::Relaxed));
        // The thread ends when the watched processes are dropped.
        drop(watched);
        assert!(told.recv().is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_is_that_of_all_threads() {
        let before = processor_time(std::process::id()).expect("this one");
        let begin = Instant::now();
        while processor_time(std::process::id()).expect("this one") < before + millis(50) {
            assert!(begin.elapsed() < Duration::from_secs(60));
            std::hint::black_box((0..100_000_u64).sum::<u64>());
        }
        assert_eq!(processor_time(0), None);
    }
}
