use gjk_harness::{case::*, corpus, entry::Roster, trial::Trial};
fn main() {
    let roster = Roster::builtin();
    for case in corpus::wild() {
        let t0 = Trial::pose(&case, Arithmetic::Exact).unwrap();
        let e = case.expect.clone().unwrap();
        let ok = e.class == Some(t0.truth.class())
            && e.distance_squared.as_deref() == Some(&t0.truth.distance_squared().to_string());
        print!("{:40} {:5}", case.id, ok);
        for a in Arithmetic::ALL {
            let t = Trial::pose(&case, a).unwrap();
            print!(" | ");
            for f in t.ask(&roster, 64.0, |_| true) {
                match f.outcome {
                    None => print!("-- "),
                    Some((r, j)) => print!(
                        "{}{}{} ",
                        &j.ruling.name()[..2],
                        if j.certified == Some(true) { "+" } else { " " },
                        &r.stop.unwrap().name()[..3]
                    ),
                }
            }
        }
        println!();
    }
}
