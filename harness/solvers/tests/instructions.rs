//! Every answer is the same to the bit with the vector instructions of the processor and without.
//!
//! This is a test program of its own, since the switch is one of the whole process. On a processor with no more than its target
//! promises, these tests compare a thing with itself.

use std::fmt::Write;
use std::sync::{Mutex, MutexGuard};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Role, families};
use gjk_solvers::{Hulls, Roster, SolverSpace, replies};
use gjk_variants::{Answer, Instructions, Register, Scalar, Solid, Start, Variant, fast, roster};
use rayon::prelude::*;

const ROUNDED: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

/// One test at a time may turn the switch.
static SWITCH: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    SWITCH.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs this with the switch on and off.
fn both<T>(mut run: impl FnMut() -> T) -> [T; 2] {
    [true, false].map(|held| {
        Instructions::hold_to_baseline(held);
        run()
    })
}

#[test]
fn the_switch_is_seen_by_scans_and_queries() {
    let _turn = turn();
    let chosen = || (Instructions::widest(), fast::Avx2::chosen::<Solid<f64>>().is_some());
    let [held, free] = both(chosen);
    assert_eq!(held, (Instructions::Portable, false));
    #[cfg(target_arch = "x86_64")]
    assert_eq!((free.0 >= Instructions::Sse2, free.1), (true, is_x86_feature_detected!("avx2")));
    assert!(free >= held);
}

#[test]
fn every_variant_replies_the_same_to_every_family() {
    let _turn = turn();
    let roster = Roster::builtin();
    let variants: Vec<_> = roster.entries().iter().collect();
    for family in families() {
        for arithmetic in ROUNDED {
            // The texts of two different numbers differ, and so do those of the two zeros.
            let [held, free] = both(|| -> Vec<Vec<String>> {
                let texts =
                    |index| replies(&family.case(7, arithmetic, index), arithmetic, &variants).iter().map(text).collect();
                (0..200).into_par_iter().map(texts).collect()
            });
            for (index, (held, free)) in held.iter().zip(&free).enumerate() {
                for ((variant, held), free) in variants.iter().zip(held).zip(free) {
                    assert_eq!(held, free, "{variant} in {arithmetic} on {}:7:{index}", family.name());
                }
            }
            let answers = held.iter().flatten().filter(|reply| *reply != "None").count();
            let least = if family.role() == Role::Cast { 1 } else { 10 };
            assert!(answers >= 200 * least, "{} in {arithmetic}: {answers}", family.name());
        }
    }
}

fn text(thing: impl std::fmt::Debug) -> String {
    format!("{thing:?}")
}

/// Bodies whose hulls are scanned in portable instructions, and the same bodies in the widest instructions.
struct Queries<S: SolverSpace> {
    arithmetic: Arithmetic,
    bodies: Vec<[Hulls<S>; 2]>,
    variants: usize,
}

impl<S: SolverSpace> Queries<S> {
    fn about(cases: &[Case], arithmetic: Arithmetic) -> Self {
        let [held, free] = both(|| cases.iter().map(|case| Hulls::of(case).expect("hulls")).collect::<Vec<_>>());
        let bodies = held.into_iter().zip(free).map(|(held, free)| [held, free]).collect();
        Queries { arithmetic, bodies, variants: 0 }
    }
}

impl<S: SolverSpace> Register<S> for Queries<S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        let mut place = 0;
        let [held, free] = both(|| {
            let mut answers = String::new();
            for hulls in self.bodies.iter().map(|both| &both[place]) {
                let outcome = fast::solve(&variant, &hulls.a, &hulls.b, &Start::Default, &mut ());
                let (stop, iterations) = (outcome.stop, outcome.iterations);
                let evidence = outcome.answer.map(Answer::evidence);
                // Writing to a string cannot fail.
                let _ = writeln!(answers, "{stop:?} {iterations} {evidence:?}");
            }
            place += 1;
            answers
        });
        for (index, (held, free)) in held.lines().zip(free.lines()).enumerate() {
            assert_eq!(held, free, "{} in {}, case {index}", variant.about().name, self.arithmetic);
        }
        assert_eq!(held.lines().count(), self.bodies.len());
        self.variants += 1;
    }
}

/// Every variant in space as a benchmark asks it, in the version for AVX2 and in the plain one.
///
/// A benchmark asks variants in the plane in the erased form, as the test above does.
fn every_query<T: Scalar + gjk_certified::Number>(arithmetic: Arithmetic)
where
    Solid<T>: SolverSpace<Scalar = T, Vector = nalgebra::SVector<T, 3>>,
{
    let all = families().into_iter().flat_map(|family| (0..40).map(move |index| family.case(8, arithmetic, index)));
    let cases: Vec<Case> = all.filter(|case| case.dimension == 3 && case.is_of_hulls()).collect();
    let mut solid = Queries::<Solid<T>>::about(&cases, arithmetic);
    assert!(solid.bodies.len() >= 500, "{}", solid.bodies.len());
    roster::in_space::<T>(&mut solid);
    roster::certified::<T, 3>(&mut solid);
    assert!(solid.variants > 10, "{}", solid.variants);
}

#[test]
fn every_query_in_avx2_answers_as_the_plain_one() {
    let _turn = turn();
    every_query::<f32>(Arithmetic::F32);
    every_query::<f64>(Arithmetic::F64);
}
