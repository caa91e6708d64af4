//! `gjk map`: the failure map of a case.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_cases::case::{Case, Expectation};
use gjk_cases::format::{self, Side};
use gjk_records::{Column, Map, MapPanel, Pasted, TrueClass};
use gjk_reports::{Dressing, Format, MAP_CAPTIONS, PixelCase, draw_map, map_csv, map_page};
use gjk_solvers::{ErasedVariant, PosedCase, Roster};
use gjk_study::map::{AXES, Moved, Plan, chosen_axes, chosen_vertex};

use crate::address::single;
use crate::arguments;
use crate::check::known_variants;
use crate::failure::Failure;
use crate::hunt::{asking, case_file};
use crate::interrupt;
use crate::list::where_it_runs;
use crate::output::{self, Destination};
use crate::progress::Progress;

pub fn run(roster: &Roster, arguments: &arguments::Map) -> Result<ExitCode, Failure> {
    known_variants(roster, &arguments.variants)?;
    let files = Files::of(arguments)?;
    let addressed = single(&arguments.case, "map")?;
    let scalar = arguments.scalar;
    let written = addressed.case(scalar);
    let posed = written.as_ref().and_then(|case| PosedCase::pose(case, scalar));
    let posed = posed.ok_or_else(|| Failure::new(format_args!("{}: a coordinate overflows {scalar}", arguments.case)))?;
    let (plan, choices) = plan(roster, arguments, &posed)?;
    let saved = arguments.save.as_deref().map(case_file).transpose()?;

    interrupt::watch();
    let pixels = (arguments.size * arguments.size) as u64;
    let progress = Progress::new("mapping", "pixels", pixels, pixels);
    // A program that has failed gives no answers that are worth a map.
    let map = plan.run(|| progress.advance(1), || interrupt::is_asked() || roster.fault().is_some());
    let done = progress.done();
    progress.finish();
    if let Some(fault) = roster.fault() {
        return Err(Failure::new(fault));
    }
    let Some(mut map) = map else {
        output::tell(format_args!(
            "interrupted: {done} of {pixels} pixels were judged; no map is drawn, and no file is written"
        ));
        return Ok(interrupt::EXIT.into());
    };
    map.command = command(roster, arguments, &plan);
    map.commit = env!("GJK_COMMIT").to_owned();
    files.write(&map, arguments)?;
    if let Some(path) = &files.html {
        output::write(path, map_page(&map, &pixel_case(roster, arguments, &plan)))?;
    }
    let failures: Vec<Failing> = map.panels.iter().filter_map(|panel| Failing::of(&plan, &map, panel)).collect();
    if let Some((path, (mut ids, mut text))) = arguments.save.as_deref().zip(saved) {
        for case in saved_cases(&failures).iter().filter(|case| ids.insert(case.id.clone())) {
            text += &(format::write(case) + "\n");
        }
        output::append(path, text.as_bytes())?;
    }
    let mut out = output::beside(&files.outputs());
    let rounded = written.as_ref().is_some_and(|case| (&case.a, &case.b) != (&posed.case.a, &posed.case.b));
    if rounded {
        output::tell(format_args!("{}: the coordinates are rounded to {scalar}; the map is around the rounded case", map.case));
    }
    out.write_all(head(&map, &choices).as_bytes())?;
    out.write_all(table(&map).as_bytes())?;
    for failing in &failures {
        let (i, j) = failing.pixel;
        writeln!(out, "\n{}: {} at ({i}, {j}), its failure nearest to the middle", failing.variant, failing.column.name())?;
        let command = Pasted::new("check").fed_with(format::write(&failing.case).trim_end());
        writeln!(out, "  {}", asking(command, roster, &failing.variant, scalar).within(arguments.tolerance))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The plan of the map, and the reasons for the choice of the vertex and the axes, in words.
fn plan<'a>(
    roster: &'a Roster,
    arguments: &'a arguments::Map,
    posed: &'a PosedCase,
) -> Result<(Plan<'a>, [&'static str; 2]), Failure> {
    let failure = |message: &str| Failure::new(format_args!("{}: {message}", arguments.case));
    let mut variants: Vec<&str> = Vec::new();
    for name in &arguments.variants {
        if !variants.contains(&&name[..]) {
            variants.push(name);
        }
    }
    let (body, vertex) = arguments.vertex.unwrap_or((Side::A, 0));
    let axes = arguments.axes.unwrap_or([0, 1]);
    let moved = Moved { body, vertex, axes };
    let (size, step, tolerance) = (arguments.size, arguments.step, arguments.tolerance);
    let mut plan = Plan { roster, variants, posed, moved, size, step, tolerance };
    // Bodies of other kinds have no vertices.
    plan.bodies_fault().map_or(Ok(()), |fault| Err(failure(&fault)))?;
    let mut choices = [""; 2];
    if arguments.vertex.is_none() {
        (plan.moved.vertex, choices[0]) = chosen_vertex(posed, body);
    }
    plan.vertex_fault().map_or(Ok(()), |fault| Err(failure(&fault)))?;
    if arguments.axes.is_none() {
        plan.moved.axes = chosen_axes(posed, body, plan.moved.vertex);
        if posed.case.dimension == 3 {
            choices[1] = "the two whose step changes the distance most";
        }
    }
    plan.fault().map_or(Ok(()), |fault| Err(failure(&fault)))?;
    // Only bodies, dimension and scalar determine whether a variant is applicable.
    let (_, columns) = plan.pixel((0, 0));
    if let Some(place) = columns.iter().position(|column| *column == Column::NotApplicable) {
        let (name, dimension, scalar) = (plan.variants[place], posed.case.dimension, arguments.scalar);
        let entry = roster.named(name).filter(|entry| !entry.applies(dimension, scalar));
        return Err(failure(&match entry {
            Some(entry) => {
                format!("{name} does not run in {dimension}D in {scalar}; it runs in {}", where_it_runs(entry, dimension))
            }
            None => format!("{name} does not accept these bodies, {dimension}D in {scalar}"),
        }));
    }
    Ok((plan, choices))
}

