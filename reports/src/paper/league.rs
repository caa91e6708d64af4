//! The widest leagues, with the columns for which a paper has room.

use gjk_records::{Column, Counts, Measure, Question};

use super::{ANSWERS, Made, PaperTable, Standings, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{bounded_text, rate_text, time_text};
use crate::league::{Place, RATIOS, Season, length_ratio_text, rank_text};
use crate::table::{Table, counted, or_nothing, rate_cells};

pub(super) const TABLE: PaperTable = PaperTable {
    name: "league",
    description: "ranks, rates and times of the variants of the widest leagues",
    reads: &[ANSWERS],
    make,
};

fn make(survey: &Survey) -> Made {
    let standings = Standings::new(survey);
    let tables: Vec<Typeset> = standings.all().iter().map(|season| typeset(survey, season)).collect();
    if tables.is_empty() { Err("no variant can be compared".to_owned()) } else { Ok(tables) }
}

/// A column of a league between the wrong contacts and the time: its head and its count.
struct Counted {
    head: String,
    of: Box<dyn Fn(&Counts) -> u64>,
}

impl Counted {
    fn new(name: &str, of: impl Fn(&Counts) -> u64 + 'static) -> Counted {
        Counted { head: format!("{name} / %"), of: Box::new(of) }
    }

    fn no_answer() -> Counted {
        Counted::new("no answer", |c| c.rulings[Column::GaveUp])
    }

    /// Answers with a length beyond the tolerance.
    fn inaccurate() -> Counted {
        Counted::new("inaccurate or off", |c| c.rulings[Column::Inaccurate] + c.rulings[Column::Off])
    }

    fn contact() -> Counted {
        Counted::new("contact", |c| c.rulings[Column::Contact])
    }
}

fn counted_in(question: Question) -> Vec<Counted> {
    let is_whole = question.is_whole();
    let off = |by: &Measure| {
        let by = *by;
        Counted::new(by.off(), move |c| c.claims(question).off_by(by))
    };
    let mut counted: Vec<Counted> = question.measures().iter().map(off).collect();
    counted.push(Counted::no_answer());
    match question.claim() {
        Some(_) if is_whole => counted.push(Counted::new("inaccurate", |c| c.rulings[Column::Inaccurate])),
        Some(_) => {}
        None => {
            counted.extend(is_whole.then(Counted::inaccurate));
            counted.push(Counted::contact());
        }
    }
    let right = if is_whole || question.claim().is_some() { "right" } else { "right verdict" };
    counted.push(Counted::new(right, move |c| c.right_about(question)));
    if let Some(name) = question.contest().right().filter(|_| question.is_part_of_a_claim()) {
        counted.push(Counted::new(name, move |c| c.claims(question).right(question.contest())));
    }
    counted
}

/// A rate of a place over the families in which it is compared.
fn rate(survey: &Survey, scalar: usize, place: &Place, counted: &Counted) -> String {
    place.rate(survey, scalar, &counted.of).map_or_else(|| "–".to_owned(), |mean| rate_text(&mean.rate()))
}

fn typeset(survey: &Survey, season: &Season) -> Typeset {
    let Season { question, scalar, ref families, .. } = *season;
    let columns = counted_in(question);
    let wrong = if question.claim().is_some() { "wrong / %" } else { "wrong contacts / %" };
    let ratios: &[_] = if question.is_part_of_a_claim() { &RATIOS } else { &[] };
    let mut table = Table::new(["rank", "variant", wrong]).with(columns.iter().map(|column| &column.head[..]));
    table = table.with(ratios.iter().map(|ratio| ratio.paper));
    let is_timed = season.places.iter().any(|place| place.nanoseconds(survey, scalar).is_some());
    if is_timed {
        table = table.with(["time / ns"]);
    }
    let mut numbers = Table::new(
        "scalar league families cases rank variant wrong wrong_low wrong_high gave_up inaccurate off contact right nanoseconds"
            .split(' '),
    );
    let whole = question.contest();
    numbers = numbers.with(whole.right().filter(|_| question.is_part_of_a_claim()));
    numbers = numbers.with(ratios.iter().map(|ratio| ratio.column));
    for place in &season.places {
        let v = place.variant;
        let mut row = vec![rank_text(place), label(&survey.variants[v].name), bounded_text(&place.wrong)];
        row.extend(columns.iter().map(|column| rate(survey, scalar, place, column)));
        let farther = place.farther(survey, scalar);
        let quantiles: Vec<Option<f64>> = ratios.iter().map(|ratio| farther.quantile(ratio.share)).collect();
        row.extend(quantiles.iter().map(|ratio| ratio.map_or_else(|| "–".to_owned(), length_ratio_text)));
        if is_timed {
            row.push(time_text(place.nanoseconds(survey, scalar)));
        }
        table.rows.push(row);
        let share = |of: &dyn Fn(&Counts) -> u64| or_nothing(place.rate(survey, scalar, of).map(|mean| mean.rate));
        let cases = place.cases(survey, scalar);
        let rank = or_nothing(place.rank.map(|rank| rank.rank));
        let mut row = vec![survey.scalars[scalar].clone(), question.league().to_owned(), place.families.len().to_string()];
        row.extend([cases.to_string(), rank, survey.variants[v].name.clone()]);
        row.extend(rate_cells(Some(place.wrong.rate())));
        let rulings = [Column::GaveUp, Column::Inaccurate, Column::Off, Column::Contact];
        row.extend(rulings.map(|column| share(&|c| c.rulings[column])));
        row.extend([share(&|c| c.right_about(question)), or_nothing(place.nanoseconds(survey, scalar))]);
        row.extend(question.is_part_of_a_claim().then(|| share(&|c| c.claims(question).right(whole))));
        row.extend(quantiles.into_iter().map(or_nothing));
        numbers.rows.push(row);
    }
    Typeset {
        name: file_name(&["league", &survey.scalars[scalar], question.league()]),
        caption: format!(
            "League of {} in {}, {}",
            question.league(),
            survey.scalars[scalar],
            counted(families.len(), "family", "families")
        ),
        table,
        names: 2,
        notes: notes(survey, season, is_timed),
        numbers,
    }
}

/// The meaning of the columns.
fn notes(survey: &Survey, season: &Season, is_timed: bool) -> String {
    let question = season.question;
    let off = |by: &Measure| format!("{}: {}; ", by.off(), by.means());
    let inaccurate = match (question.soundness(), question.is_whole()) {
        (None, true) => "inaccurate or off: a length is beyond the tolerance; ".to_owned(),
        (None, false) => String::new(),
        (Some(by), is_whole) => {
            let others: String = question.measures()[1..].iter().map(off).collect();
            let inaccurate = if is_whole { "inaccurate: by more than the tolerance; " } else { "" };
            format!("wrong: a wrong verdict, or {} ({}); {others}{inaccurate}", by.means(), by.off())
        }
    };
    let right = match question.claim() {
        Some(claim) if question.is_whole() => format!("right: verdict and {} are within the tolerance", claim.object),
        Some(_) => {
            "right: the overlap that the translation v leaves is within the tolerance, however long v is; least: also, v is \
             not longer than the depth δ by more than the tolerance; × δ: median of |v|/δ, 90 % quantile and greatest of \
             the answers that are not shallow (|v|/δ − 1 rounded up by at most an eighth)"
                .to_owned()
        }
        None if question.is_whole() => "right: verdict and lengths are within the tolerance".to_owned(),
        None => "right verdict: whatever the lengths".to_owned(),
    };
    let approximate = if season.places.iter().any(|place| place.wrong.is_approximate) {
        " The bounds are approximate, since families have different numbers of cases and the fewest count for all."
    } else {
        ""
    };
    format!(
        "Shares of the cases in %, families with equal weights. Wrong contacts: missed or phantom, beyond the tolerance of \
         {} u·D; in parentheses the upper bound at 95 % (Clopper-Pearson). No answer: the variant gave up; \
         {inaccurate}contact: the verdict is wrong by no more than the tolerance; {right}. Rank: one plus the number of \
         variants that beat this one (exact sign test at 5 % per pair); a dash: not ranked, too few answers.{}{approximate}",
        crate::draw::number(survey.study.facts.tolerance),
        if is_timed { times_note(survey, season) } else { String::new() }
    )
}

/// Meaning of the times.
fn times_note(survey: &Survey, season: &Season) -> String {
    let machine = match &survey.times.machine[..] {
        "" => String::new(),
        machine => format!(" on {}", label(machine)),
    };
    let form = survey.times.erased_sentence(&season.families, season.scalar);
    format!(
        " Time: the median of a query over the right timed cases of a family, then the geometric mean over the \
        families{machine}.{form}"
    )
}

/// A table of some variants in a scalar, one row per variant.
pub(crate) struct Short {
    /// The families behind all rows.
    pub families: Vec<usize>,
    /// The rows.
    pub table: Table,
}

/// Some variants in a scalar over the families of the widest league in which they are compared, the league of distances if they
/// are compared there.
///
/// If some variants accept too few cases of some of these families, a second table has all variants, over the families that all
/// of them accept. Columns are places in [`SHORT`].
///
/// # Errors
/// A variant has no place in these leagues; the message names it.
pub(crate) fn short(survey: &Survey, scalar: usize, variants: &[usize], columns: &[usize]) -> Result<Vec<Short>, String> {
    let standings = Standings::new(survey);
    let promised = |v: usize| if survey.variants[v].gives_distances() { Question::Distance } else { Question::Verdict };
    let fields: Vec<(usize, Question, Vec<usize>)> = variants
        .iter()
        .map(|&v| {
            let question = standings.place(scalar, v).map_or(promised(v), |(season, _)| season.question);
            let season = standings.league(scalar, question).or_else(|| standings.league(scalar, Question::Verdict));
            let offered = season.filter(|season| season.families.iter().all(|&f| survey.counts(f, v, scalar).offered() > 0));
            let none =
                || format!("{} has no place in the widest leagues of {}", survey.variants[v].name, survey.scalars[scalar]);
            Ok((v, question, offered.ok_or_else(none)?.families.clone()))
        })
        .collect::<Result<_, String>>()?;
    let takes = |v: usize, families: &[usize]| families.iter().all(|&f| survey.is_compared(f, v, scalar));
    let mut tables = Vec::new();
    let (whole, some): (Vec<_>, Vec<_>) = fields.iter().cloned().partition(|(v, _, families)| takes(*v, families));
    for_fields(survey, scalar, &whole, columns, &mut tables);
    if !some.is_empty() {
        let is_common =
            |family: &usize| fields.iter().all(|(v, _, all)| all.contains(family) && survey.is_compared(*family, *v, scalar));
        let common: Vec<usize> = fields[0].2.iter().copied().filter(is_common).collect();
        let all: Vec<_> = fields.iter().map(|(v, question, _)| (*v, *question, common.clone())).collect();
        for_fields(survey, scalar, &all, columns, &mut tables);
    }
    Ok(tables)
}

/// Columns of a short table, each with its word and its head.
pub(crate) const SHORT: [(&str, &str); 6] = [
    ("wrong", "wrong contacts / %"),
    ("no-answer", "no answer / %"),
    ("inaccurate", "inaccurate or off / %"),
    ("contact", "contact / %"),
    ("right", "right / %"),
    ("time", "time / ns"),
];

/// Makes one table per set of families.
fn for_fields(
    survey: &Survey,
    scalar: usize,
    fields: &[(usize, Question, Vec<usize>)],
    columns: &[usize],
    tables: &mut Vec<Short>,
) {
    for (v, question, families) in fields {
        let Some(wrong) = survey.pooled_over(families, *v, scalar, |c| c.wrong_about(*question)) else { continue };
        let place = Place { variant: *v, rank: None, below: None, families: families.clone(), wrong };
        let cell = |counted: &Counted| rate(survey, scalar, &place, counted);
        let inaccurate = if *question == Question::Distance { cell(&Counted::inaccurate()) } else { "–".to_owned() };
        let right = counted_in(*question).last().map_or_else(String::new, cell);
        let mark = if survey.holds(*v).is_some() { "\\*" } else { "" };
        let all = [
            bounded_text(&place.wrong),
            cell(&Counted::no_answer()),
            inaccurate,
            cell(&Counted::contact()),
            right,
            time_text(place.nanoseconds(survey, scalar)),
        ];
        let name = format!("{}{mark}", survey.variants[*v].name);
        let row = [name].into_iter().chain(columns.iter().map(|&column| all[column].clone())).collect();
        match tables.iter_mut().find(|table| table.families == *families) {
            Some(table) => table.table.rows.push(row),
            None => {
                let mut table = Table::new(["variant"]).with(columns.iter().map(|&column| SHORT[column].1));
                table.rows.push(row);
                tables.push(Short { families: families.clone(), table });
            }
        }
    }
}
