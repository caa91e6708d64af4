//! `gjk report`: tables and figures from stored records.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_records::{Folder, JOURNAL, Pasted};
use gjk_reports::{Dressing, Layout, Markup, QUICK_FIGURES, Selection, Study};
use gjk_solvers::Roster;

use crate::arguments::Report;
use crate::failure::Failure;
use crate::output::{self, is_same};
use crate::worst::page_parts;

pub fn run(roster: &Roster, arguments: &Report) -> Result<ExitCode, Failure> {
    arguments.records.iter().try_for_each(|folder| holds_a_study(folder))?;
    let mut study = Study::read_all(&arguments.records).map_err(Failure::new)?;
    study.facts.kinds.complete(gjk_study::drawn::known());
    tell_shards(&arguments.records)?;
    let selection = Selection {
        variants: arguments.variants.clone(),
        families: arguments.families.clone(),
        scalars: arguments.scalars.iter().map(|scalar| scalar.name().to_owned()).collect(),
    };
    selection.narrow(&mut study).map_err(Failure::new)?;
    if !arguments.docs.is_empty() {
        return docs(&study, &selection, &arguments.docs);
    }
    output::prepare(&arguments.out)?;
    // The tables in a campaign's folder must be those of that campaign.
    let holds_another = arguments.out.join(JOURNAL).exists()
        && !arguments.records.iter().any(|records| is_same(records, &arguments.out) && arguments.records.len() == 1);
    if holds_another {
        return Err(Failure::new(format_args!(
            "{}: holds a campaign, whose tables and figures would be replaced by those of other records; choose another \
             folder with --out",
            arguments.out.display()
        )));
    }
    if arguments.is_of_figures() {
        return figures(&study, &selection, arguments);
    }
    draw_some(roster, &study, &selection, &arguments.out, &[])?;
    Ok(ExitCode::SUCCESS)
}