/// The files to write.
struct Files {
    pictures: Vec<(Format, PathBuf)>,
    /// The captions, Markdown and LaTeX: one next to each picture, under its name.
    captions: Vec<[PathBuf; 2]>,
    csv: Option<PathBuf>,
    html: Option<PathBuf>,
}

impl Files {
    fn of(arguments: &arguments::Map) -> Result<Files, Failure> {
        let named = [&arguments.png, &arguments.svg, &arguments.pdf];
        let mut pictures = Vec::new();
        for (format, path) in Format::ALL.into_iter().zip(named) {
            if let Some(path) = path {
                output::is_picture(path, format.name())?;
                pictures.push((format, path.clone()));
            }
        }
        let is_file =
            |path: &&PathBuf| path.as_path() != Path::new("-") && matches!(Destination::of(path), Destination::File(_));
        let mut captions: Vec<[PathBuf; 2]> = Vec::new();
        for path in pictures.iter().map(|(_, path)| path).filter(is_file).filter(|_| !arguments.titled) {
            let caption = ["md", "tex"].map(|ending| path.with_extension(ending));
            // Pictures with the same name in several formats share a caption.
            if !captions.contains(&caption) {
                captions.push(caption);
            }
        }
        for (path, beginning) in captions.iter().flat_map(|caption| caption.iter().zip(MAP_CAPTIONS)) {
            let is_another = std::fs::read(path).is_ok_and(|bytes| !bytes.starts_with(beginning.as_bytes()));
            if is_another {
                return Err(Failure::new(format_args!(
                    "{}: the caption of the picture would replace this file, which is not a caption; give the picture \
                     another name, or use --titled",
                    path.display()
                )));
            }
        }
        arguments.html.as_deref().map_or(Ok(()), output::is_page)?;
        let files = Files { pictures, captions, csv: arguments.csv.clone(), html: arguments.html.clone() };
        let mut seen: Vec<Destination> = Vec::new();
        let outputs = files.pictures.iter().map(|(_, path)| path).chain(files.captions.iter().flatten());
        let outputs = outputs.chain(&files.csv).chain(&files.html);
        for path in outputs.chain(&arguments.save) {
            let destination = Destination::of(path);
            if seen.contains(&destination) {
                return Err(Failure::new(format_args!(
                    "{}: two of the outputs name this file; give each its own",
                    path.display()
                )));
            }
            seen.push(destination);
        }
        Ok(files)
    }

