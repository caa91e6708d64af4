//! Altered proofs; some are still true, and every line that a checker accepts must be true.
//!
//! The oracle computes the truth of the altered bodies.

use std::collections::BTreeSet;

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Point};
use gjk_cases::hexfloat;
use gjk_truth::exact::Scaled;
use gjk_truth::truth::{HullTruth, Time, Truth};
use serde_json::{Value, json};

use super::checkers::checked;
use super::lies::with;
use super::{assert_page_says, fractions, of_all_kinds, points, proofs, thousands, written};

/// A line to alter, and a round whose number varies the alterations.
struct Line<'a> {
    line: &'a Value,
    round: usize,
}

impl Line<'_> {
    fn at(&self, pointer: &str) -> Option<&Value> {
        self.line.pointer(pointer)
    }

    fn list(&self, pointer: &str) -> Option<&Vec<Value>> {
        self.at(pointer)?.as_array().filter(|list| !list.is_empty())
    }

    /// An index below the count.
    fn pick(&self, count: usize) -> usize {
        self.round * 7919 % count
    }

    /// The line with one field recomputed.
    fn set(&self, pointer: &str, change: impl FnOnce(&Value) -> Option<Value>) -> Option<Value> {
        change(self.at(pointer)?).map(|value| with(self.line, pointer, value))
    }

    /// The line with one list recomputed.
    fn relisted(&self, pointer: &str, change: impl FnOnce(&mut Vec<Value>)) -> Option<Value> {
        let mut list = self.list(pointer)?.clone();
        change(&mut list);
        Some(with(self.line, pointer, json!(list)))
    }

    /// The line with a coordinate of a point recomputed.
    fn coordinate(&self, list: &str, change: impl Fn(f64) -> f64) -> Option<Value> {
        self.coordinate_of(&format!("{list}/{}", self.pick(self.list(list)?.len())), change)
    }

    /// The line with a coordinate of a vector recomputed.
    fn coordinate_of(&self, vector: &str, change: impl Fn(f64) -> f64) -> Option<Value> {
        self.set(&format!("{vector}/{}", self.round % self.list(vector)?.len()), |x| double(x, &change))
    }

    /// The line with the normal of its claim about the motion recomputed.
    fn normal_of_motion(&self, change: impl FnOnce(&mut [RBig])) -> Option<Value> {
        let claim = if self.at("/never").is_some() { "/never/normal" } else { "/first_contact/normal" };
        self.set(claim, |normal| {
            let mut normal = fractions(normal);
            change(&mut normal);
            Some(normal.iter().map(|x| json!(x.to_string())).collect())
        })
    }

    /// The line with a field removed.
    fn without(&self, name: &str) -> Option<Value> {
        let mut line = self.line.clone();
        line.as_object_mut()?.remove(name).map(|_| line)
    }

    /// The line with a fraction recomputed.
    fn fraction(&self, pointer: &str, change: impl FnOnce(RBig) -> RBig) -> Option<Value> {
        self.set(pointer, |x| Some(json!(change(rational(x)?).to_string())))
    }
}

fn rational(text: &Value) -> Option<RBig> {
    text.as_str()?.parse().ok()
}

fn parsed(text: &Value) -> Option<f64> {
    hexfloat::parse(text.as_str()?).ok()
}

fn double(text: &Value, change: impl Fn(f64) -> f64) -> Option<Value> {
    let x = change(parsed(text)?);
    x.is_finite().then(|| json!(hexfloat::write(x)))
}

fn trillionths(count: u64) -> RBig {
    RBig::from(count) / RBig::from(1_000_000_000_000_u64)
}

/// Exchanges the values of two fields.
fn exchanged(line: &Value, one: &str, other: &str) -> Option<Value> {
    let (x, y) = (line.pointer(one)?.clone(), line.pointer(other)?.clone());
    (x != y).then(|| with(&with(line, one, y), other, x))
}

const CLASSES: [&str; 3] = ["separated", "touching", "overlapping"];

fn another(line: &Line, pointer: &str) -> Option<Value> {
    let others: Vec<&str> = CLASSES.into_iter().filter(|name| line.at(pointer).is_some_and(|class| class != name)).collect();
    line.set(pointer, |_| Some(json!(others[line.pick(others.len())])))
}

