//! Failure rate by family and variant, one sheet per scalar.

use gjk_records::{Column, Counts};

use crate::binomial::upper;
use crate::figure::chosen::chosen;
use crate::figure::columns;
use crate::figure::family_groups::by_kind;
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName, Scale, Shares};
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::summary::Mean;
use crate::table::{counted, percent_up, rate_cells};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "heatmap",
    description: "failure rate by family and variant, for each scalar",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The most variants in a column of a page.
const NARROW: usize = 11;

/// The scale of rates, from a tenth of a percent to 100 %.
const RATES: Shares = Shares(1e-3);

/// The colour scale of failure rates.
pub(crate) fn rate_scale(title: &'static str) -> Scale {
    RATES.scale(title, &[(0.001, "0.1 %"), (0.01, "1 %"), (0.1, "10 %"), (1.0, "100 %")])
}

/// A rate in percent in at most three characters and a sign.
fn short(rate: f64) -> String {
    match rate * 100.0 {
        0.0 => "0".to_owned(),
        p if p < 0.05 => "<.1".to_owned(),
        p if p < 9.95 => format!("{p:.1}"),
        p if p >= 99.5 && rate < 1.0 => ">99".to_owned(),
        p => format!("{p:.0}"),
    }
}

/// The cell of a rate.
///
/// Without a rate it is the cell for `not applicable` if the variant was asked, else `None`.
pub(crate) fn rate_cell(rate: Option<f64>, asked: bool) -> Option<Cell> {
    match rate {
        Some(rate) => Some(Cell { text: short(rate), fill: RATES.colour(rate), subtle: rate == 0.0, hatched: false }),
        None if asked => Some(not_applicable()),
        None => None,
    }
}

/// The cell for `not applicable`.
pub(crate) fn not_applicable() -> Cell {
    Cell { text: String::new(), fill: crate::draw::WHITE, subtle: true, hatched: true }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.judged_scalars();
    if scalars.is_empty() {
        return left_out("no case was judged");
    }
    Ok(scalars.into_iter().map(|scalar| sheet(survey, scalar, room)).collect())
}

/// The least and the greatest number of cases of a family behind a rate of a scalar; the greatest is 0 without cases.
fn fewest_and_most(survey: &Survey, scalar: usize, families: &[usize]) -> (u64, u64) {
    let counts = families.iter().flat_map(|&f| (0..survey.variants.len()).map(move |v| (f, v)));
    let counts = counts.map(|(f, v)| survey.counts(f, v, scalar).applicable()).filter(|cases| *cases > 0);
    counts.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)))
}

/// The number of cases of a family behind the rates of a scalar, in words.
pub(crate) fn cases_text(survey: &Survey, scalar: usize, families: &[usize]) -> String {
    match fewest_and_most(survey, scalar, families) {
        (_, 0) => "no case".to_owned(),
        (least, most) if least == most => format!("{most} cases of each family"),
        (least, most) => format!("{least} to {most} cases of a family"),
    }
}

/// Failure rates of a scalar.
struct Heatmap<'h> {
    survey: &'h Survey<'h>,
    scalar: usize,
    /// Families that at least one variant was asked, kind by kind, and the places at which a new kind begins.
    families: Vec<usize>,
    gaps: Vec<usize>,
}