    fn outputs(&self) -> Vec<Option<&Path>> {
        self.pictures.iter().map(|(_, path)| Some(path.as_path())).chain([self.csv.as_deref(), self.html.as_deref()]).collect()
    }

    fn write(&self, map: &Map, arguments: &arguments::Map) -> Result<(), Failure> {
        let pictures = self.pictures.iter().map(|(_, path)| ("picture", Some(path.as_path())));
        let others = [("--csv", self.csv.as_deref()), ("--html", self.html.as_deref())];
        pictures.chain(others).try_for_each(|(option, path)| output::not_an_input(option, path))?;
        if let Some(path) = &self.csv {
            output::write(path, map_csv(map))?;
        }
        if self.pictures.is_empty() {
            return Ok(());
        }
        let dressing = match (arguments.bare, arguments.titled) {
            (true, _) => Dressing::Bare,
            (_, true) => Dressing::Titled,
            _ => Dressing::Foot,
        };
        let draw = |name: &str| draw_map(map, name, arguments.width, dressing);
        let stem = |latex: &Path| latex.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let drawn = draw(&self.captions.first().map(|[_, latex]| stem(latex)).unwrap_or_default());
        for (format, path) in &self.pictures {
            output::write(path, drawn.picture(*format))?;
        }
        for (place, [markdown, latex]) in self.captions.iter().enumerate() {
            // The caption in LaTeX names its picture.
            let own = (place > 0).then(|| draw(&stem(latex)));
            let own = own.as_ref().unwrap_or(&drawn);
            output::write(markdown, &own.markdown)?;
            output::write(latex, &own.latex)?;
        }
        Ok(())
    }
}

/// The command that reproduces the map, with all default choices written out.
fn command(roster: &Roster, arguments: &arguments::Map, plan: &Plan) -> String {
    let mut command = Pasted::new("map").word(&arguments.case);
    for name in &plan.variants {
        let taking_in = roster.named(name).and_then(ErasedVariant::taking_in);
        command = command.option("--variant", name).with(taking_in.as_deref());
    }
    let Moved { body, vertex, axes } = plan.moved;
    let [x, y] = axes.map(|axis| AXES[axis]);
    command = command.option("--scalar", arguments.scalar).option("--vertex", format_args!("{}:{vertex}", body.name()));
    command = command.option("--axes", format_args!("{x},{y}"));
    if plan.size != 256 {
        command = command.option("--size", plan.size);
    }
    if plan.step != 1 {
        command = command.option("--step", plan.step);
    }
    command.within(arguments.tolerance).to_string()
}

/// The numbers from which a page makes the case of a pixel, and its command.
fn pixel_case(roster: &Roster, arguments: &arguments::Map, plan: &Plan) -> PixelCase {
    let Moved { body, vertex, axes } = plan.moved;
    let options = |name: &&str| {
        let command = asking(Pasted::new("check"), roster, name, arguments.scalar).within(arguments.tolerance).to_string();
        command.split_once("check ").map(|(_, options)| options.to_owned()).unwrap_or_default()
    };
    let case =
        Case { id: id_around(&plan.posed.case.id, body, vertex), home: Some(plan.posed.arithmetic), ..plan.case_at((0, 0)) };
    PixelCase {
        line: format::write(&case).trim_end().to_owned(),
        body: if body == Side::A { "a" } else { "b" },
        vertex,
        axes,
        options: plan.variants.iter().map(options).collect(),
    }
}

/// The beginning of the ids of the cases of a map.
fn id_around(case: &str, body: Side, vertex: usize) -> String {
    // An id has only these characters.
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    let around: String = case.replace(':', ".").chars().map(|letter| if allowed(letter) { letter } else { '_' }).collect();
    format!("{around}.{}{vertex}", body.name())
}

/// The failure of a variant nearest to the middle, as a case of its own.
struct Failing {
    variant: String,
    column: Column,
    pixel: (i64, i64),
    case: Case,
}