type Alteration = fn(&Line) -> Option<Value>;

/// Each makes another line, or `None` if it does not apply to this one.
const BODIES: [(&str, Alteration); 19] = [
    ("a coordinate of A is a place higher", |l| l.coordinate("/a", f64::next_up)),
    ("a coordinate of B is a place lower", |l| l.coordinate("/b", f64::next_down)),
    ("a coordinate of A has the other sign", |l| l.coordinate("/a", |x| -x)),
    ("a coordinate of B is twice as large", |l| l.coordinate("/b", |x| 2.0 * x)),
    ("a coordinate is no double", |l| l.set("/a/0/0", |x| Some(json!(x.as_str()?.replace('p', "00000000000008p"))))),
    ("a point of A is lacking", |l| l.relisted("/a", |a| drop(a.remove(l.pick(a.len()))))),
    ("the last point of B is lacking", |l| l.relisted("/b", |b| drop(b.pop()))),
    ("a point of A twice", |l| l.relisted("/a", |a| a.push(a[l.pick(a.len())].clone()))),
    ("a point of B is one of A too", |l| {
        let shared = l.list("/b")?[0].clone();
        l.relisted("/a", |a| a.push(shared))
    }),
    ("two points of A exchanged", |l| l.relisted("/a", |a| a.rotate_left(1)).filter(|line| line != l.line)),
    ("A and B exchanged", |l| exchanged(l.line, "/a", "/b")),
    ("a point with a coordinate too few", |l| l.set("/a/0", |p| Some(json!(p.as_array()?[1..])))),
    ("A is moved", |l| l.relisted("/a", |a| a.iter_mut().for_each(|p| p[0] = double(&p[0], |x| x + 0.25).expect("a double")))),
    ("A is twice as large", |l| {
        let twice = |p: &mut Value| {
            p.as_array_mut().expect("a point").iter_mut().for_each(|x| *x = double(x, |x| 2.0 * x).expect("a double"))
        };
        l.relisted("/a", |a| a.iter_mut().for_each(twice))
    }),
    ("there are radii", |l| {
        let mut line = l.line.clone();
        line["radii"] = json!([hexfloat::write(0.5_f64.powi(l.round as i32 % 40)), "0x0p+0"]);
        Some(line)
    }),
    ("the radii exchanged", |l| exchanged(l.line, "/radii/0", "/radii/1")),
    ("a radius is a place larger", |l| l.set("/radii/0", |r| double(r, f64::next_up))),
    ("the offset of a half-space is a place higher", |l| l.set("/halfspace/offset", |d| double(d, f64::next_up))),
    ("the normal of a half-space is longer", |l| {
        let longer =
            l.relisted("/halfspace/normal", |n| n.iter_mut().for_each(|x| *x = double(x, |x| 2.0 * x).expect("a double")))?;
        if l.round % 2 == 0 {
            Some(longer)
        } else {
            Line { line: &longer, round: 0 }.set("/halfspace/offset", |d| double(d, |d| 2.0 * d))
        }
    }),
];

const CLAIMS: [(&str, Alteration); 15] = [
    ("another class", |l| another(l, "/class")),
    ("another core class", |l| another(l, "/core_class")),
    ("other classes", |l| {
        let line = another(l, "/core_class")?;
        let class = line["core_class"].clone();
        Some(with(&line, "/class", class))
    }),
    ("a distance that is longer", |l| {
        l.fraction("/core_distance_squared", |d| d * (RBig::ONE + trillionths(1)) + trillionths(1))
    }),
    ("a distance that is shorter", |l| l.fraction("/core_distance_squared", |d| d * (RBig::ONE - trillionths(1)))),
    ("a distance that is negative", |l| l.fraction("/core_distance_squared", |d| -d)),
    ("a distance not in lowest terms", |l| {
        l.set("/core_distance_squared", |d| {
            let d = rational(d)?;
            Some(json!(format!(
                "{}/{}",
                RBig::from(d.numerator().clone()) * RBig::from(6),
                RBig::from(d.denominator().clone()) * RBig::from(6)
            )))
        })
    }),
    ("a depth that is longer", |l| l.fraction("/core_depth_squared", |d| d * (RBig::ONE + trillionths(1)))),
    ("a depth that is shorter", |l| l.fraction("/core_depth_squared", |d| d * (RBig::ONE - trillionths(1)))),
    ("a depth of zero", |l| {
        let mut line = l.line.clone();
        line["core_depth_squared"] = json!("0");
        Some(line)
    }),
    ("no depth", |l| l.without("core_depth_squared")),
    ("a witness point of A elsewhere", |l| l.fraction("/proof/on_a/0", |x| x + trillionths(1))),
    ("the witness point of A for that of B", |l| {
        let on_a = l.at("/proof/on_a")?.clone();
        l.set("/proof/on_b", |on_b| (*on_b != on_a).then_some(on_a))
    }),
    ("the witness points exchanged", |l| exchanged(l.line, "/proof/on_a", "/proof/on_b")),
    ("the other dimension", |l| l.set("/dim", |dim| Some(json!(5 - dim.as_u64()?)))),
];

