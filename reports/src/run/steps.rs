//! The steps of a run that have a panel of their own.

use gjk_records::Run;

/// The most steps that have a panel.
pub(super) const SHOWN: usize = 12;

/// The steps that have a panel, in order: all steps with a simplex.
///
/// If the run went in a circle, they are the first steps of the circle and, as far as there is room, the steps just before it.
/// Otherwise, if there are too many, they are the first and the last.
pub(super) fn shown(run: &Run) -> Vec<usize> {
    let drawn: Vec<usize> = (0..run.steps.len()).filter(|&i| !run.steps[i].simplex.is_empty()).collect();
    match run.circle {
        Some((from, to)) => {
            let circle: Vec<usize> = drawn.iter().copied().filter(|i| (from..=to).contains(i)).take(SHOWN).collect();
            let before: Vec<usize> = drawn.into_iter().filter(|&i| i < from).collect();
            let room = before.len().min(SHOWN - circle.len());
            before[before.len() - room..].iter().copied().chain(circle).collect()
        }
        None if drawn.len() > SHOWN => {
            let half = SHOWN / 2;
            drawn[..half].iter().chain(&drawn[drawn.len() - half..]).copied().collect()
        }
        None => drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_records::RunStep;

    #[test]
    fn a_long_run_shows_its_circle_or_its_ends() {
        let step = |i: usize| RunStep { simplex: if i == 0 { Vec::new() } else { vec![[0.0; 3]] }, ..RunStep::default() };
        let mut run = Run { steps: (0..40).map(step).collect(), ..Run::default() };
        assert_eq!(shown(&run), [1, 2, 3, 4, 5, 6, 34, 35, 36, 37, 38, 39]);
        run.circle = Some((5, 9));
        assert_eq!(shown(&run), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        run.circle = Some((20, 38));
        assert_eq!(shown(&run), (20..32).collect::<Vec<_>>());
        run.circle = Some((30, usize::MAX));
        assert_eq!(shown(&run), (28..40).collect::<Vec<_>>());
        assert!(shown(&Run::default()).is_empty());
    }
}
