//! League tables as files and as people read them.

use gjk_records::{Column, Counts};

use super::{League, Place, Season, seasons, wrong};
use crate::Survey;
use crate::table::{Table, counted, or_nothing, percent, rate_cells, shortened};
use crate::tables::time_text;

/// Both leagues of every scalar, a row a place.
pub(crate) fn league_table(survey: &Survey) -> Table {
    let mut table = Table::new(
        "league scalar families cases rank tied variant missed phantom wrong wrong_low wrong_high wrong_bound other_failures \
         other_failures_low other_failures_high right right_low right_high nanoseconds"
            .split(' '),
    );
    for Season { league, scalar, families, places } in seasons(survey) {
        for Place { variant: v, rank, is_tied, bound } in places {
            let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(&families, v, scalar, hits);
            let single = |column: Column| or_nothing(rate(&|c| c.rulings[column]).map(|rate| rate.rate));
            let mut row = vec![league.name().to_owned(), survey.scalars[scalar].clone(), families.len().to_string()];
            row.extend([
                survey.sum(&families, v, scalar, Counts::applicable).to_string(),
                rank.to_string(),
                is_tied.to_string(),
            ]);
            row.push(survey.variants[v].name.clone());
            row.extend([single(Column::Missed), single(Column::Phantom)]);
            row.extend(rate_cells(rate(&wrong)));
            row.push(bound.to_string());
            row.extend(rate_cells(rate(&|c| league.other_failures(c))));
            row.extend(rate_cells(rate(&|c| league.right(c))));
            row.push(or_nothing(survey.times.pooled(&families, v, scalar).map(|time| time.0)));
            table.rows.push(row);
        }
    }
    table
}

/// A league as people read it; names of at most `name` characters.
pub(crate) fn shown(survey: &Survey, season: &Season, name: usize) -> Table {
    let Season { league, scalar, ref families, .. } = *season;
    let corpus = survey.corpus();
    let columns: &[Column] = match league {
        League::Distances => &[Column::Off, Column::GaveUp, Column::Contact, Column::Inaccurate, Column::Right],
        League::Verdicts => &[Column::GaveUp, Column::Contact],
    };
    let mut head = vec!["", "variant", "cases", "missed", "phantom", "both ≤"];
    // Most studies have no bodies in a common plane that are missed, and a line has little room.
    let with_flat = survey.has_flat_missed();
    for column in columns {
        head.push(column.short());
        head.extend((with_flat && *column == Column::Contact).then_some("flat"));
    }
    let with_undecided = (0..survey.variants.len()).any(|v| survey.total(v, scalar).rulings[Column::Undecided] > 0);
    head.extend(with_undecided.then_some(Column::Undecided.short()));
    head.extend((league == League::Verdicts).then_some("right"));
    head.push("cert.");
    head.extend(corpus.map(|_| "corpus"));
    head.extend((!survey.times.is_empty()).then_some("ns"));
    let mut table = Table::new(head);
    for &Place { variant: v, rank, is_tied, bound } in &season.places {
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(families, v, scalar, hits);
        let share = |hits: &dyn Fn(&Counts) -> u64| percent(rate(hits).map_or(f64::NAN, |rate| rate.rate));
        let mut row = vec![format!("{rank}{}", if is_tied { "=" } else { "" }), shortened(&survey.variants[v].name, name)];
        row.push(survey.sum(families, v, scalar, Counts::applicable).to_string());
        row.extend([Column::Missed, Column::Phantom].map(|column| share(&|c| c.rulings[column])));
        row.push(percent(bound));
        for &column in columns {
            row.push(share(&|c| c.rulings[column]));
            row.extend((with_flat && column == Column::Contact).then(|| share(&|c| c.flat_missed)));
        }
        row.extend(with_undecided.then(|| share(&|c| c.rulings[Column::Undecided])));
        row.extend((league == League::Verdicts).then(|| share(&|c| league.right(c))));
        row.push(share(&|c| c.certified));
        if let Some(corpus) = corpus {
            let counts = survey.counts(corpus, v, scalar);
            row.push(format!("{}/{}", wrong(counts) + league.other_failures(counts), counts.applicable()));
        }
        if !survey.times.is_empty() {
            row.push(time_text(survey.times.pooled(families, v, scalar).map(|time| time.0)));
        }
        table.rows.push(row);
    }
    table
}

/// What stands above a league; its families where they are few among many.
pub(crate) fn heading(survey: &Survey, season: &Season) -> String {
    let families = counted(season.families.len(), "family", "families");
    let names: Vec<&str> = season.families.iter().map(|&f| survey.families[f].name.as_str()).collect();
    let are_few = names.len() < survey.family_count(season.scalar) && names.len() <= 8;
    let named = if are_few { format!(": {}", names.join(", ")) } else { String::new() };
    format!("{}, {}, {families}{named}", survey.scalars[season.scalar], season.league.name())
}
