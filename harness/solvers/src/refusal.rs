//! Whether a program refuses a body, whatever the other body is: it is asked again with that body and very simple ones.
//!
//! A refused body is not a failure, so a program must not report as refused a case that it cannot answer. It is asked with the
//! body in its own role and a point apart from it. Some programs do not accept a point: they then refuse the other body, or
//! name none. They are asked with a simplex of about the size of the body, and at last with one of size one. A program that
//! gives an answer, crashes or takes too long has not refused the body; nor has a program that never names it again.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use gjk_cases::body::Number;
use gjk_cases::case::{Body, Case, Point};
use gjk_cases::format::{Side, write};

/// The largest number of findings that are kept; then all are forgotten, and a body that comes again is asked about again.
const KEPT: usize = 1 << 16;

/// The findings about bodies that a program said it refuses, by digests of the bodies in their roles.
#[derive(Default)]
pub struct Refusals(Mutex<HashMap<u64, bool>>);

/// The reaction of a program that is asked again.
#[derive(Clone, Copy)]
pub enum Again {
    /// The program refuses the case, and names this body or none.
    Refuses(Option<Side>),
    /// The program gives an answer, or fails otherwise.
    Takes,
}

impl Refusals {
    /// Whether the body on one side of a case is refused, whatever the other body is.
    ///
    /// `ask` puts a case to the program, and returns `None` if the program does not accept such a case. It is called at most
    /// once for each body and partner, as long as the finding is kept.
    pub fn confirmed(&self, case: &Case, side: Side, ask: impl Fn(&Case) -> Option<Again>) -> bool {
        let body = if side == Side::A { &case.a } else { &case.b };
        let posed = |id: String, partner: &Body| {
            let [a, b] = if side == Side::A { [body, partner] } else { [partner, body] };
            Case::of_bodies(id, case.dimension, a.clone(), b.clone())
        };
        let mut hasher = DefaultHasher::new();
        write(&posed(String::new(), &Body::Points(vec![[0.0; 3]]))).hash(&mut hasher);
        let digest = hasher.finish();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&digest).copied();
        found.unwrap_or_else(|| {
            let partners = partners(body, usize::from(case.dimension));
            // An id that no case of a user has by chance, and a new one for each partner.
            let name = |number: usize| format!("alone-{}-{digest:016x}-{number}", side.name());
            let questions = partners.iter().enumerate().map(|(number, partner)| posed(name(number), partner));
            let answer = |question| match ask(&question)? {
                Again::Refuses(Some(named)) if named == side => Some(true),
                // The program does not accept the other body.
                Again::Refuses(_) => None,
                Again::Takes => Some(false),
            };
            let found = questions.filter_map(answer).next().unwrap_or(false);
            let mut known = known();
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(digest, found);
            found
        })
    }
}

/// A point apart from a body; a simplex of about its size there; a simplex of size one at the origin, or for a half-space at
/// the point.
fn partners(body: &Body, dimension: usize) -> [Body; 3] {
    if let Body::Halfspace { normal, offset } = body {
        // Beyond its boundary, by four times the boundary's distance from the origin, and by at least four in the scale of
        // `unit`.
        let greatest = normal.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
        let unit = normal.map(|x| x / greatest);
        let squared: f64 = unit.iter().map(|x| x * x).sum();
        let height = Some(offset / greatest).filter(|height| height.is_finite()).unwrap_or(0.0);
        let size = height.abs().max(1.0);
        let corner = unit.map(|x| (x / squared) * (height + 4.0 * size));
        let corner = corner.map(|x| if x.is_finite() { x } else { 0.0 });
        return [Body::Points(vec![corner]), simplex(corner, size, dimension), simplex(corner, 1.0, dimension)];
    }
    let (mut low, mut high, mut reach) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0.0_f64);
    body.clone().each_number(&mut |number| match number {
        Number::Position(point) => (0..3).for_each(|i| {
            low[i] = low[i].min(point[i]);
            high[i] = high[i].max(point[i]);
        }),
        Number::Size(size) => reach = reach.max(*size),
        Number::Factor(_) => {}
    });
    let greatest = |of: &dyn Fn(usize) -> f64| (0..dimension).map(of).fold(0.0, f64::max) + 2.0 * reach;
    let magnitude = greatest(&|i| low[i].abs().max(high[i].abs()));
    let size =
        [greatest(&|i| high[i] - low[i]), magnitude].into_iter().find(|size| *size > 0.0).unwrap_or(1.0).min(0.5 * f64::MAX);
    // So far away that rounding does not bring the bodies together; on the other side, or at zero, if that is beyond the range.
    let away = magnitude.max(size) + reach;
    let beyond = |i: usize| [high[i] + away, low[i] - away].into_iter().find(|x| x.is_finite()).unwrap_or(0.0);
    let corner: Point = std::array::from_fn(|i| if i < dimension { beyond(i) } else { 0.0 });
    [Body::Points(vec![corner]), simplex(corner, size, dimension), simplex([0.0; 3], 1.0, dimension)]
}

