//! The worst cases of a study, asked again for its page.

use gjk_cases::case::Arithmetic;
use gjk_claims::{CLAIMS, VERDICTS};
use gjk_records::CORPUS;
use gjk_reports::{LedgerClaim, PageParts, Selection, ShownCase, Study, WorstCase, worst_cases};
use gjk_solvers::{PosedCase, Roster};
use rayon::prelude::*;

use crate::address::single;
use crate::replay::Asked;

/// The parts of a page of a study that its records do not hold: runs of the worst cases, and the ledger of claims.
pub fn page_parts(roster: &Roster, study: &Study, selection: &Selection) -> PageParts {
    let tolerance = study.facts.tolerance;
    let worst = worst_cases(study, &selection.variants);
    let cases = worst.into_par_iter().with_max_len(1).map(|worst| {
        let shown = asked_again(roster, &worst, tolerance).map(|shown| shown.rendered(&worst));
        (worst, shown)
    });
    let ledger = CLAIMS.iter().zip(VERDICTS).map(|(claim, (_, verdict, in_both))| LedgerClaim {
        id: claim.id,
        says: claim.says,
        verdict,
        in_both: *in_both,
    });
    PageParts { cases: cases.collect(), claims: ledger.collect() }
}

/// The run of a variant on a case of a study; `None` if the program does not have the variant or cannot make the case, as for the
/// hulls of a file.
fn asked_again(roster: &Roster, worst: &WorstCase, tolerance: f64) -> Option<ShownCase> {
    let entry = roster.named(&worst.variant)?;
    let scalar = Arithmetic::named(&worst.scalar)?;
    let address = if worst.family == CORPUS { format!("{CORPUS}#{}", worst.case) } else { worst.case.clone() };
    let addressed = single(&address, "replay").ok()?;
    let posed = PosedCase::pose(&addressed.case(scalar)?, scalar)?;
    let finding = posed.ask(roster, tolerance, |other| other.about.name == worst.variant).into_iter().next()?;
    let (reply, found) = finding.outcome.as_ref()?;
    let asked = Asked { roster, entry, address: &address, scalar, tolerance };
    Some(asked.shown(&worst.case, finding.held.as_deref().unwrap_or(&posed), reply, found))
}
