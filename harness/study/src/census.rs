//! The position of the origin when DoSimplex is entered, which is the subject of lemmas 5 to 7 of the boolean variants.

use gjk_records::CensusTally;
use serde_json::{Value, json};

use crate::context::Context;
use crate::experiment::{Experiment, Sample, Unit, Usual, none_of};

/// Samples, by size of the study.
const SAMPLES: [u64; 3] = [20_000, 500_000, 5_000_000];
/// The approximate cost of the census, in cases.
const SIZE: u64 = 1000;

/// The census of Voronoi regions.
pub struct Census;

impl Experiment for Census {
    fn name(&self) -> &'static str {
        "census"
    }

    fn about(&self) -> &'static str {
        "Where the origin lies when DoSimplex is entered"
    }

    fn usual(&self) -> Usual {
        Usual::OfEverything
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("samples of the census", json!(context.count(SAMPLES)))]
    }

    fn idle(&self, context: &Context) -> Option<String> {
        // Even with few samples, every variant that is counted has a line.
        let mut names: Vec<String> = gjk_claims::census(1, 1).into_iter().map(|tally| tally.variant).collect();
        names.dedup();
        none_of(context, &names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        vec![Unit::of_lines("census".to_owned(), SIZE, || census(context, context.count(SAMPLES)))]
    }

    fn samples<'a>(&self, context: &'a Context) -> Vec<Sample<'a>> {
        let (all, few) = (context.count(SAMPLES), context.count(SAMPLES).min(5_000));
        vec![Sample { unit: Unit::of_lines(String::new(), 1, move || census(context, few)), times: all as f64 / few as f64 }]
    }
}

fn census(context: &Context, samples: u64) -> Vec<CensusTally> {
    let mut census = gjk_claims::census(context.seed, samples);
    census.retain(|tally: &CensusTally| context.roster.named(&tally.variant).is_some());
    census
}
