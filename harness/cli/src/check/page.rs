//! The page of `gjk check --html`: every pair, those that meet first, with views of the first ones.

use std::path::Path;
use std::sync::Arc;

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::given::PosedBody;
use gjk_cases::sources::Source;
use gjk_cases::surface::samples;
use gjk_records::{Pasted, Ruling};
use gjk_reports::{PairRow, PairsPage, SceneBody, ShownCase, pairs_page};
use gjk_solvers::{ErasedVariant, JudgedVariant, PosedCase, Roster};
use rayon::prelude::*;

use super::chosen_by;
use crate::address::Addressed;
use crate::arguments::Check;
use crate::failure::Failure;
use crate::output;
use crate::replay::Asked;
use crate::rulings::{JudgedAnswer, TruthLine};
use crate::truth_table::{Place, cells};

/// The most pairs that have a row, and the most that have a view.
const ROWS: usize = 2_000;
const VIEWS: usize = 60;

struct Pair {
    place: Place,
    row: PairRow,
    addressed: Addressed,
    scalar: Arithmetic,
}

/// The pairs of a page.
pub struct Pairs<'a> {
    path: &'a Path,
    /// The first pairs in the order of the table.
    pairs: Vec<Pair>,
    count: usize,
    meeting: usize,
    /// The bodies of the scene with their names; `None` if the pairs are not of one scene.
    bodies: Option<Vec<(Arc<PosedBody>, String)>>,
}

impl<'a> Pairs<'a> {
    pub fn begin(path: &'a Path) -> Pairs<'a> {
        Pairs { path, pairs: Vec::new(), count: 0, meeting: 0, bodies: Some(Vec::new()) }
    }

    /// Adds a case with its truths, in all scalars that were asked for, and its answers.
    pub fn take(&mut self, addressed: Addressed, truths: &[TruthLine], rows: &[JudgedAnswer]) {
        let Some(truth) = truths.first() else { return };
        let class = truth.found.as_ref().and_then(|found| found.class);
        let meets = matches!(class, Some(Class::Touching | Class::Overlapping));
        self.count += 1;
        self.meeting += usize::from(meets);
        self.take_bodies(&addressed);
        let place = Place::of(truth);
        let number = self.pairs.partition_point(|known| known.place.order(&place).is_le());
        if number >= ROWS {
            return;
        }
        let [class, depth, distance, along, ..] = &cells(truth, false)[..] else { return };
        let not_right = rows.iter().filter_map(JudgedAnswer::not_right);
        let row = PairRow {
            id: addressed.id.clone(),
            meets,
            class: class.clone(),
            cells: [depth, distance, along].map(Clone::clone),
            not_right: not_right.map(|(variant, column)| (variant.to_owned(), column.name().replace('-', " "))).collect(),
        };
        self.pairs.insert(number, Pair { place, row, addressed, scalar: truth.scalar });
        self.pairs.truncate(ROWS);
    }

    /// Adds the bodies of a pair of a scene.
    fn take_bodies(&mut self, addressed: &Addressed) {
        let (Some(known), Source::Bodies(bodies), Some(names)) = (&mut self.bodies, &addressed.source, names(addressed)) else {
            self.bodies = None;
            return;
        };
        for (body, name) in bodies.iter().zip(names) {
            match known.iter().find(|(other, _)| Arc::ptr_eq(other, body)) {
                // A name that contains the mark between two names is divided in two ways.
                Some((_, other)) if *other != name => {
                    self.bodies = None;
                    return;
                }
                Some(_) => {}
                None => known.push((Arc::clone(body), name)),
            }
        }
    }

    /// Writes the page.
    pub fn finish(self, roster: &Roster, arguments: &Check) -> Result<(), Failure> {
        let views = self.pairs.par_iter().take(VIEWS).with_max_len(1).filter_map(|pair| pair.shown(roster, arguments));
        let views: Vec<ShownCase> = views.collect();
        let addresses = arguments.addresses();
        let command = addresses.iter().fold(Pasted::new("check"), |command, address| command.word(address));
        let command = command.option("--html", self.path.display()).within(arguments.tolerance);
        let files: Vec<&str> = addresses.iter().map(|address| address.rsplit(['/', '\\']).next().unwrap_or(address)).collect();
        let parts = |body: &PosedBody| {
            let body = body.body(Arithmetic::F64);
            let parts = body.iter().flat_map(|body| body.parts().iter().map(|part| samples(part, 3)).collect::<Vec<_>>());
            parts.filter(|points| !points.is_empty()).collect()
        };
        let bodies = self.bodies.unwrap_or_default();
        let page = PairsPage {
            title: files.join(" + "),
            rows: self.pairs.into_iter().map(|pair| pair.row).collect(),
            count: self.count,
            meeting: self.meeting,
            views,
            bodies: bodies.into_iter().map(|(body, name)| SceneBody { name, parts: parts(&body) }).collect(),
            command: command.to_string(),
        };
        output::not_an_input("--html", Some(self.path))?;
        output::write(self.path, pairs_page(&page))
    }
}

/// The names of the two bodies of a pair of a scene.
fn names(addressed: &Addressed) -> Option<[String; 2]> {
    let (a, b) = addressed.id.split_once("--")?;
    matches!(addressed.source, Source::Bodies(_)).then(|| [a.to_owned(), b.to_owned()])
}

impl Pair {
    /// The pair with the answer that is ruled worst, or with the first answer if none is a failure.
    fn shown(&self, roster: &Roster, arguments: &Check) -> Option<ShownCase> {
        let Pair { addressed, scalar, .. } = self;
        let case = addressed.case(*scalar)?;
        let posed = PosedCase::pose(&case, *scalar)?;
        let is_chosen = chosen_by(roster, arguments, addressed);
        let mut findings = posed.ask(roster, arguments.tolerance, |entry| !arguments.truth && is_chosen(entry));
        findings.retain(|finding| finding.outcome.is_some());
        if findings.is_empty() {
            // No variant is judged, or none accepts the bodies: the run is that of one that proves its answers, or of any.
            findings = posed.ask(roster, arguments.tolerance, |entry: &ErasedVariant| !roster.is_users(entry.about.name));
            findings.retain(|finding| finding.outcome.is_some());
            let proves = findings.iter().position(|finding| finding.variant.about.name.starts_with("certified"));
            findings = findings.into_iter().skip(proves.unwrap_or(0)).take(1).collect();
        }
        let severity = |finding: &JudgedVariant| finding.outcome.as_ref().map_or(0, |(_, found)| severity(found.ruling));
        let worst = findings.iter().map(severity).max()?;
        let finding = findings.iter().find(|finding| severity(finding) == worst)?;
        let (reply, found) = finding.outcome.as_ref()?;
        let address =
            if addressed.is_of_file() { format!("{}#{}", addressed.file, addressed.id) } else { addressed.id.clone() };
        let asked =
            Asked { roster, entry: finding.variant, address: &address, scalar: *scalar, tolerance: arguments.tolerance };
        let shown = asked.shown(&addressed.id, finding.held.as_deref().unwrap_or(&posed), reply, found);
        let names = names(addressed).map(|names| posed.case.in_written_order(names));
        Some(ShownCase { names, ..shown })
    }
}

/// The order of rulings: all that are no failures, and then the failures.
fn severity(ruling: Ruling) -> usize {
    if ruling.is_failure() { 1 + Ruling::ALL.iter().position(|other| *other == ruling).unwrap_or(0) } else { 0 }
}
