//! The rulings of the answers of each variant.

use gjk_records::{Column, Counts};

use super::{ANSWERS, Made, PaperTable, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{interval_text, rate_text};
use crate::summary::Rate;
use crate::table::{Table, rate_cells};

pub(super) const TABLE: PaperTable =
    PaperTable { name: "rulings", description: "rulings of the answers of each variant, by scalar", reads: &[ANSWERS], make };

fn make(survey: &Survey) -> Made {
    let tables: Vec<Typeset> = survey.judged_scalars().into_iter().map(|scalar| typeset(survey, scalar)).collect();
    if tables.is_empty() { Err("no case was judged".to_owned()) } else { Ok(tables) }
}

fn typeset(survey: &Survey, scalar: usize) -> Typeset {
    let name = &survey.scalars[scalar];
    let is_given = |column: &Column| (0..survey.variants.len()).any(|v| survey.total(v, scalar).rulings[*column] > 0);
    // Few studies have an answer that cannot be judged.
    let columns: Vec<Column> =
        Column::APPLICABLE.into_iter().filter(|column| *column != Column::Undecided || is_given(column)).collect();
    let mut table = Table::new(["variant", "cases"]).with(columns.iter().map(|column| format!("{} / %", column.short())));
    table = table.with(["failure / %", "interval / %", "certified / %"]);
    let mut numbers = Table::new(["scalar", "variant", "families", "cases"]).with(columns.iter().map(|column| column.field()));
    numbers = numbers.with(["failure", "failure_low", "failure_high", "certified"]);
    for (v, variant) in survey.variants.iter().enumerate() {
        let families = survey.pooled_families(v, scalar);
        if families.is_empty() {
            continue;
        }
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled(v, scalar, hits).map(|mean| mean.rate());
        let text = |rate: Option<Rate>| rate.map_or_else(|| "–".to_owned(), |rate| rate_text(&rate));
        let cases = survey.sum(&families, v, scalar, Counts::applicable).to_string();
        let failure = rate(&Counts::failures);
        let mut row = vec![label(&variant.name), cases.clone()];
        row.extend(columns.iter().map(|&column| text(rate(&|c| c.rulings[column]))));
        row.extend([
            text(failure),
            failure.map_or_else(String::new, |rate| interval_text(&rate)),
            text(rate(&|c| c.certified)),
        ]);
        table.rows.push(row);
        let mut row = vec![name.clone(), variant.name.clone(), families.len().to_string(), cases];
        row.extend(columns.iter().map(|&column| rate_cells(rate(&|c| c.rulings[column]))[0].clone()));
        row.extend(rate_cells(failure));
        row.push(rate_cells(rate(&|c| c.certified))[0].clone());
        numbers.rows.push(row);
    }
    Typeset {
        name: file_name(&["rulings", name]),
        caption: format!("Rulings of the answers of each variant in {name}"),
        table,
        names: 1,
        notes: "Shares of the cases in %, families with equal weights. Each variant is over all families of which it accepts \
                at least half of the cases, so rows may be over different families. Failure: off, missed, phantom or no \
                answer. Interval: its one-sided bounds at 95 % (Clopper-Pearson). Certified: the answer's own evidence \
                proves the verdict."
            .to_owned(),
        numbers,
    }
}
