//! `gjk report`: tables and figures from stored records.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use gjk_reports::Study;

use crate::arguments::Report;
use crate::failure::Failure;
use crate::output;

pub fn run(arguments: &Report) -> Result<ExitCode, Failure> {
    let study = Study::read_all(&arguments.records).map_err(Failure::new)?;
    output::prepare(&arguments.out)?;
    draw(&study, &arguments.out)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes tables and figures, prints the summary and where the files are.
pub fn draw(study: &Study, out: &Path) -> Result<(), Failure> {
    let bar = crate::progress::bar("drawing", gjk_reports::FIGURES.len() as u64);
    let written = gjk_reports::write(study, out, &mut |_| bar.inc(1)).map_err(Failure::new)?;
    bar.finish_and_clear();
    let mut stdout = output::stdout();
    writeln!(stdout, "{}", gjk_reports::summary_text(study))?;
    for file in written {
        writeln!(stdout, "{}  {}", file.path.display(), file.caption)?;
    }
    Ok(stdout.flush()?)
}