/// Draws only the requested figures.
fn figures(study: &Study, selection: &Selection, arguments: &Report) -> Result<ExitCode, Failure> {
    let default = Layout::default();
    let layout = Layout {
        figures: arguments.figures.clone(),
        width: arguments.width,
        formats: if arguments.formats.is_empty() { default.formats } else { arguments.formats.clone() },
        dressing: match (arguments.bare, arguments.titled) {
            (true, _) => Dressing::Bare,
            (_, true) => Dressing::Titled,
            _ => Dressing::Foot,
        },
    };
    let (written, left_out) =
        gjk_reports::write_figures(study, selection, &layout, &arguments.out, &mut |_| ()).map_err(Failure::new)?;
    let mut stdout = output::stdout();
    // One line per sheet: its first picture, and its subject.
    let is_picture = |path: &Path| path.extension().is_some_and(|ending| ending == layout.formats[0].name());
    for file in written.iter().filter(|file| is_picture(&file.path)) {
        writeln!(stdout, "{}: {}", file.path.display(), file.caption)?;
    }
    stdout.flush()?;
    let is_named = |name: &str| arguments.figures.iter().any(|asked| asked == name);
    for (name, reason) in left_out.iter().filter(|(name, _)| !is_named(name)) {
        output::tell(format_args!("{name}: left out, {reason}"));
    }
    // It is an error if a figure that was requested by name cannot be drawn.
    let missing = left_out.iter().find(|(name, _)| arguments.figures.iter().any(|asked| asked == name));
    match missing {
        Some((name, reason)) => Err(Failure::new(format_args!("--figure {name}: {reason}{}", made_by(name)))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The command that computes the data of a figure that is a part of a study.
fn made_by(figure: &str) -> String {
    let reads = gjk_reports::FIGURES.iter().find(|known| known.name == figure).map_or(&[][..], |figure| figure.reads);
    let is_read = |part: &&str| reads.iter().any(|file| file.split('.').next() == Some(part));
    let part = ["duel", "loops", "census", "traces", "continuity", "times"].into_iter().find(|part| is_read(part));
    part.map_or_else(String::new, |part| format!("; `gjk study --part {part} --out DIR` makes what it draws"))
}

/// Inserts tables into the documents with markers for them.
fn docs(study: &Study, selection: &Selection, paths: &[PathBuf]) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    for path in paths {
        documents(path, &mut files).map_err(Failure::io(path))?;
    }
    let mut stdout = output::stdout();
    let (mut looked_at, mut found) = (0, 0);
    for file in files {
        looked_at += 1;
        let text = std::fs::read_to_string(&file).map_err(Failure::io(&file))?;
        let markup = Markup::of(&file).unwrap_or(Markup::Markdown);
        let filled = gjk_reports::fill_with(study, selection, &text, markup)
            .map_err(|fault| Failure::new(format_args!("{}:{fault}", file.display())))?;
        if let Some((filled, places)) = filled {
            found += 1;
            let is_new = filled != text;
            if is_new {
                output::write(&file, &filled)?;
            }
            writeln!(stdout, "{}: {places} places, {}", file.display(), if is_new { "changed" } else { "as before" })?;
        }
    }
    stdout.flush()?;
    if found == 0 {
        let named = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        return Err(Failure::new(format_args!(
            "--docs {named}: {}; in Markdown a place is the text between `<!-- gjk WORDS -->` and `<!-- /gjk -->`, such as \
             `<!-- gjk league f64 distances widest -->`",
            match looked_at {
                0 => "there is no Markdown or LaTeX file".to_owned(),
                1 => "the file has no place to fill".to_owned(),
                files => format!("none of the {files} files has a place to fill"),
            }
        )));
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks that a folder has a study.
///
/// # Errors
/// There is none.
fn holds_a_study(folder: &Path) -> Result<(), Failure> {
    if folder.is_dir() && !Folder::is_in(folder) {
        return Err(Failure::new(format_args!(
            "{}: there is no study in this folder (no {JOURNAL}); name one that `gjk study --out` or `gjk merge --out` wrote",
            folder.display()
        )));
    }
    Ok(())
}

/// Reports which records are only a part of a campaign.
fn tell_shards(records: &[PathBuf]) -> Result<(), Failure> {
    for folder in records.iter().filter(|path| path.is_dir()) {
        if let Some(shard) = gjk_records::shard_of(folder).map_err(Failure::new)? {
            output::tell(format_args!(
                "{}: this is shard {shard} of a campaign, so the following is about its cases alone; `gjk merge` combines \
                 all shards",
                folder.display()
            ));
        }
    }
    Ok(())
}

/// The Markdown and LaTeX files of a folder and its subfolders, in the order of their names; for a file, the file itself.
fn documents(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    entries.iter().filter(|path| path.is_dir() || Markup::of(path).is_some()).try_for_each(|path| documents(path, files))
}

/// Reports on a study that was run or merged.
///
/// For a quick study, according to its command, only the figures of a quick study are drawn: drawing all of them took a sixth
/// of its time.
pub fn draw_study(roster: &Roster, study: &Study, out: &Path) -> Result<(), Failure> {
    let all = Selection::default();
    if !study.facts.command.split_whitespace().any(|word| word == "--quick") {
        return draw_some(roster, study, &all, out, &[]);
    }
    draw_some(roster, study, &all, out, &QUICK_FIGURES)?;
    let mut stdout = output::stdout();
    let command = Pasted::new("report").word(out.display()).option("--out", out.display());
    writeln!(stdout, "all figures: {command}")?;
    Ok(stdout.flush()?)
}

/// Writes tables, and the named figures or all, for the selection; prints the summary and the place of the rest.
fn draw_some(roster: &Roster, study: &Study, selection: &Selection, out: &Path, names: &[&str]) -> Result<(), Failure> {
    let all = if names.is_empty() { gjk_reports::FIGURES.len() } else { names.len() };
    let bar = crate::progress::bar("drawing", all as u64);
    let page = page_parts(roster, study, selection);
    let written = gjk_reports::write_with(study, selection, out, names, &page, &mut |_| bar.inc(1)).map_err(Failure::new)?;
    bar.finish_and_clear();
    let mut stdout = output::stdout();
    writeln!(stdout, "{}", gjk_reports::summary_of(study, selection))?;
    let is_figure = |path: &Path| path.extension().is_some_and(|ending| ending == "png");
    let figures = written.iter().filter(|file| is_figure(&file.path)).count();
    let tables = written.iter().filter_map(|file| file.path.strip_prefix(out).ok()?.to_str());
    let is_named = |name: &str| [gjk_reports::SUMMARY, gjk_reports::PAGE].contains(&name);
    let tables: Vec<&str> = tables.filter(|name| !name.contains(['/', '\\']) && !is_named(name)).collect();
    writeln!(
        stdout,
        "{}: a page for a browser: all answers, figures, and the worst cases in views that turn",
        out.join(gjk_reports::PAGE).display()
    )?;
    writeln!(
        stdout,
        "{}: all leagues, the facts of the run and the list of figures",
        out.join(gjk_reports::SUMMARY).display()
    )?;
    writeln!(stdout, "next to it: {}; tables for papers in tables/, and {figures} figures in figures/", tables.join(", "))?;
    Ok(stdout.flush()?)
}