impl<'h> Heatmap<'h> {
    fn of(survey: &'h Survey<'h>, scalar: usize) -> Heatmap<'h> {
        let mut heatmap = Heatmap { survey, scalar, families: Vec::new(), gaps: Vec::new() };
        let any_asked = |f: &usize| (0..survey.variants.len()).any(|v| heatmap.asked(*f, v));
        let all: Vec<usize> = (0..survey.families.len()).filter(any_asked).collect();
        (heatmap.families, heatmap.gaps) = by_kind(survey, &all);
        heatmap
    }

    fn asked(&self, f: usize, v: usize) -> bool {
        !self.survey.counts(f, v, self.scalar).rulings.is_empty()
    }

    fn mean(&self, v: usize) -> Option<Mean> {
        self.survey.pooled(v, self.scalar, Counts::failures)
    }

    /// Number of the families that are in the means.
    fn pooled(&self) -> usize {
        self.families.iter().filter(|&&f| self.survey.is_pooled(f)).count()
    }

    fn columns(&self, room: Room) -> Vec<columns::Column> {
        let (survey, s) = (self.survey, self.scalar);
        // A column of a page has room for some variants only.
        let most = if room.is_narrow() { NARROW } else { usize::MAX };
        let judged = (0..survey.variants.len()).filter(|&v| survey.total(v, s).applicable() > 0).collect();
        let shown = chosen(survey, judged, most);
        // A variant to which no case can be posed in the scalar has no column.
        columns::columns(survey, |v| {
            let counts = |&f: &usize| [Counts::failures, Counts::applicable].map(|of| of(survey.counts(f, v, s)));
            let all: Vec<[u64; 2]> = self.families.iter().map(counts).collect();
            (shown.contains(&v) && all.iter().any(|[_, cases]| *cases > 0)).then_some(all)
        })
    }

    fn points(&self) -> Table {
        let (survey, s) = (self.survey, self.scalar);
        let mut points = Table::new(["scalar", "family", "variant", "cases", "failures", "failure_rate", "low", "high"]);
        for &f in &self.families {
            for v in (0..survey.variants.len()).filter(|&v| self.asked(f, v)) {
                let counts = survey.counts(f, v, s);
                let (family, variant) = (&survey.families[f].name, &survey.variants[v].name);
                points.push_with(
                    &[&survey.scalars[s], family, variant, &counts.applicable(), &counts.failures()],
                    rate_cells(survey.failure_rate(f, v, s)),
                );
            }
        }
        for v in (0..survey.variants.len()).filter(|_| self.pooled() > 1) {
            if let Some(mean) = self.mean(v) {
                let variant = &survey.variants[v].name;
                points.push_with(&[&survey.scalars[s], &"(mean)", variant, &"", &""], rate_cells(Some(mean.rate())));
            }
        }
        points
    }

    /// Matrix with one row per family, and a row for the mean of several.
    fn matrices(&self, room: Room) -> Matrices {
        let (survey, s) = (self.survey, self.scalar);
        let mut rows: Vec<Option<usize>> = self.families.iter().copied().map(Some).collect();
        let mut gaps = self.gaps.clone();
        if self.pooled() > 1 {
            gaps.push(rows.len());
            rows.push(None);
        }
        let columns = self.columns(room);
        let cell = |family: &Option<usize>, column: &columns::Column| {
            let v = column.variant;
            match *family {
                Some(f) => rate_cell(survey.failure_rate(f, v, s).map(|rate| rate.rate), self.asked(f, v)),
                None => rate_cell(self.mean(v).map(|mean| mean.rate), true),
            }
        };
        let each = vec![Matrix::of(String::new(), &rows, &columns, cell)];
        let name = |family: &Option<usize>| match *family {
            Some(f) => RowName::plain(label(&survey.families[f].name)),
            None => RowName { text: "mean".to_owned(), is_bold: true },
        };
        Matrices {
            rows: rows.iter().map(name).collect(),
            rows_title: "",
            columns: columns.into_iter().map(|column| column.name).collect(),
            gaps,
            each,
            scale: rate_scale("failures in % (0: white)"),
        }
    }

    fn foot(&self) -> String {
        // The corpus, which is in no mean, may have more cases than a family.
        let families: Vec<usize> = self.families.iter().copied().filter(|&f| self.survey.is_pooled(f)).collect();
        let (_, cases) = fewest_and_most(self.survey, self.scalar, &families);
        format!(
            "{}; {}; mean: {} with equal weights. With 0 failures in {cases} cases, the rate is below {} % (95 %).",
            self.survey.scalars[self.scalar],
            cases_text(self.survey, self.scalar, &self.families),
            counted(self.pooled(), "family", "families"),
            percent_up(upper(0, cases))
        )
    }
}

fn sheet<'s>(survey: &'s Survey<'s>, s: usize, room: Room) -> Sheet<'s> {
    let heatmap = Heatmap::of(survey, s);
    let scalar = &survey.scalars[s];
    Sheet {
        name: scalar.clone(),
        title: format!("Failure rate by family and variant, {scalar}"),
        text: format!(
            "Failures (off, missed, phantom or no answer) in % of the applicable cases of each family. Inaccurate and \
             contact answers are not failures. Hatched: {}; such a family is not in the variant's mean. The corpus is not a \
             sample, and is in no mean. Variants with the same counts share a column.",
            Column::NotApplicable.name().replace('-', " ")
        ),
        foot: heatmap.foot(),
        shows: format!("failure rate by family and variant, {scalar}"),
        points: heatmap.points(),
        ..heatmap.matrices(room).sheet(room)
    }
}