const EVIDENCE: [(&str, Alteration); 17] = [
    ("the weights in another order", |l| l.relisted("/proof/weights", |w| w.rotate_left(1)).filter(|line| line != l.line)),
    ("a weight that is larger", |l| l.fraction("/proof/weights/0", |w| w + trillionths(1))),
    ("a weight that is larger and one that is smaller", |l| {
        let line = l.fraction("/proof/weights/0", |w| w + trillionths(1))?;
        Line { line: &line, round: 0 }.fraction("/proof/weights/1", |w| w - trillionths(1))
    }),
    ("a pair is lacking with its weight", |l| {
        let line = l.relisted("/proof/pairs", |pairs| drop(pairs.pop()))?;
        Line { line: &line, round: 0 }.relisted("/proof/weights", |weights| drop(weights.pop()))
    }),
    ("a pair twice, with half of its weight", |l| {
        let half = json!((fractions(l.at("/proof/weights")?)[0].clone() / RBig::from(2)).to_string());
        let line = l.relisted("/proof/pairs", |pairs| pairs.push(pairs[0].clone()))?;
        Line { line: &line, round: 0 }.relisted("/proof/weights", |weights| {
            weights[0] = half.clone();
            weights.push(half);
        })
    }),
    ("another point in a pair", |l| {
        let count = l.list("/a")?.len();
        let pair = l.pick(l.list("/proof/pairs")?.len());
        l.set(&format!("/proof/pairs/{pair}/0"), |i| Some(json!((i.as_u64()? as usize + 1 + l.round % count) % (count + 1))))
    }),
    ("the opposite normal", |l| {
        let opposite = |x: &mut Value| *x = json!((-rational(x).expect("a fraction")).to_string());
        l.relisted("/proof/normal", |n| n.iter_mut().for_each(opposite))
    }),
    ("a normal three times as long", |l| {
        let longer = |x: &mut Value| *x = json!((rational(x).expect("a fraction") * RBig::from(3)).to_string());
        l.relisted("/proof/normal", |n| n.iter_mut().for_each(longer))
    }),
    ("a normal that is tilted", |l| l.fraction("/proof/normal/0", |x| x + trillionths(1))),
    ("a facet is lacking", |l| l.relisted("/depth_proof/facets", |f| drop(f.remove(l.pick(f.len()))))),
    ("a facet twice", |l| l.relisted("/depth_proof/facets", |f| f.push(f[l.pick(f.len())].clone()))),
    ("a facet turned", |l| {
        let at = |facets: &Vec<Value>| l.pick(facets.len());
        l.relisted("/depth_proof/facets", |f| {
            let i = at(f);
            f[i].as_array_mut().expect("corners").reverse();
        })
    }),
    ("another corner of a facet", |l| {
        let corner = l.list("/depth_proof/facets")?[0][0].clone();
        let facet = l.pick(l.list("/depth_proof/facets")?.len());
        l.set(&format!("/depth_proof/facets/{facet}/1"), |old| (*old != corner).then_some(corner))
    }),
    ("the corners of a facet from another one on", |l| {
        let facet = l.pick(l.list("/depth_proof/facets")?.len());
        l.relisted(&format!("/depth_proof/facets/{facet}"), |corners| corners.rotate_left(1))
    }),
    ("another nearest facet", |l| {
        let count = l.list("/depth_proof/facets")?.len();
        l.set("/depth_proof/nearest", |n| Some(json!((n.as_u64()? as usize + 1 + l.round % count) % (count + 1))))
    }),
    ("another point of support", |l| {
        let count = l.list("/a")?.len();
        l.set("/proof/support", |i| Some(json!((i.as_u64()? as usize + 1 + l.round % count) % (count + 1))))
    }),
    ("no shell", |l| l.without("depth_proof")),
];

