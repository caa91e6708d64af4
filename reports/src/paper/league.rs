//! The widest leagues, with the columns that a paper has room for.

use gjk_records::{Column, Counts};

use super::{ANSWERS, Made, PaperTable, Standings, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{bounded_text, rate_text, time_text};
use crate::league::{Farther, League, Place, Season, length_ratio_text, rank_text};
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
    if tables.is_empty() { Err("nobody can be compared".to_owned()) } else { Ok(tables) }
}

/// What is counted in the columns of a league between the wrong contacts and the time: their heads, and the counts.
type Counted = (&'static str, fn(&Counts) -> u64);

const NO_ANSWER: Counted = ("no answer / %", |c| c.rulings[Column::GaveUp]);
/// A length is beyond the tolerance.
const INACCURATE: Counted = ("inaccurate or off / %", |c| c.rulings[Column::Inaccurate] + c.rulings[Column::Off]);
const CONTACT: Counted = ("contact / %", |c| c.rulings[Column::Contact]);

fn counted_in(league: League) -> Vec<Counted> {
    match league {
        League::Distances => vec![NO_ANSWER, INACCURATE, CONTACT, ("right / %", |c| League::Distances.right(c))],
        League::Verdicts => vec![NO_ANSWER, CONTACT, ("right verdict / %", |c| League::Verdicts.right(c))],
        League::Depths => vec![
            ("shallow / %", |c| c.depth.shallow),
            ("excess / %", |c| c.depth.excess),
            NO_ANSWER,
            ("inaccurate / %", |c| c.rulings[Column::Inaccurate]),
            ("right / %", |c| League::Depths.right(c)),
        ],
        League::Translations => vec![
            ("shallow / %", |c| c.depth.shallow),
            NO_ANSWER,
            ("right / %", |c| League::Translations.right(c)),
            ("least / %", |c| c.depth.least),
        ],
    }
}

/// The quantiles of |v|/δ in a league of translations: their heads, their names in a file, and the shares.
const RATIOS: [(&str, &str, f64); 3] =
    [("median × δ", "ratio_median", 0.5), ("90 %", "ratio_90", 0.9), ("most", "ratio_most", 1.0)];

/// A rate of a place over the families in which it is compared.
fn rate(survey: &Survey, scalar: usize, place: &Place, of: fn(&Counts) -> u64) -> String {
    let mean = survey.pooled_over(&place.families, place.variant, scalar, of);
    mean.map_or_else(|| "–".to_owned(), |mean| rate_text(&mean.rate()))
}

fn time(survey: &Survey, scalar: usize, place: &Place) -> Option<f64> {
    survey.times.pooled(&place.families, place.variant, scalar).map(|time| time.0)
}

fn typeset(survey: &Survey, season: &Season) -> Typeset {
    let Season { league, scalar, ref families, .. } = *season;
    let columns = counted_in(league);
    let wrong = if league.is_of_overlaps() { "wrong / %" } else { "wrong contacts / %" };
    let ratios: &[_] = if league == League::Translations { &RATIOS } else { &[] };
    let mut table = Table::new(["rank", "variant", wrong]).with(columns.iter().map(|(head, _)| *head));
    table = table.with(ratios.iter().map(|(head, ..)| *head));
    let is_timed = season.places.iter().any(|place| time(survey, scalar, place).is_some());
    if is_timed {
        table = table.with(["time / ns"]);
    }
    let mut numbers = Table::new(
        "scalar league families cases rank variant wrong wrong_low wrong_high gave_up inaccurate off contact right nanoseconds"
            .split(' '),
    );
    if league == League::Translations {
        numbers = numbers.with(["least"]);
    }
    numbers = numbers.with(ratios.iter().map(|(_, name, _)| *name));
    for place in &season.places {
        let (v, compared) = (place.variant, &place.families);
        let mut row = vec![rank_text(place), label(&survey.variants[v].name), bounded_text(&place.wrong)];
        row.extend(columns.iter().map(|&(_, of)| rate(survey, scalar, place, of)));
        let farther = Farther::of(survey, compared, v, scalar);
        let quantiles: Vec<Option<f64>> = ratios.iter().map(|(.., share)| farther.quantile(*share)).collect();
        row.extend(quantiles.iter().map(|ratio| ratio.map_or_else(|| "–".to_owned(), length_ratio_text)));
        if is_timed {
            row.push(time_text(time(survey, scalar, place)));
        }
        table.rows.push(row);
        let share = |of: &dyn Fn(&Counts) -> u64| or_nothing(survey.pooled_over(compared, v, scalar, of).map(|mean| mean.rate));
        let cases = survey.sum(compared, v, scalar, Counts::applicable);
        let rank = or_nothing(place.rank.map(|rank| rank.rank));
        let mut row = vec![survey.scalars[scalar].clone(), league.name().to_owned(), compared.len().to_string()];
        row.extend([cases.to_string(), rank, survey.variants[v].name.clone()]);
        row.extend(rate_cells(Some(place.wrong.rate())));
        let rulings = [Column::GaveUp, Column::Inaccurate, Column::Off, Column::Contact];
        row.extend(rulings.map(|column| share(&|c| c.rulings[column])));
        row.extend([share(&|c| league.right(c)), or_nothing(time(survey, scalar, place))]);
        row.extend((league == League::Translations).then(|| share(&|c| c.depth.least)));
        row.extend(quantiles.into_iter().map(or_nothing));
        numbers.rows.push(row);
    }
    Typeset {
        name: file_name(&["league", &survey.scalars[scalar], league.name()]),
        caption: format!(
            "League of {} in {}, {}",
            league.name(),
            survey.scalars[scalar],
            counted(families.len(), "family", "families")
        ),
        table,
        names: 2,
        notes: notes(survey, season, is_timed),
        numbers,
    }
}

/// What the columns are.
fn notes(survey: &Survey, season: &Season, is_timed: bool) -> String {
    let inaccurate = match season.league {
        League::Distances => "inaccurate or off: a length is beyond the tolerance; ",
        League::Verdicts => "",
        League::Translations => {
            "wrong: a wrong verdict, or a translation that leaves overlap beyond half of the digits (shallow); "
        }
        League::Depths => {
            "wrong: a wrong verdict, or a translation that leaves overlap beyond half of the digits (shallow); excess: one that goes \
             farther than the depth by as much; inaccurate: by more than the tolerance; "
        }
    };
    let right = match season.league {
        League::Distances => "right: verdict and lengths are within the tolerance",
        League::Depths => "right: verdict and translation are within the tolerance",
        League::Translations => {
            "right: what the translation v leaves is within the tolerance, however long it is; least: nor is it longer than the depth δ by \
             more; × δ: median of |v|/δ, 90 % quantile and greatest of the answers that are not shallow (|v|/δ − 1 rounded up by an eighth at most)"
        }
        League::Verdicts => "right verdict: whatever the lengths",
    };
    let approximate = if season.places.iter().any(|place| place.wrong.is_approximate) {
        " The bounds are approximate: the families have different numbers of cases, and the fewest count for all."
    } else {
        ""
    };
    format!(
        "Shares of the cases in %, families with equal weights. Wrong contacts: missed or phantom, beyond the tolerance of {} u·D; in \
         parentheses the upper bound at 95 % (Clopper-Pearson). No answer: the variant gave up; {inaccurate}contact: the verdict is wrong by no more \
         than the tolerance; {right}. Rank: 1 and the number of variants that beat this one (exact sign \
         test at 5 % a pair); a dash: not ranked, too few answers.{}{approximate}",
        crate::draw::number(survey.study.facts.tolerance),
        if is_timed { times_note(survey) } else { String::new() }
    )
}

/// What the times are.
fn times_note(survey: &Survey) -> String {
    let machine = match &survey.times.machine[..] {
        "" => String::new(),
        machine => format!(" on {}", label(machine)),
    };
    format!(" Time: median of a query over the right timed cases of a family, geometric mean over the families{machine}.")
}

/// Some variants in a scalar: each over the families of its widest league, that of distances if it takes part there.
///
/// # Errors
/// Which variant has no place in these leagues.
pub(crate) fn short(survey: &Survey, scalar: usize, variants: &[usize]) -> Result<Table, String> {
    let standings = Standings::new(survey);
    let heads =
        ["variant", "wrong contacts / %", "no answer / %", "inaccurate or off / %", "contact / %", "right / %", "time / ns"];
    let mut table = Table::new(heads);
    for &v in variants {
        let name = &survey.variants[v].name;
        let found = standings.place(scalar, v);
        let (season, place) =
            found.ok_or_else(|| format!("{name} has no place in the widest leagues of {}", survey.scalars[scalar]))?;
        let cell = |(_, of): Counted| rate(survey, scalar, place, of);
        let inaccurate = if season.league == League::Distances { cell(INACCURATE) } else { "–".to_owned() };
        let right = counted_in(season.league).last().map_or_else(String::new, |of| cell(*of));
        let time = time_text(time(survey, scalar, place));
        table.rows.push(vec![
            name.clone(),
            bounded_text(&place.wrong),
            cell(NO_ANSWER),
            inaccurate,
            cell(CONTACT),
            right,
            time,
        ]);
    }
    Ok(table)
}
