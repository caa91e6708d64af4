use gjk_harness::{case::*, entry::Roster, family::named, trial::Trial};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let roster = Roster::builtin();
    let f = named(&a[1]).unwrap();
    for i in 0..a[3].parse().unwrap() {
        let c = f.case(1, Arithmetic::F64, i);
        let t = Trial::pose(&c, Arithmetic::F64).unwrap();
        for fi in t.ask(&roster, 64.0, |e| e.about.name == a[2]) {
            let (r, j) = fi.outcome.unwrap();
            if j.ruling.name() != "right" {
                println!(
                    "{} knob {:?} {:?} {} {} it {} err {:?} margin {:?} d {:?} truth {:e}",
                    c.id,
                    c.knob.unwrap().asked,
                    t.truth.class(),
                    j.ruling.name(),
                    r.stop.unwrap().name(),
                    r.iterations,
                    j.error,
                    j.margin,
                    r.answer.as_ref().and_then(|a| a.distance()),
                    t.truth.distance_f64()
                );
            }
        }
    }
}