/// A relative change that leaves a bracket of 2⁻⁵⁴ and the time of a contact apart.
fn tiny() -> RBig {
    RBig::ONE / RBig::from(1_u64 << 60)
}

const MOTION: [(&str, Alteration); 18] = [
    ("the motion is a place longer", |l| l.coordinate_of("/cast/translation", f64::next_up)),
    ("a coordinate of the motion has the other sign", |l| l.coordinate_of("/cast/translation", |x| -x)),
    ("the motion is twice as long", |l| {
        l.relisted("/cast/translation", |r| r.iter_mut().for_each(|x| *x = double(x, |x| 2.0 * x).expect("a double")))
    }),
    ("no motion", |l| l.without("cast")),
    ("a later contact", |l| l.fraction("/first_contact/time", |t| t + tiny())),
    ("an earlier contact", |l| l.fraction("/first_contact/time", |t| t - tiny())),
    ("a contact in a bracket", |l| {
        let time = rational(l.at("/first_contact/time")?)?;
        let mut line = l.line.clone();
        let contact = line["first_contact"].as_object_mut()?;
        contact.remove("time");
        contact.insert("low".to_owned(), json!((&time * (RBig::ONE - tiny())).to_string()));
        contact.insert("high".to_owned(), json!(time.to_string()));
        Some(line)
    }),
    ("a bracket that begins earlier", |l| l.fraction("/first_contact/low", |t| t * (RBig::ONE - tiny()))),
    ("a bracket that begins later", |l| l.fraction("/first_contact/low", |t| t + tiny())),
    ("a bracket that ends at another time", |l| {
        let later = l.round % 2 == 0;
        l.fraction("/first_contact/high", |t| if later { t + tiny() } else { t - tiny() })
    }),
    ("never for a contact", |l| {
        let normal = l.at("/first_contact/normal")?.clone();
        let mut line = l.without("first_contact")?;
        line["never"] = json!({"normal": normal});
        Some(line)
    }),
    ("a pair of the contact twice, with half of its weight", |l| {
        let half = json!((fractions(l.at("/first_contact/weights")?)[0].clone() / RBig::from(2)).to_string());
        let line = l.relisted("/first_contact/pairs", |pairs| pairs.push(pairs[0].clone()))?;
        Line { line: &line, round: 0 }.relisted("/first_contact/weights", |weights| {
            weights[0] = half.clone();
            weights.push(half);
        })
    }),
    ("another point in a pair of the contact", |l| {
        let count = l.list("/a")?.len();
        let pair = l.pick(l.list("/first_contact/pairs")?.len());
        l.set(&format!("/first_contact/pairs/{pair}/0"), |i| {
            Some(json!((i.as_u64()? as usize + 1 + l.round % count) % (count + 1)))
        })
    }),
    ("a point of contact elsewhere", |l| l.fraction("/first_contact/on_a/0", |x| x + trillionths(1))),
    ("the points of contact exchanged", |l| exchanged(l.line, "/first_contact/on_a", "/first_contact/on_b")),
    ("a normal of the motion three times as long", |l| l.normal_of_motion(|n| n.iter_mut().for_each(|x| *x *= RBig::from(3)))),
    ("the opposite normal of the motion", |l| l.normal_of_motion(|n| n.iter_mut().for_each(|x| *x *= RBig::from(-1)))),
    ("a normal of the motion that is tilted", |l| l.normal_of_motion(|n| n[l.round % 2] += trillionths(1))),
];

