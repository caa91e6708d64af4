//! The two bodies of a case, of whatever kind, as support mappings that variants are asked about.
//!
//! Distance variants are asked about the cores of bodies with radii, which are applied afterwards; boolean ones about the swept
//! bodies. A union is asked about pair by pair of its convex parts, and its answer is the best of the pairs: pairs come in the
//! order of the distance of their boxes, and a pair whose boxes are at least as far apart as the best pair so far is skipped.

use std::cmp::Ordering;

use dashu_ratio::RBig;
use gjk_variants::{Promise, Ring, Scalar, Stop, SupportMap};

use crate::entry::{Bodies, Entry, Home, ask, hull, separated_along};
use crate::reply::Reply;
use gjk_cases::case::{Body, Case};
use gjk_truth::answer::{Answered, Numbers, PartAnswer, Says};
use gjk_truth::truth::is_nearer;

/// The bodies of a case in the numbers of a space.
pub enum Scene<S: Home> {
    /// Two hulls of points.
    Hulls(Box<Bodies<S>>),
    /// Two convex bodies, of which one is curved or has a radius; none where the arithmetic has no such bodies.
    Convex(Option<Box<[Convex<S>; 2]>>),
    /// The convex parts of two bodies, of which one is a union; none where the arithmetic has no such bodies.
    Parts(Option<[Vec<Convex<S>>; 2]>),
}

/// The numbers of two parts, and the support mappings that a variant sees of them.
pub type Seen<'a, S> = ([usize; 2], &'a dyn SupportMap<S>, &'a dyn SupportMap<S>);

/// A convex body.
pub struct Convex<S: Home> {
    core: Box<dyn SupportMap<S>>,
    radius: f64,
    /// The core with its radius; none in exact arithmetic, and for a body without one.
    swept: Option<Box<dyn SupportMap<S>>>,
    /// The least and the greatest coordinates of the body.
    low: S::Vector,
    high: S::Vector,
}

impl<S: Home> Convex<S>
where
    S::Scalar: Scalar,
{
    fn of(body: &Body) -> Option<Convex<S>> {
        let radius = body.radius();
        let core: Box<dyn SupportMap<S>> = match body {
            Body::Curved(curved) => S::curved(curved)?,
            _ => Box::new(hull::<S>(body.points())?),
        };
        let swept = if radius > 0.0 { S::swept(hull::<S>(body.points())?, radius) } else { None };
        let end = |axis: usize, sign: &S::Scalar| {
            let point = core.support(&S::scaled(&S::unit(axis), sign), None).0;
            S::coordinate(&point, axis).plus(&sign.times(&S::Scalar::from_f64(radius)))
        };
        let one = S::Scalar::one();
        let (low, high) = (S::vector(|axis| end(axis, &one.negated())), S::vector(|axis| end(axis, &one)));
        Some(Convex { core, radius, swept, low, high })
    }

    /// The body as a boolean variant sees it.
    fn whole(&self) -> Option<&dyn SupportMap<S>> {
        if self.radius > 0.0 { self.swept.as_deref() } else { Some(self.core.as_ref()) }
    }
}

/// The squared distance of the boxes of two bodies, and the axis along which they are farthest apart, pointing from b to a.
fn boxes_apart<S: Home>(a: &Convex<S>, b: &Convex<S>) -> (S::Scalar, S::Vector)
where
    S::Scalar: Scalar,
{
    let (mut squared, mut farthest, mut axis) = (S::Scalar::zero(), S::Scalar::zero(), S::zero());
    for i in 0..S::DIMENSION {
        let above = S::coordinate(&a.low, i).minus(S::coordinate(&b.high, i));
        let below = S::coordinate(&b.low, i).minus(S::coordinate(&a.high, i));
        let (gap, sign) = if above > below { (above, S::Scalar::one()) } else { (below, S::Scalar::one().negated()) };
        if gap > S::Scalar::zero() {
            squared = squared.plus(&gap.times(&gap));
            if gap > farthest {
                (farthest, axis) = (gap, S::scaled(&S::unit(i), &sign));
            }
        }
    }
    (squared, axis)
}

