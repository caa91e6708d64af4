use super::*;

fn competitor(answers: Vec<JudgedReply>) -> Competitor<'static> {
    let task = |_: &[usize]| Task::new(0, || ());
    Competitor {
        name: "x",
        terms: Terms::Common,
        promise: Some(Promise::Distance),
        answers: Some(answers),
        is_asked: true,
        question: Question::Distance,
        most: usize::MAX,
        task: Box::new(task),
    }
}

#[test]
fn answers_count_as_right_only_if_their_ruling_is_right() {
    let one = competitor(Ruling::ALL.map(|ruling| JudgedReply { reply: None, ruling }).into());
    assert_eq!(one.right(), Some(Ruling::ALL.map(|ruling| ruling == Ruling::Right).into()));
    assert!(Ruling::ALL.into_iter().all(|ruling| one.count(ruling) == 1));
    assert_eq!(Competitor { answers: None, ..one }.right(), None);
}

#[test]
fn a_competitor_of_few_cases_gets_the_first_of_the_timed_ones() {
    let one = competitor(Vec::new());
    assert_eq!(one.timed(&[1, 3, 4, 9]), [1, 3, 4, 9]);
    let few = Competitor { most: 2, task: Box::new(|cases| Task::new(cases.len(), || ())), ..one };
    assert_eq!([few.timed(&[1, 3, 4, 9]), few.timed(&[7]), few.timed(&[])], [&[1, 3][..], &[7], &[]]);
    assert_eq!([few.task(&[1, 3, 4, 9]).queries, few.task(&[7]).queries], [2, 1], "and a time is divided by so many");
}

#[test]
fn costs_are_means_over_the_cases_asked_for() {
    let reply = |supports| Reply { supports, ..Reply::elsewhere(None) };
    let answer = |supports: Option<usize>| JudgedReply { reply: supports.map(reply), ruling: Ruling::Right };
    let one = competitor([Some(3), Some(100), Some(4), None].map(answer).into());
    let mean = |cases: &[usize]| one.mean(cases, |reply| reply.supports);
    assert_eq!([mean(&[0, 2]), mean(&[2]), mean(&[1, 2])], [Some(3.5), Some(4.0), Some(52.0)]);
    assert_eq!([mean(&[]), mean(&[0, 3])], [None, None], "no case, and one without a reply");
}

#[test]
fn the_bound_asks_for_the_support_points_of_the_variant_that_it_is_named_for() {
    let roster = Roster::builtin();
    for set in [0, 31].map(|place| crate::duel::case_sets()[place]) {
        for case in set.cases(1, 4) {
            let posed = PreparedCase::<Solid<f64>>::new(&case, Arithmetic::F64, &scanned(&roster)).expect("doubles");
            let reply = posed.bodies.ask(roster.named(SCANNED).expect("it is built in")).expect("it applies");
            assert!(posed.directions.len() == reply.supports && reply.supports > 0, "{}", case.id);
        }
    }
}

#[test]
fn a_scan_alone_uses_the_same_directions_whatever_is_compared() {
    let case = crate::duel::case_sets()[0].cases(1, 1).remove(0);
    let directions = |roster: &Roster| {
        let posed = PreparedCase::<Solid<f64>>::new(&case, Arithmetic::F64, &scanned(roster)).expect("doubles");
        posed.directions
    };
    let all = directions(&Roster::builtin());
    let mut one = Roster::builtin();
    one.retain(|entry| entry.about.name == "ericson");
    assert!(all.len() > 1 && directions(&one) == all, "without directions the row would time nothing");
}
