//! Cases, their truth and their judgements are those of the default mode of arithmetic, whatever the mode of the thread.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::families;
use gjk_cases::format::write;
use gjk_mode::Mode;
use gjk_truth::answer::Says;
use gjk_truth::judge::{TOLERANCE, judge};
use gjk_truth::truth::Truth;

use crate::answers::{in_floats, of_distance};

/// All the data about the first cases of every family except those of the contest, which are similar.
fn all() -> Vec<String> {
    let mut said = Vec::new();
    for family in families() {
        for (index, arithmetic) in [(0, Arithmetic::F64), (1, Arithmetic::F64), (2, Arithmetic::F32)] {
            let case = family.case(3, arithmetic, index);
            let truth = Truth::of(&case);
            let found = [(Says::Intersecting, 0.0), (Says::Apart, 1e-3), (Says::Apart, 1e-310)].map(|(says, distance)| {
                let answer = in_floats(says, &[[0, 0]], of_distance(distance));
                judge(&case, &truth, Some(&answer), arithmetic, TOLERANCE)
            });
            // A mode that reads a subnormal number as zero prints it as zero.
            said.push(gjk_mode::ours(|| format!("{} {} {found:?}", write(&case), shown(&truth))));
        }
    }
    // A distance that other modes flush to zero or round.
    let subnormal = Case::of_points("subnormal", 3, vec![[0.0; 3]], vec![[1e-310, 0.0, 0.0]]);
    let truth = Truth::of(&subnormal);
    said.push(gjk_mode::ours(|| shown(&truth)));
    said
}

/// Numbers of a truth; the rest of its lattice is not compared.
fn shown(truth: &Truth) -> String {
    let exact = [truth.distance_squared(), truth.core_distance_squared(), truth.depth_squared()];
    format!("{:?} {exact:?} {:?} {:?}", truth.decided(), truth.size(), truth.gap())
}

#[test]
fn the_truth_does_not_depend_on_the_mode_of_the_thread() {
    let usual = all();
    for mode in [Mode::FLUSHING, Mode::UPWARD, Mode::DOWNWARD, Mode::TOWARD_ZERO] {
        mode.set();
        let (found, left) = (all(), Mode::of_this_thread());
        Mode::DEFAULT.set();
        assert_eq!(left, mode);
        for (found, usual) in found.iter().zip(&usual) {
            assert_eq!(found, usual, "{mode}");
        }
    }
}
