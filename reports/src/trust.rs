//! A summary for a terminal in few lines: the variants that can be trusted, by promise and scalar.

use gjk_records::{Counts, Question};

use crate::Survey;
use crate::digits::time_cell;
use crate::league::{Place, Season, seasons, widest};
use crate::sorted::sort_by_key;
use crate::table::{Table, counted, folded, percent, percent_up, shortened};

/// The widest line, in characters.
const WIDTH: usize = 110;

/// The most lines of all tables together; the lines of a table that are not rows (heading, head, entries left out); and the
/// most rows of a table after the first if the first is long, for up to three tables, for four and for five.
const LINES: usize = 23;
const FRAME: usize = 3;
const FEW: [usize; 3] = [5, 3, 1];

/// The scalar whose league orders the rows, if it has one.
const FIRST: &str = "f64";

/// The variants of one promise, and for each scalar the widest league of them.
struct Board {
    promise: String,
    seasons: Vec<Season>,
    /// Variants in the order of the first scalar's league; variants in none of these leagues are in `elsewhere`.
    variants: Vec<usize>,
    elsewhere: Vec<usize>,
}

impl Board {
    fn of(survey: &Survey, all_seasons: &[Season], question: Question) -> Board {
        let is_of_it = |v: usize| survey.variants[v].promise == question;
        let (mut of_scalars, mut all): (Vec<Season>, Vec<usize>) = (Vec::new(), Vec::new());
        for scalar in 0..survey.scalars.len() {
            let is_meant = |season: &&Season| season.question == question && season.scalar == scalar;
            let mut of_these: Vec<Season> = all_seasons.iter().filter(is_meant).cloned().collect();
            of_these.iter_mut().for_each(|season| season.places.retain(|place| is_of_it(place.variant)));
            all.extend(of_these.iter().flat_map(|season| &season.places).map(|place| place.variant));
            of_scalars.extend(widest(of_these));
        }
        let mut variants = Vec::new();
        let is_first = |season: &&Season| survey.scalars[season.scalar] == FIRST;
        let rest = of_scalars.iter().filter(|season| !is_first(season));
        for place in of_scalars.iter().filter(is_first).chain(rest).flat_map(|season| &season.places) {
            if !variants.contains(&place.variant) {
                variants.push(place.variant);
            }
        }
        let mut elsewhere: Vec<usize> = Vec::new();
        for variant in all {
            if !variants.contains(&variant) && !elsewhere.contains(&variant) {
                elsewhere.push(variant);
            }
        }
        // Only four of them are named, so variants that a user added come first.
        sort_by_key(&mut elsewhere, |v| !is_taken_in(survey, *v));
        let unsound = question.soundness().map_or_else(String::new, |by| format!(" (wrong: {} ones too)", by.off()));
        let promise = format!("Variants that promise {}{unsound}", question.promised());
        Board { promise, seasons: of_scalars, variants, elsewhere }
    }

    fn place(&self, season: usize, variant: usize) -> Option<&Place> {
        self.seasons[season].places.iter().find(|place| place.variant == variant)
    }

    /// The heading: the promise, and the number of families of each scalar's league.
    fn heading(&self, survey: &Survey) -> String {
        let mut counts: Vec<(usize, Vec<&str>)> = Vec::new();
        for season in &self.seasons {
            let (count, scalar) = (season.families.len(), &survey.scalars[season.scalar][..]);
            match counts.iter_mut().find(|(known, _)| *known == count) {
                Some((_, scalars)) => scalars.push(scalar),
                None => counts.push((count, vec![scalar])),
            }
        }
        let families = |count: usize| counted(count, "family", "families");
        let named = match &counts[..] {
            [(count, _)] => families(*count),
            _ => {
                let named = counts.iter().map(|(count, scalars)| format!("{} in {}", families(*count), scalars.join(" and ")));
                named.collect::<Vec<_>>().join(", ")
            }
        };
        format!("{}: {named}", self.promise)
    }

    fn table(&self, survey: &Survey, rows: usize, name: usize) -> Table {
        let scalar = |season: &Season| &survey.scalars[season.scalar];
        let mut head = vec!["variant".to_owned()];
        head.extend(
            ["wrong", "failure"]
                .iter()
                .flat_map(|what| self.seasons.iter().map(move |season| format!("{what} {}", scalar(season)))),
        );
        let timed = (!survey.times.is_empty()).then(|| self.timed(survey)).flatten();
        head.extend(timed.map(|season| format!("ns {}", scalar(&self.seasons[season]))));
        let mut table = Table::new(head);
        for v in self.shown(survey, rows) {
            let of = |rate: &dyn Fn(&Season, &Place) -> Option<f64>| -> Vec<String> {
                let cell = |season: usize| match self.place(season, v) {
                    Some(place) => percent(rate(&self.seasons[season], place).unwrap_or(f64::NAN)),
                    None => "–".to_owned(),
                };
                (0..self.seasons.len()).map(cell).collect()
            };
            let failures = |season: &Season, place: &Place| {
                survey.pooled_over(&place.families, v, season.scalar, Counts::failures).map(|mean| mean.rate)
            };
            let mut row = vec![shortened(&survey.variants[v].name, name)];
            row.extend(of(&|_, place| Some(place.wrong.rate)));
            row.extend(of(&failures));
            if let Some(season) = timed {
                let place = self.place(season, v);
                let time = |place: &Place| survey.times.pooled(&place.families, v, self.seasons[season].scalar);
                row.push(time_cell(place.and_then(time).map(|time| time.0)));
            }
            table.rows.push(row);
        }
        table
    }