/// The bodies of a line; `None` if a number is not a double or a body has no point.
fn bodies(line: &Value) -> Option<Case> {
    let all = |list: &Value| {
        let numbers = |p: &Value| p.as_array()?.iter().map(parsed).collect::<Option<Vec<f64>>>();
        list.as_array().filter(|list| !list.is_empty())?.iter().map(numbers).collect::<Option<Vec<_>>>()
    };
    let radii = line.get("radii").map_or(Some(vec![0.0; 2]), |radii| all(&json!([radii]))?.pop())?;
    let hull = |list: &Value, radius: f64| {
        all(list)?;
        let points = points(list);
        Some(if radius == 0.0 { Body::Points(points) } else { Body::Rounded { points, radius } })
    };
    let (b, of_a) = match line.get("halfspace") {
        // A radius around a half-space is equivalent to one around A; one of them is zero.
        Some(halfspace) => {
            let (normal, offset) = (points(&json!([halfspace["normal"]]))[0], parsed(&halfspace["offset"])?);
            (Body::Halfspace { normal, offset }, radii[0] + radii[1])
        }
        None => (hull(&line["b"], radii[1])?, radii[0]),
    };
    let dimension = line["dim"].as_u64()? as u8;
    Some(Case {
        dimension,
        a: hull(&line["a"], of_a)?,
        b,
        ..Case::of_points("altered", dimension, vec![[0.0; 3]], vec![[0.0; 3]])
    })
}

fn vector(texts: &Value) -> [RBig; 3] {
    let mut point = fractions(texts);
    point.resize(3, RBig::ZERO);
    point.try_into().expect("three coordinates")
}

fn dot(p: &[RBig; 3], q: &[RBig; 3]) -> RBig {
    p.iter().zip(q).fold(RBig::ZERO, |sum, (x, y)| sum + x * y)
}

fn minus(p: &[RBig; 3], q: &[RBig; 3]) -> [RBig; 3] {
    std::array::from_fn(|i| &p[i] - &q[i])
}

fn exactly(p: &Point) -> [RBig; 3] {
    p.map(|x| RBig::try_from(x).expect("a finite number"))
}

fn is_in(point: &[RBig; 3], body: &Body, case: &Case) -> bool {
    match body {
        Body::Halfspace { normal, offset } => dot(point, &exactly(normal)) <= RBig::try_from(*offset).expect("finite"),
        hull => HullTruth::of_rational(usize::from(case.dimension), point, hull.points()).is_zero(),
    }
}

/// True if the claim about the motion is true of the bodies.
fn is_true_of_motion(line: &Value, start: &Case) -> bool {
    let motion = points(&json!([line["cast"]["translation"]]))[0];
    let case = start.clone().cast_along(motion);
    let truth = match Truth::of(&case) {
        Truth::Cast(truth) => truth,
        other => panic!("{other:?}"),
    };
    let is_before = |time: &RBig| truth.at(&case, Time::Exact(time), None, Scaled::ZERO).is_before == Some(true);
    let Some(contact) = line.get("first_contact") else { return is_before(&RBig::ONE) };
    let time = |name: &str| rational(contact.get("time").unwrap_or(&contact[name])).expect("a fraction");
    let (low, high) = (time("low"), time("high"));
    // Bodies that meet at the time `low` do not meet until shortly before it.
    let little = (0..5).fold(RBig::ONE, |little, _| little * tiny());
    let nothing_before = low == RBig::ZERO || is_before(&(&low * (RBig::ONE - little)));
    let [on_a, on_b] = ["on_a", "on_b"].map(|name| vector(&contact[name]));
    let v = minus(&on_a, &on_b);
    let at_start = minus(&on_a, &exactly(&motion).map(|x| x * &high));
    let [radius_a, radius_b, _] = exactly(&[case.a.radius(), case.b.radius(), 0.0]);
    let reach = radius_a + radius_b;
    let meets = is_in(&at_start, &case.a, &case) && is_in(&on_b, &case.b, &case) && dot(&v, &v) <= &reach * &reach;
    RBig::ZERO <= low && low <= high && high <= RBig::ONE && nothing_before && meets
}