/// An entry's reply about two convex bodies.
fn ask_pair<S: Home>(entry: &Entry, a: &Convex<S>, b: &Convex<S>) -> Option<Reply>
where
    S::Scalar: Scalar,
{
    match entry.about.promise {
        Promise::Verdict => ask(entry, a.whole()?, b.whole()?, None),
        Promise::Distance => {
            let sum = S::Scalar::from_f64(a.radius).plus(&S::Scalar::from_f64(b.radius));
            let radii = (a.radius > 0.0 || b.radius > 0.0).then_some(&sum);
            ask(entry, a.core.as_ref(), b.core.as_ref(), radii)
        }
    }
}

impl<S: Home> Scene<S>
where
    S::Scalar: Scalar,
{
    /// The bodies of a case that is posed in this space's arithmetic.
    pub fn of(case: &Case) -> Scene<S> {
        if case.is_of_hulls()
            && let Some(bodies) = Bodies::of(case)
        {
            return Scene::Hulls(Box::new(bodies));
        }
        let parts = |body: &Body| body.parts().iter().map(Convex::of).collect::<Option<Vec<Convex<S>>>>();
        if let (Body::Union(_), _) | (_, Body::Union(_)) = (&case.a, &case.b) {
            return Scene::Parts(parts(&case.a).zip(parts(&case.b)).map(|(a, b)| [a, b]));
        }
        Scene::Convex(Convex::of(&case.a).zip(Convex::of(&case.b)).map(|(a, b)| Box::new([a, b])))
    }

    /// The pairs of convex bodies that the variant of an entry is asked about, with the numbers of the parts: cores for
    /// distance variants, whole bodies for boolean ones; all pairs of a union, those that may be skipped included. None where
    /// the arithmetic has no such bodies.
    pub fn seen_by(&self, entry: &Entry) -> Vec<Seen<'_, S>> {
        fn view<'a, S: Home>(entry: &Entry, convex: &'a Convex<S>) -> Option<&'a dyn SupportMap<S>>
        where
            S::Scalar: Scalar,
        {
            match entry.about.promise {
                Promise::Verdict => convex.whole(),
                Promise::Distance => Some(convex.core.as_ref()),
            }
        }
        let mut seen: Vec<Seen<'_, S>> = Vec::new();
        match self {
            Scene::Hulls(bodies) => seen.push(([0, 0], &bodies.a, &bodies.b)),
            Scene::Convex(pair) => {
                if let Some([a, b]) = pair.as_deref() {
                    seen.extend(view(entry, a).zip(view(entry, b)).map(|(a, b)| ([0, 0], a, b)));
                }
            }
            Scene::Parts(parts) => {
                if let Some([of_a, of_b]) = parts {
                    for (i, a) in of_a.iter().enumerate() {
                        for (j, b) in of_b.iter().enumerate() {
                            seen.extend(view(entry, a).zip(view(entry, b)).map(|(a, b)| ([i, j], a, b)));
                        }
                    }
                }
            }
        }
        seen
    }

    /// An entry's reply; none where it is not applicable.
    pub fn ask(&self, entry: &Entry) -> Option<Reply> {
        match self {
            Scene::Hulls(bodies) => bodies.ask(entry),
            Scene::Convex(pair) => {
                let [a, b] = &**pair.as_ref()?;
                ask_pair(entry, a, b)
            }
            Scene::Parts(parts) => {
                let [a, b] = parts.as_ref()?;
                ask_parts(entry, a, b)
            }
        }
    }
}

/// A distance to be compared with others: of cores, squared, with the sum of their radii in exact arithmetic.
enum Apart {
    Rounded(f64),
    Exact { squared: RBig, radii: RBig },
}

impl Apart {
    /// The distance of an answer about bodies of these radii; none for boolean answers.
    fn of(answer: &Answered, radii: [f64; 2]) -> Option<Apart> {
        let Numbers::Exact(numbers) = &answer.numbers else { return answer.distance().map(Apart::Rounded) };
        let [p, q] = radii.map(|radius| RBig::try_from(radius).unwrap_or(RBig::ZERO));
        numbers.distance.as_ref().map(|squared| Apart::Exact { squared: squared.clone(), radii: p + q })
    }