fn simplex(corner: Point, size: f64, dimension: usize) -> Body {
    let along = |axis: usize| {
        let mut point = corner;
        point[axis] = [corner[axis] + size, corner[axis] - size].into_iter().find(|x| x.is_finite()).unwrap_or(0.0);
        point
    };
    Body::Points(std::iter::once(corner).chain((0..dimension).map(along)).collect())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Whether body B of a case counts as refused by a program that reacts like this to each question; and the questions.
    fn confirmed(refusals: &Refusals, again: impl Fn(usize) -> Option<Again>) -> (bool, Vec<Case>) {
        let asked = RefCell::new(Vec::new());
        let case = Case::of_points("x", 3, vec![[0.0; 3]], vec![[4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]);
        let found = refusals.confirmed(&case, Side::B, |case| {
            asked.borrow_mut().push(case.clone());
            again(asked.borrow().len() - 1)
        });
        (found, asked.into_inner())
    }

    #[test]
    fn a_body_is_refused_that_is_refused_again() {
        use Again::{Refuses, Takes};
        let of = |replies: &[Option<Again>]| {
            let (found, asked) = confirmed(&Refusals::default(), |number| replies[number]);
            (found, asked.len())
        };
        let [same, other, unnamed] = [Some(Side::B), Some(Side::A), None].map(|named| Some(Refuses(named)));
        let takes = Some(Takes);
        assert_eq!([of(&[same]), of(&[takes])], [(true, 1), (false, 1)]);
        // Programs that accept no point, or no body as small as this one.
        assert_eq!([of(&[other, same]), of(&[unnamed, takes])], [(true, 2), (false, 2)]);
        assert_eq!([of(&[other, unnamed, same]), of(&[None, other, takes])], [(true, 3), (false, 3)]);
        // A program that never names the body again has refused something else.
        assert_eq!([of(&[other; 3]), of(&[unnamed; 3])], [(false, 3); 2]);
    }

    #[test]
    fn the_body_is_asked_about_once_in_its_own_role_against_bodies_apart() {
        let refusals = Refusals::default();
        let (found, asked) = confirmed(&refusals, |_| Some(Again::Refuses(None)));
        assert!(!found);
        assert_eq!(asked.iter().map(|case| case.a.count()).collect::<Vec<_>>(), [1, 4, 4]);
        for case in &asked {
            assert_eq!(case.b.points(), [[4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]);
        }
        // As far away as the farthest coordinate, and as large as the body.
        assert_eq!(asked[0].a.points(), [[12.0, 6.0, 6.0]]);
        assert_eq!(asked[1].a.points(), [[12.0, 6.0, 6.0], [14.0, 6.0, 6.0], [12.0, 8.0, 6.0], [12.0, 6.0, 8.0]]);
        let ids: std::collections::HashSet<&str> = asked.iter().map(|case| &case.id[..]).collect();
        assert_eq!(ids.len(), 3);
        assert_eq!(confirmed(&refusals, |_| Some(Again::Refuses(Some(Side::B)))), (false, Vec::new()));
    }

    #[test]
    fn partners_are_finite_and_of_the_dimension_whatever_the_body() {
        let single = |x| Body::Points(vec![[x, 0.0, 0.0]]);
        let wide = Body::Points(vec![[f64::MAX, 0.0, 0.0], [-f64::MAX, 0.0, 0.0]]);
        for body in [
            single(0.0),
            single(1e20),
            single(f64::MAX),
            single(5e-324),
            wide,
            Body::Rounded { points: vec![[0.0; 3]], radius: 2.0 },
        ] {
            for partner in partners(&body, 2) {
                assert!(partner.points().iter().flatten().all(|x| x.is_finite()), "{body:?}: {partner:?}");
                assert!(partner.points().iter().all(|point| point[2] == 0.0), "{body:?}: {partner:?}");
                assert!(!partner.points().contains(&[1e20, 0.0, 0.0]), "{body:?}: {partner:?}");
            }
        }
    }
}
