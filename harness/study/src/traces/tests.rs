use gjk_truth::answer::Answered;
use gjk_truth::answer::{Numbers, Says, Values};
use gjk_variants::{CAPACITY, Pairs, Separation, Solid, Stop};

use super::*;

type Here = Solid<f64>;

fn query(start: Start<Here>, ruling: Ruling, iterations: usize, supports: usize) -> Query<Here> {
    let answer = Answered::of_bodies(Says::Apart, Vec::new(), Numbers::Rounded(Values::none()));
    let answer = (ruling != Ruling::GaveUp).then_some(answer);
    Query {
        start,
        reply: Reply { stop: Some(Stop::Converged), iterations, supports, answer, held: None, held_units: None, refused: None },
        ruling,
    }
}

#[test]
fn a_frame_is_shared_if_its_answers_from_all_starts_are_right() {
    let right = query(Start::Default, Ruling::Right, 1, 1);
    assert!(are_right([&right; 3]));
    for ruling in Ruling::ALL.into_iter().filter(|ruling| *ruling != Ruling::Right) {
        let other = query(Start::Default, ruling, 1, 1);
        for place in 0..3 {
            let mut queries = [&right; 3];
            queries[place] = &other;
            assert!(!are_right(queries), "{ruling:?} from start {place}");
        }
    }
}

#[test]
fn costs_are_means_over_shared_frames_and_rulings_are_of_all() {
    let mut tallies: [TraceTally; 3] = Default::default();
    let vertices = Start::Vertices(Pairs::new([(0, 0)]));
    let frames = [
        (Ruling::Right, [(5, 6), (3, 4), (1, 2)]),
        // Right from two starts, and cheap: not part of a mean.
        (Ruling::Inaccurate, [(1, 1), (1, 1), (100, 100)]),
        (Ruling::Contact, [(1, 1), (1, 1), (100, 100)]),
        (Ruling::Right, [(9, 10), (4, 5), (2, 7)]),
    ];
    for (last, costs) in frames {
        let [cold, direction, warm] = costs;
        let queries = [
            query(Start::Default, Ruling::Right, cold.0, cold.1),
            query(Start::Default, Ruling::Right, direction.0, direction.1),
            query(vertices.clone(), last, warm.0, warm.1),
        ];
        count(&mut tallies, queries.each_ref());
    }
    tallies.iter_mut().for_each(into_means);
    let means = tallies.each_ref().map(|tally| (tally.iterations, tally.supports));
    assert_eq!(means, [(Some(7.0), Some(8.0)), (Some(3.5), Some(4.5)), (Some(1.5), Some(4.5))]);
    assert_eq!(tallies.each_ref().map(|tally| (tally.frames, tally.shared)), [(4, 2); 3]);
    assert_eq!(tallies.each_ref().map(|tally| tally.warm), [0, 0, 4]);
    let rulings = |tally: &TraceTally| {
        [gjk_records::Column::Right, gjk_records::Column::Inaccurate, gjk_records::Column::Contact].map(|c| tally.rulings[c])
    };
    assert_eq!(tallies.each_ref().map(rulings), [[4, 0, 0], [4, 0, 0], [2, 1, 1]]);
}

#[test]
fn tallies_without_a_shared_frame_have_no_mean() {
    let mut tallies: [TraceTally; 3] = Default::default();
    let queries = [Ruling::Right, Ruling::Right, Ruling::Wrong].map(|ruling| query(Start::Default, ruling, 1, 1));
    count(&mut tallies, queries.each_ref());
    tallies.iter_mut().for_each(into_means);
    assert!(tallies.iter().all(|tally| (tally.shared, tally.iterations, tally.supports) == (0, None, None)));
}

#[test]
fn a_ratio_of_times_is_the_geometric_mean_of_those_of_frames() {
    let mut tally = TraceTally::default();
    // Quotients 1/2, 1/2 and 16; the time is the median.
    fill_in(&mut tally, &[1.0, 20.0, 48.0], &[2.0, 40.0, 3.0]);
    assert_eq!((tally.timed, tally.nanoseconds), (3, Some(20.0)));
    assert!(tally.time_ratio.is_some_and(|ratio| (ratio - 4_f64.cbrt()).abs() < 1e-12), "{tally:?}");
    fill_in(&mut tally, &[], &[]);
    assert_eq!((tally.timed, tally.nanoseconds, tally.time_ratio), (0, None, None));
}

#[test]
fn a_start_goes_along_the_last_axis_from_a_to_b_or_at_the_last_vertices() {
    use nalgebra::Vector3;
    let (v, simplex) = (Vector3::new(1.0, -2.0, 0.0), Pairs::new([(1, 2)]));
    let against = || Start::Direction(Vector3::new(-1.0, 2.0, 0.0));
    let at = || Start::Vertices(simplex);
    let (on_b, weights) = (Vector3::zeros(), [0.0; CAPACITY]);
    let separation = Separation { distance_squared: 5.0, nearest: v, on_a: v, on_b, simplex, weights, proved: None };
    // From a direction, from vertices.
    let table = [
        (None::<Evidence<Here>>, [Start::Default, Start::Default]),
        (Some(Evidence::Intersecting { simplex }), [Start::Default, at()]),
        (Some(Evidence::Disjoint { axis: v, face: None }), [against(), against()]),
        (Some(Evidence::Disjoint { axis: v, face: Some(simplex) }), [against(), against()]),
        (Some(Evidence::Apart(separation)), [against(), at()]),
    ];
    for (evidence, expected) in table {
        let found = [StartRule::Direction, StartRule::Vertices].map(|rule| rule.after(evidence.as_ref()));
        assert_eq!(found, expected, "{evidence:?}");
        assert_eq!(StartRule::Cold.after(evidence.as_ref()), Start::Default);
    }
}