    /// The league with the times that are shown.
    fn timed(&self, survey: &Survey) -> Option<usize> {
        let first = self.seasons.iter().position(|season| survey.scalars[season.scalar] == FIRST);
        first.or(if self.seasons.is_empty() { None } else { Some(0) })
    }

    /// The variants with a row: the first of the league, the variant of the least rank, and the variants that the user of the
    /// study added.
    fn shown(&self, survey: &Survey, rows: usize) -> Vec<usize> {
        let is_asked_for = |v: &usize| survey.is_first_of_its_promise(*v) || is_taken_in(survey, *v);
        let mut others = rows.saturating_sub(self.variants.iter().filter(|v| is_asked_for(v)).count());
        let mut is_shown = |v: &usize| {
            let is_among_first = others > 0;
            others -= usize::from(!is_asked_for(v) && is_among_first);
            is_asked_for(v) || is_among_first
        };
        self.variants.iter().copied().filter(|v| is_shown(v)).take(rows).collect()
    }

    /// The table with as many rows as there is room for, and a line on the variants that are left out.
    fn text(&self, survey: &Survey, rows: usize) -> String {
        let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let names = [(usize::MAX, 2)].into_iter().chain((8..=30).rev().map(|name| (name, 2)));
        let texts = names.map(|(name, gap)| self.table(survey, rows, name).text(1, gap));
        let table = texts.into_iter().find(|text| widest(text) <= WIDTH);
        let table = table.unwrap_or_else(|| self.table(survey, rows, 8).text(1, 1));
        let mut left: Vec<String> = Vec::new();
        if self.variants.len() > rows {
            left.push(format!("{} more", self.variants.len() - rows));
        }
        if !self.elsewhere.is_empty() {
            let names: Vec<String> = self.elsewhere.iter().take(4).map(|v| shortened(&survey.variants[*v].name, 18)).collect();
            let more = if self.elsewhere.len() > 4 { ", …" } else { "" };
            left.push(format!("on other families: {}{more}", names.join(", ")));
        }
        let left = if left.is_empty() { left.join("") } else { folded(&format!("… and {}", left.join("; ")), WIDTH) };
        format!("{}\n{table}{left}", self.heading(survey))
    }
}

/// Whether the user who ran the study added the variant.
fn is_taken_in(survey: &Survey, v: usize) -> bool {
    survey.study.facts.taken_in.contains(&survey.variants[v].name)
}

/// Wrong verdicts and all failures of each variant in each scalar; variants that promise distances come first.
pub(crate) fn trust_text(survey: &Survey) -> String {
    let seasons = seasons(survey);
    let boards: Vec<Board> = Question::LEAGUES.map(|question| Board::of(survey, &seasons, question)).into_iter().collect();
    let counts: Vec<usize> = boards.iter().map(|board| board.variants.len()).collect();
    // Later tables get a few rows, and the rows that are left.
    let tables = counts.iter().filter(|count| **count > 0).count();
    let few = FEW[tables.clamp(3, 5) - 3];
    let mut left = LINES.saturating_sub(FRAME * tables);
    let mut rows = Vec::new();
    for (place, &count) in counts.iter().enumerate() {
        let later: usize = counts[place + 1..].iter().map(|count| (*count).min(few)).sum();
        rows.push(count.min(left.saturating_sub(later)));
        left -= rows[place];
    }
    let tables = boards.iter().zip(rows).filter(|(board, _)| !board.variants.is_empty());
    let text: Vec<String> = tables.map(|(board, rows)| board.text(survey, rows)).collect();
    // The upper bound of a rate of zero.
    let shown = boards.iter().flat_map(|board| &board.seasons).flat_map(|season| &season.places);
    let bound = shown.filter(|place| place.wrong.rate == 0.0).map(|place| place.wrong.upper()).fold(0.0, f64::max);
    let bound = if bound > 0.0 { format!("; a rate of 0 is below {} % (95 %)", percent_up(bound)) } else { String::new() };
    // The form of the times in a few words; the summary has the numbers of families.
    let timed = boards.iter().filter_map(|board| board.seasons.get(board.timed(survey)?));
    let left_out = timed.filter_map(|season| survey.times.left_out(&season.families, season.scalar)).max();
    let form = match left_out {
        None => "",
        Some(0) => ", in the erased form",
        Some(_) => ", without families of the erased form",
    };
    let times = match (&survey.times.machine, survey.times.is_empty()) {
        (_, true) => String::new(),
        (machine, _) if machine.is_empty() => format!(" ns: median per query{form}."),
        (machine, _) => format!(" ns: median per query on {}{form}.", shortened(machine, 40)),
    };
    let elsewhere = match survey.other_times.len() {
        0 => String::new(),
        others => format!(" Times on {} are only in pairs.csv.", counted(others, "other machine", "other machines")),
    };
    let reading = format!(
        "In % of the cases, families with equal weights. Tolerance {} u·D, exact: 0. Wrong: the verdict, by more than the \
         tolerance{bound}. Failure: wrong, no answer, or a length that has lost half of its digits. –: not \
         applicable.{times}{elsewhere}",
        crate::draw::number(survey.study.facts.tolerance)
    );
    format!("{}\n{}", text.join("\n"), folded(&reading, WIDTH))
}