/// True if every claim of a line is true for its bodies.
fn is_true(line: &Value) -> bool {
    let case = bodies(line).expect("what is accepted has bodies");
    let squared = |name: &str| line.get(name).map(|text| rational(text).expect("a fraction"));
    if line.get("cast").is_some() && !is_true_of_motion(line, &case) {
        return false;
    }
    let (core_class, distance, depth) = match Truth::of(&case) {
        Truth::Hulls(truth) => (truth.core_evidence().class, truth.core_distance_squared(), truth.core_depth_squared()),
        Truth::Halfspace(truth) => {
            let support = truth.support.expect("a hull");
            (support.class(), support.distance_squared(), support.depth_squared())
        }
        other => panic!("{other:?}"),
    };
    let overlaps = core_class.name() == "overlapping";
    let [on_a, on_b] = ["on_a", "on_b"].map(|name| vector(&line["proof"][name]));
    let v = minus(&on_a, &on_b);
    line["class"] == Truth::of(&case).class().name()
        && line["core_class"] == core_class.name()
        && squared("core_distance_squared") == Some(distance.clone())
        && squared("core_depth_squared") == depth.filter(|_| overlaps)
        && dot(&v, &v) == distance
        && is_in(&on_a, &case.a, &case)
        && is_in(&on_b, &case.b, &case)
}

#[test]
fn altered_proofs_that_a_checker_accepts_are_true() {
    let (_, mut lines) = of_all_kinds("to-alter.jsonl");
    let families = [
        "generic",
        "deep-overlap",
        "boxes-aligned",
        "touch-edge-edge",
        "needle",
        "plates",
        "flat",
        "rounded",
        "overlap-2d",
        "touch-2d",
        "gap-2d",
    ];
    let addresses: Vec<String> = families.iter().flat_map(|family| (0..3).map(move |i| format!("{family}:1:{i}"))).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    lines.extend(proofs("to-alter-too.jsonl", &addresses).1);
    lines.retain(|line| !line["proof"].is_null());
    assert!(lines.iter().all(is_true), "before anything is altered");
    let kinds: Vec<_> = BODIES.iter().chain(&CLAIMS).chain(&EVIDENCE).chain(&MOTION).collect();
    let (mut altered, mut of_kind) = (Vec::new(), Vec::new());
    for (number, (name, alteration)) in kinds.iter().enumerate() {
        let begin = altered.len();
        for round in 0..8 * lines.len() {
            let line = &lines[(number * 31 + round * 7) % lines.len()];
            let found = alteration(&Line { line, round: round / lines.len() * 13 + round }).filter(|new| new != line);
            altered.extend(found.filter(|new| !altered[begin..].contains(new)));
            if altered.len() == begin + 50 {
                break;
            }
        }
        assert!(altered.len() >= begin + 8, "{name}: {}", altered.len() - begin);
        of_kind.resize(altered.len(), *name);
    }
    assert!(kinds.len() >= 40 && altered.len() >= 2000, "{} of {} kinds", altered.len(), kinds.len());
    let mut accepted_by: Vec<Vec<usize>> = Vec::new();
    for (checker, text, _) in checked(&written("altered.jsonl", &altered)) {
        let number = |line: &str| line.split_once("altered.jsonl:")?.1.split_once(':')?.0.parse::<usize>().ok();
        let refused: BTreeSet<usize> = text.lines().filter_map(number).collect();
        let accepted: Vec<usize> = (0..altered.len()).filter(|i| !refused.contains(&(i + 1))).collect();
        for &i in &accepted {
            assert!(is_true(&altered[i]), "{checker} accepts what is not true: {}: {}", of_kind[i], altered[i]);
        }
        // Alterations that change no claim and keep the proof complete.
        let harmless = [
            "a point of A twice",
            "a facet twice",
            "a pair twice, with half of its weight",
            "a normal three times as long",
            "a distance not in lowest terms",
            "a contact in a bracket",
            "a bracket that begins earlier",
            "a pair of the contact twice, with half of its weight",
            "a normal of the motion three times as long",
        ];
        let of = |i: &usize| harmless.contains(&of_kind[*i]);
        assert!((0..altered.len()).filter(of).all(|i| accepted.contains(&i)), "{checker}: {text}");
        let (altered, kinds) = (thousands(altered.len()), kinds.len());
        assert_page_says(&format!("It accepts {} of {altered} altered lines of {kinds} kinds", accepted.len()));
        assert_page_says(&format!("with the checker, accepts the same {}", accepted.len()));
        accepted_by.push(accepted);
    }
    assert!(accepted_by.windows(2).all(|two| two[0] == two[1]), "the checkers accept different lines");
}
