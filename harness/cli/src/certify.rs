//! `gjk certify`: the variants that prove their answers, held against exact arithmetic.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use gjk_records::{CertifyTally, Line, Lines, parse_lines};
use gjk_solvers::Roster;
use gjk_study::{Context, certify};

use crate::arguments::Certify;
use crate::failure::Failure;
use crate::{experiment, interrupt, on_threads, output};

pub fn run(roster: Roster, arguments: &Certify) -> Result<ExitCode, Failure> {
    on_threads(arguments.threads)?;
    let mut all = Vec::new();
    for path in &arguments.from {
        let text = fs::read(path).map_err(Failure::io(path))?;
        CertifyTally::gather(&mut all, parse_lines(&text, path).map_err(Failure::new)?);
    }
    let Certify { cases, seed, shard, .. } = *arguments;
    let command = format!("certify --cases {cases} --seed {seed}");
    let context = Context { seed, cases: Some(cases), parts: vec!["certify"], command, ..Context::new(roster) };
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

/// A row a source and scalar, and the sum.
fn table(tallies: &[CertifyTally]) -> String {
    let sum = CertifyTally::sum(tallies);
    let counts = |tally: &CertifyTally| {
        [
            ("cases", tally.cases),
            ("apart", tally.apart),
            ("touching", tally.touching),
            ("overlap", tally.overlapping),
            ("passed over", tally.passed_over),
            ("wrong", tally.wrong),
            ("unproven", tally.unproven),
            ("beyond", tally.beyond_unit),
            ("witnesses", tally.witnesses_off),
            ("by integers", tally.distances_by_integers),
            ("verdicts", tally.verdicts_by_integers),
            ("depths", tally.depths_by_integers),
            ("thresholds", tally.thresholds),
            ("wrong there", tally.thresholds_wrong),
            ("slack", tally.within_slack),
        ]
    };
    let mut text = format!("{:22} {:6}", "source", "scalar");
    counts(&sum).iter().for_each(|(title, _)| text.push_str(&format!(" {title:>11}")));
    text.push_str(&format!(" {:>8} {:>8} {:>8}\n", "units", "farther", "off"));
    for tally in tallies.iter().chain([&sum]) {
        text.push_str(&format!("{:22} {:6}", tally.source, tally.scalar));
        counts(tally).iter().for_each(|(_, count)| text.push_str(&format!(" {count:>11}")));
        let of_witnesses = [tally.greatest_of_witnesses, tally.greatest_of_nearest];
        text.push_str(&format!(" {:8.4} {:8.1} {:8.1}\n", tally.greatest_error, of_witnesses[0], of_witnesses[1]));
    }
    text.push_str(
        "\npassed over: not asked, as the bodies are no hulls or beyond the scalar, and not among the cases; wrong: verdicts; unproven: answers whose evidence the kernel refuses; beyond: distances and depths beyond one unit in the last place;\n\
         witnesses: witness points that are not what the package promises;\n\
         overlap: bodies that were asked how deep, as those that touch were;\n\
         by integers, verdicts, depths: distances and verdicts that integers decided, and depths of bodies that meet that integers had a part in;\n\
         thresholds: questions whether bodies are at most so far apart, asked at their distance as it was answered and next to it; wrong there: wrong answers to these;\n\
         slack: faces nearest but for 2^-57 of the distance; units: the greatest error of a distance or a depth in units in the last place;\n\
         farther, off: by how much the point that the weights form is farther away than the distance at most, and how far it is from the nearest\n\
         point of a face that is exactly nearest, in units of u times the face's size.\n",
    );
    text
}
