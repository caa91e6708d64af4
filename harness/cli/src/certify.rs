//! `gjk certify`: the variants that prove their answers, compared with exact arithmetic.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use gjk_records::{CertifyTally, Line, Lines, Question, parse_lines};
use gjk_solvers::Roster;
use gjk_study::{Context, certify};

use crate::arguments::Certify;
use crate::failure::Failure;
use crate::{experiment, interrupt, on_threads, output};

pub fn run(roster: Roster, arguments: &Certify) -> Result<ExitCode, Failure> {
    if let Some(name) = arguments.variants.first() {
        return Err(Failure::new(format_args!(
            "--variant: certify asks the variants that prove their answers, and has no such option; `gjk check corpus --variant {name}` \
             judges one, `gjk hunt --variant {name}` breaks it"
        )));
    }
    if arguments.cases == 0 && arguments.from.is_empty() {
        return Err(Failure::new(
            "--cases 0: there is nothing to certify; with --from FILE it prints the tallies of earlier runs",
        ));
    }
    on_threads(arguments.threads)?;
    let mut all = Vec::new();
    for path in &arguments.from {
        let text = gjk_cases::files::read_given(path).map_err(Failure::io(path))?;
        CertifyTally::gather(&mut all, parse_lines(&text, path).map_err(Failure::new)?);
    }
    let Certify { cases, seed, shard, .. } = *arguments;
    let question = arguments.question;
    let option = question.map_or_else(String::new, |question| format!(" --question {}", question.name()));
    let command = format!("certify --cases {cases} --seed {seed}{option}");
    let context = Context { seed, cases: Some(cases), question, parts: vec!["certify"], command, ..Context::new(roster) };
    let begin = Instant::now();
    let units = certify::units(&context, cases);
    let Some(mut study) = experiment::run(&context, units, shard, arguments.journal.as_deref(), arguments.fresh)? else {
        return Ok(ExitCode::from(interrupt::EXIT));
    };
    CertifyTally::gather(&mut all, std::mem::take(study.of_mut()));
    let seconds = begin.elapsed().as_secs_f64();

    let mut out = output::stdout();
    out.write_all(table(&all).as_bytes())?;
    let sum = CertifyTally::sum(&all);
    sum.faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
    out.flush()?;
    if let Some(path) = &arguments.out {
        let mut text = Vec::new();
        Lines::new(all).fill(&mut text)?;
        fs::write(path, text).map_err(Failure::io(path))?;
    }
    eprintln!("{seconds:.1} s");
    Ok(if sum.count_of_faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A column of counts: its title, the question that its answers belong to if it is only one, and the count.
type Count = (&'static str, Option<Question>, u64);

fn counts(tally: &CertifyTally) -> [Count; 17] {
    let [distance, depth, cast] = [Question::Distance, Question::Depth, Question::Cast].map(Some);
    [
        ("cases", None, tally.cases),
        ("apart", distance, tally.apart),
        ("touching", None, tally.touching),
        ("overlap", depth, tally.overlapping),
        ("hits", cast, tally.hits),
        ("passed over", None, tally.passed_over),
        ("wrong", None, tally.wrong),
        ("unproven", None, tally.unproven),
        ("beyond", None, tally.beyond_unit),
        ("witnesses", None, tally.witnesses_off),
        ("by integers", distance, tally.distances_by_integers),
        ("verdicts", distance, tally.verdicts_by_integers),
        ("depths", depth, tally.depths_by_integers),
        ("casts", cast, tally.casts_by_integers),
        ("thresholds", distance, tally.thresholds),
        ("wrong there", distance, tally.thresholds_wrong),
        ("slack", distance, tally.within_slack),
    ]
}

/// A row for each source, scalar and question, and a sum for each question; a count of a question that a row did not ask is `–`, not
/// zero, and one that no row asked has no column.
fn table(tallies: &[CertifyTally]) -> String {
    let sums = match CertifyTally::sums(tallies) {
        none if none.is_empty() => vec![CertifyTally::sum(&[])],
        sums => sums,
    };
    let asks = |tally: &CertifyTally, question: Option<Question>| question.is_none_or(|question| tally.asks(question));
    let is_shown = |question: Option<Question>| sums.iter().any(|sum| asks(sum, question));
    let shown = |tally: &CertifyTally| counts(tally).into_iter().filter(|(_, question, _)| is_shown(*question));
    let mut text = format!("{:22} {:6}", "source", "scalar");
    shown(&CertifyTally::default()).for_each(|(title, ..)| text.push_str(&format!(" {title:>11}")));
    text.push_str(&format!(" {:>8} {:>8} {:>8}\n", "units", "farther", "off"));
    for tally in tallies.iter().chain(&sums) {
        text.push_str(&format!("{:22} {:6}", tally.source, tally.scalar));
        for (_, question, count) in shown(tally) {
            text.push_str(&format!(" {:>11}", if asks(tally, question) { count.to_string() } else { "–".to_owned() }));
        }
        text.push_str(&format!(" {:8.4}", tally.greatest_error));
        for greatest in [tally.greatest_of_witnesses, tally.greatest_of_nearest] {
            let asked = tally.asks(Question::Distance);
            text.push_str(&format!(" {:>8}", if asked { format!("{greatest:.1}") } else { "–".to_owned() }));
        }
        text.push('\n');
    }
    if tallies.iter().any(|tally| tally.question.is_some()) {
        text.push_str("\n–: not asked. With --question depth, bodies that are apart count as passed over.\n");
    }
    if is_shown(Some(Question::Cast)) {
        text.push_str(
            "\nhits: casts of bodies that are apart at the start and touch later; beyond, of casts: times that are late, or early \
             by more than one unit in the last place; casts: those that rounded arithmetic did not decide.\n",
        );
    }
    text.push_str(
        "\npassed over: not asked and not among the cases, since the bodies are not hulls or are beyond the scalar; wrong: \
         wrong verdicts; unproven: answers whose evidence the kernel refuses; beyond: distances and depths that are off by \
         more than one unit in the last place;\nwitnesses: witness points that break the package's promise;\noverlap: \
         overlapping bodies that were asked about their depth (touching bodies were asked too);\nby integers, verdicts, \
         depths: distances and verdicts that integers decided, and depths of bodies that meet that needed \
         integers;\nthresholds: questions whether bodies are within a length, asked at the answered distance and next to \
         it; wrong there: wrong answers to these;\nslack: faces nearest but for 2^-57 of the distance; units: the greatest \
         error of a distance or a depth in units in the last place;\nfarther, off: by how much the point that the weights \
         form is farther away than the distance at most, and how far it is from the nearest\npoint of a face that is \
         exactly nearest, in units of u times the face's size.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_was_not_asked_for_is_a_dash_and_not_zero() {
        let of = |question| CertifyTally { source: "bits".to_owned(), question, cases: 7, ..CertifyTally::default() };
        let row = |text: &str, place: usize| {
            text.lines().nth(place).expect("a row").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        let both = table(&[of(None)]);
        assert!(!both.contains('–') && !both.contains("hits"));
        let casts = table(&[of(Some(Question::Cast))]);
        assert!(
            casts.contains("hits: ") && !casts.contains("thresholds ") && row(&casts, 0)[2..5] == ["cases", "touching", "hits"]
        );
        assert_eq!(row(&both, 1)[1..5], ["7", "0", "0", "0"]);
        let questions = [Some(Question::Distance), Some(Question::Depth)];
        let text = table(&questions.map(of));
        assert_eq!(row(&text, 1)[1..5], ["7", "0", "0", "–"]);
        assert_eq!(row(&text, 2)[1..5], ["7", "–", "0", "0"]);
        // One sum per question.
        assert_eq!([row(&text, 3)[0].clone(), row(&text, 4)[0].clone()], ["all", "all"]);
        assert_eq!([row(&text, 3)[4].clone(), row(&text, 4)[2].clone()], ["–", "–"]);
        assert!(text.contains("–: not asked."));
        assert!(table(&[]).lines().nth(1).is_some_and(|row| row.starts_with("all ")));
    }
}