impl Failing {
    fn of(plan: &Plan, map: &Map, panel: &MapPanel) -> Option<Failing> {
        let place = map.nearest_failure(panel)?;
        let (pixel, column) = (map.steps(place), panel.rulings[place]);
        let posed = plan.posed_at(pixel);
        let Moved { body, vertex, axes } = plan.moved;
        let units = |steps: i64| i128::from(steps) * i128::from(map.step);
        let [(x, i), (y, j)] = [(AXES[axes[0]], units(pixel.0)), (AXES[axes[1]], units(pixel.1))];
        let id = format!("{}.{x}{i}.{y}{j}", id_around(&map.case, body, vertex));
        let case = Case {
            id,
            home: Some(plan.posed.arithmetic),
            expect: Some(Expectation {
                class: posed.truth.decided(),
                distance_squared: posed.truth.distance_squared().map(|squared| squared.to_string()),
                core_distance_squared: posed.truth.core_distance_squared().map(|squared| squared.to_string()),
                ..Expectation::default()
            }),
            note: Some(format!("{} in {}: {}", panel.variant, map.scalar, column.name())),
            ..posed.case
        };
        Some(Failing { variant: panel.variant.clone(), column, pixel, case })
    }
}

/// The failing cases, each once: if several variants fail in one pixel, its note names all of them.
fn saved_cases(failures: &[Failing]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for Failing { case, .. } in failures {
        match (cases.iter_mut().find(|other| other.id == case.id).and_then(|other| other.note.as_mut()), &case.note) {
            (Some(said), Some(note)) => *said = format!("{said}; {note}"),
            _ => cases.push(case.clone()),
        }
    }
    cases
}

fn head(map: &Map, choices: &[&str; 2]) -> String {
    let because = |why: &str| if why.is_empty() { String::new() } else { format!(", {why}") };
    let least = Map::least(map.size);
    let [x, y] = &map.axes;
    let (first, last) =
        (i128::from(least) * i128::from(map.step), i128::from(least + map.size as i64 - 1) * i128::from(map.step));
    let count = |class: TrueClass| map.truth.iter().filter(|other| **other == class).count();
    let truth = TrueClass::ALL.map(|class| format!("{} {}", class.name(), count(class))).join(", ");
    let mut text = format!("case       {} in {}\n", map.case, map.scalar);
    let _ = writeln!(text, "moved      {}{}", map.vertex, because(choices[0]));
    let centre = map.centre.map(format::number);
    let _ = writeln!(text, "axes       {x} around {}, {y} around {}{}", centre[0], centre[1], because(choices[1]));
    for (axis, value) in map.axes.iter().zip(map.centre) {
        if value == 0.0 {
            let _ = writeln!(
                text,
                "           {axis} is 0: the floats next to it are subnormal, and move the vertex next to nothing; another --vertex helps"
            );
        }
    }
    let steps = if map.step == 1 { String::new() } else { format!(", {} from one pixel to the next", map.step) };
    let _ = writeln!(text, "pixels     {0} × {0}, from {first} to {last} units in the last place{steps}", map.size);
    let is_plain = map.truth.iter().all(|class| (*class == TrueClass::Separated) == (map.truth[0] == TrueClass::Separated));
    let hint = if is_plain {
        ": the border between apart and meeting is outside the map; a greater --step reaches farther"
    } else {
        ""
    };
    let _ = writeln!(text, "truth      {truth}{hint}\n");
    text
}

/// Number of each ruling, by variant.
fn table(map: &Map) -> String {
    let tallies: Vec<_> = map.panels.iter().map(|panel| (&panel.variant, Map::tally(panel))).collect();
    let is_shown = |column: &Column| match column {
        Column::Undecided | Column::NotApplicable | Column::Refused => tallies.iter().any(|(_, tally)| tally[*column] > 0),
        _ => true,
    };
    let columns: Vec<Column> = Column::ALL.into_iter().filter(is_shown).collect();
    let mut lines =
        vec![["variant".to_owned()].into_iter().chain(columns.iter().map(|column| column.name().to_owned())).collect()];
    for (variant, tally) in &tallies {
        lines.push([variant.to_string()].into_iter().chain(columns.iter().map(|column| tally[*column].to_string())).collect());
    }
    aligned(&lines)
}

/// Lines of cells as aligned columns, all but the first to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        let _ = write!(text, "{:<1$}", line[0], width(0));
        for (column, cell) in line.iter().enumerate().skip(1) {
            let _ = write!(text, "  {cell:>0$}", width(column));
        }
        text.push('\n');
    }
    text
}