    /// The distance of two boxes, which reach round the radii.
    fn of_boxes<S: Home>(squared: &S::Scalar) -> Option<Apart> {
        match S::figures(Some(squared), None) {
            Numbers::Rounded(numbers) => numbers.distance.map(Apart::Rounded),
            Numbers::Exact(numbers) => numbers.distance.map(|squared| Apart::Exact { squared, radii: RBig::ZERO }),
        }
    }

    fn is_less(&self, other: &Apart) -> bool {
        match (self, other) {
            (Apart::Exact { squared: x, radii: p }, Apart::Exact { squared: y, radii: q }) => is_nearer((x, p), (y, q)),
            (Apart::Rounded(x), Apart::Rounded(y)) => x < y,
            _ => false,
        }
    }
}

/// The best pair of parts so far: its place among the answers, how its run ended, its distance.
struct Best {
    place: usize,
    stop: Option<Stop>,
    apart: Option<Apart>,
}

fn ask_parts<S: Home>(entry: &Entry, a: &[Convex<S>], b: &[Convex<S>]) -> Option<Reply>
where
    S::Scalar: Scalar,
{
    let mut pairs: Vec<(usize, usize, S::Scalar, S::Vector)> = Vec::with_capacity(a.len() * b.len());
    for (i, part_a) in a.iter().enumerate() {
        for (j, part_b) in b.iter().enumerate() {
            let (squared, axis) = boxes_apart(part_a, part_b);
            pairs.push((i, j, squared, axis));
        }
    }
    pairs.sort_by(|x, y| x.2.partial_cmp(&y.2).unwrap_or(Ordering::Equal));
    let (mut iterations, mut supports) = (0, 0);
    let mut parts: Vec<PartAnswer> = Vec::new();
    let mut given_up = None;
    let mut best: Option<Best> = None;
    let ends_with = |stop: Option<Stop>, parts: Vec<PartAnswer>, iterations, supports| {
        let chosen = parts.iter().find(|part| part.chosen).map(|part| part.answer.clone());
        let answer = chosen.map(|answer| Answered { parts, ..answer });
        Some(Reply { stop, iterations, supports, answer })
    };
    for (i, j, squared, axis) in pairs {
        if is_skipped::<S>(entry, &squared, best.as_ref()) {
            parts.push(PartAnswer { a: i, b: j, answer: separated_along::<S>(&axis), chosen: false });
            continue;
        }
        let reply = ask_pair(entry, &a[i], &b[j])?;
        iterations += reply.iterations;
        supports += reply.supports;
        let Some(answer) = reply.answer else {
            given_up = reply.stop;
            continue;
        };
        let meets = answer.says == Says::Intersecting;
        let apart = Apart::of(&answer, [a[i].radius, b[j].radius]);
        parts.push(PartAnswer { a: i, b: j, answer, chosen: meets });
        if meets {
            return ends_with(reply.stop, parts, iterations, supports);
        }
        let is_best = best.as_ref().is_none_or(|best| match (&apart, &best.apart) {
            (Some(apart), Some(least)) => apart.is_less(least),
            _ => false,
        });
        if is_best {
            best = Some(Best { place: parts.len() - 1, stop: reply.stop, apart });
        }
    }
    if given_up.is_some() {
        // A pair without an answer may be the nearest.
        return Some(Reply { stop: given_up, iterations, supports, answer: None });
    }
    // Where every pair was skipped, the boxes say it all.
    let (place, stop) = best.map_or((0, Some(Stop::Converged)), |best| (best.place, best.stop));
    parts[place].chosen = true;
    ends_with(stop, parts, iterations, supports)
}

/// Whether a pair whose boxes are at this squared distance need not be asked about: it is no nearer than the best so far, or
/// is apart where nothing else matters. In rounded arithmetic the bound may be off by a few units of u·D, which a tolerance
/// covers.
fn is_skipped<S: Home>(entry: &Entry, squared: &S::Scalar, best: Option<&Best>) -> bool
where
    S::Scalar: Scalar,
{
    let are_apart = *squared > S::Scalar::zero();
    if entry.about.promise == Promise::Verdict {
        return are_apart;
    }
    let least = best.and_then(|best| best.apart.as_ref());
    let bound = Apart::of_boxes::<S>(squared);
    are_apart && least.zip(bound).is_some_and(|(least, bound)| !bound.is_less(least))
}
