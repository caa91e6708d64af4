//! Places for the names of crowded marks.
//!
//! Every name has a list of places around its mark, near ones first; one that is far is joined to its mark by a leader. First
//! each name gets the best place, given the names that have one. Then each in turn moves to a better place, until no name can.
//! This is done in several orders, and the best result is used.

use super::lengths::Rect;
use crate::sorted::sort_by_key;

/// A point of the canvas, in dots.
type Place = (i32, i32);

/// Rings of places around a mark.
const RINGS: i32 = 24;
/// The most rounds in which names move.
///
/// Every move of a name after its first lowers the total cost, so the rounds come to an end, mostly after a few.
const ROUNDS: usize = 32;

/// The distance of a name from the sides of the frame, and roughly from its mark, in dots.
const MARGIN: i32 = 32;

/// The costs of a place, in tenths of a ring.
mod cost {
    /// For each ring away from the mark.
    pub const RING: i32 = 10;
    /// For a line that crosses the name.
    pub const LINE: i32 = 150;
    /// For two leaders that cross.
    pub const LEADERS: i32 = 80;
    /// For a leader across another mark, or for another mark that is nearer to a name without a leader: the name then seems to
    /// belong to the other mark.
    pub const MARK: i32 = 250;
    /// For a leader through a name.
    pub const THROUGH: i32 = 600;
    /// For two names that cover each other: more than all else together.
    pub const COVERED: i32 = 100_000;
}

/// A name to be placed: the middle of its mark, and its width and height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub at: Place,
    pub size: (i32, i32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub label: Rect,
    /// A thin line from the mark, if the name is far from it.
    pub leader: Option<[Place; 2]>,
    /// The cost without regard to other names.
    cost: i32,
}

/// A place for each name, within the frame, on no mark and on no other name; `None` if there is no room.
///
/// Marks have the radius `radius`; lines are crossed only if necessary.
pub(crate) fn spots(names: &[Name], radius: i32, frame: Rect, lines: &[[Place; 2]]) -> Vec<Option<Spot>> {
    let marks: Vec<Rect> = names.iter().map(|name| around(name.at, radius)).collect();
    let choices: Vec<Vec<Spot>> = (0..names.len()).map(|own| choices(names, own, &marks, radius, frame, lines)).collect();
    // The name that is placed first occupies room that others need, so each name begins once.
    let settled = (0..names.len()).map(|first| settled(&choices, first));
    let mut spots = settled.min_by_key(|spots| total(spots)).unwrap_or_default();
    // If two names cover each other, the later one is left out.
    for own in 0..spots.len() {
        let covered = |spot: Spot| spots[..own].iter().flatten().any(|other| other.label.overlaps(&spot.label));
        if spots[own].is_some_and(covered) {
            spots[own] = None;
        }
    }
    spots
}

/// The places of all names at which no move of a single name is better, if the names are placed in turns from this one on.
fn settled(choices: &[Vec<Spot>], first: usize) -> Vec<Option<Spot>> {
    let count = choices.len();
    let mut spots: Vec<Option<Spot>> = vec![None; count];
    for _ in 0..ROUNDS {
        let mut moved = false;
        for own in (first..count).chain(0..first) {
            let cost = |spot: &Spot| {
                let others = spots.iter().enumerate().filter(|(other, _)| *other != own);
                others.filter_map(|(_, other)| *other).fold(spot.cost, |sum, other| sum + beside(spot, &other))
            };
            let mut best: Option<(i32, Spot)> = None;
            for spot in &choices[own] {
                // Other names can only add to the cost of a place, so most places need not be compared with them.
                let is_less = |cost: i32| best.is_none_or(|(least, _)| cost < least);
                if is_less(spot.cost) && is_less(cost(spot)) {
                    best = Some((cost(spot), *spot));
                }
            }
            if best.map(|(cost, _)| cost) != spots[own].as_ref().map(cost) {
                (spots[own], moved) = (best.map(|(_, spot)| spot), true);
            }
        }
        if !moved {
            break;
        }
    }
    spots
}

fn total(spots: &[Option<Spot>]) -> i32 {
    let placed: Vec<&Spot> = spots.iter().flatten().collect();
    let own = |i: usize| placed[..i].iter().fold(placed[i].cost, |sum, other| sum + beside(placed[i], other));
    (0..placed.len()).map(own).sum()
}

fn around((x, y): Place, radius: i32) -> Rect {
    Rect::new(x - radius, y - radius, x + radius, y + radius)
}

/// The places of a name, near ones first.
fn choices(names: &[Name], own: usize, marks: &[Rect], radius: i32, frame: Rect, lines: &[[Place; 2]]) -> Vec<Spot> {
    let Name { at, size: (wide, high) } = names[own];
    let mut choices = Vec::new();
    for ring in 0..RINGS {
        let far = radius + MARGIN + ring * high / 2;
        let (near, mid) = (-radius / 2, -wide / 2);
        let beside = [(far, 0), (-far - wide, 0)];
        let above = [(near, -far - high / 2), (near, far + high / 2), (near - wide + radius, -far - high / 2)];
        let below = [(near - wide + radius, far + high / 2), (mid, -far - high / 2), (mid, far + high / 2)];
        for (order, (dx, dy)) in beside.into_iter().chain(above).chain(below).enumerate() {
            let (left, top) = (at.0 + dx, at.1 + dy - high / 2);
            let label = Rect::new(left, top, left + wide, top + high);
            if !frame.contains(&Rect::new(left - MARGIN, top, left + wide + MARGIN, top + high))
                || marks.iter().any(|mark| mark.overlaps(&label))
            {
                continue;
            }
            let end = (at.0.clamp(left, left + wide), at.1.clamp(top, top + high));
            let leader = (ring > 1).then_some([at, end]);
            let crossed = lines.iter().filter(|line| crosses(**line, &label)).count() as i32;
            let strays = |(mark, other): (usize, &Name)| {
                mark != own && leader.map_or(off(other.at, &label) < off(at, &label), |leader| crosses(leader, &marks[mark]))
            };
            let over = names.iter().enumerate().filter(|name| strays(*name)).count() as i32;
            let cost = ring * cost::RING + order as i32 + crossed * cost::LINE + over * cost::MARK;
            choices.push(Spot { label, leader, cost });
        }
    }
    choices
}

/// The cost of two names next to each other.
fn beside(one: &Spot, other: &Spot) -> i32 {
    let covered = one.label.overlaps(&other.label);
    let through = |leader: Option<[Place; 2]>, label: &Rect| leader.is_some_and(|leader| crosses(leader, label));
    let leaders = one.leader.zip(other.leader).is_some_and(|(p, q)| meet(p, q));
    i32::from(covered) * cost::COVERED
        + i32::from(through(one.leader, &other.label)) * cost::THROUGH
        + i32::from(through(other.leader, &one.label)) * cost::THROUGH
        + i32::from(leaders) * cost::LEADERS
}

/// The squared distance of a point from a rectangle.
fn off((x, y): Place, frame: &Rect) -> i32 {
    let (across, along) = (x - x.clamp(frame.left, frame.right), y - y.clamp(frame.top, frame.bottom));
    across * across + along * along
}

/// Twice the area of the triangle, with the sign of its orientation.
fn turn(a: Place, b: Place, c: Place) -> i64 {
    let (ab, ac) = ((i64::from(b.0 - a.0), i64::from(b.1 - a.1)), (i64::from(c.0 - a.0), i64::from(c.1 - a.1)));
    ab.0 * ac.1 - ab.1 * ac.0
}

/// Whether two segments share a point.
fn meet([a, b]: [Place; 2], [c, d]: [Place; 2]) -> bool {
    let apart = |low: i32, high: i32, other_low: i32, other_high: i32| high < other_low || other_high < low;
    let beside = apart(a.0.min(b.0), a.0.max(b.0), c.0.min(d.0), c.0.max(d.0));
    let above = apart(a.1.min(b.1), a.1.max(b.1), c.1.min(d.1), c.1.max(d.1));
    let splits = |p, q, r, s| turn(p, q, r).signum() * turn(p, q, s).signum() <= 0;
    !beside && !above && splits(a, b, c, d) && splits(c, d, a, b)
}

/// Whether a segment comes within half a point of a rectangle.
fn crosses(line: [Place; 2], frame: &Rect) -> bool {
    let Rect { left, top, right, bottom } = *frame;
    let (left, top, right, bottom) = (left - 8, top - 8, right + 8, bottom + 8);
    let within = |(x, y): Place| (left..=right).contains(&x) && (top..=bottom).contains(&y);
    let diagonals = [[(left, top), (right, bottom)], [(left, bottom), (right, top)]];
    line.into_iter().any(within) || diagonals.into_iter().any(|diagonal| meet(line, diagonal))
}

/// Places for names next to each other along a line: at least `gap` apart, in the order of the places where they belong, and
/// between two ends as far as there is room.
///
/// The sum of the squared distances from the places where they belong is least (pool adjacent violators).
pub(crate) fn spread(wanted: &[i32], gap: i32, (low, high): (i32, i32)) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    sort_by_key(&mut order, |&own| wanted[own]);
    // With the gaps subtracted, places need only rise: pools of equal places.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (place, &own) in order.iter().enumerate() {
        pools.push((f64::from(wanted[own] - place as i32 * gap), 1));
        while let [.., before, after] = &mut pools[..]
            && before.0 > after.0
        {
            let count = before.1 + after.1;
            *before = ((before.0 * before.1 as f64 + after.0 * after.1 as f64) / count as f64, count);
            pools.pop();
        }
    }
    let most = high - (wanted.len().saturating_sub(1)) as i32 * gap;
    let level = pools.iter().flat_map(|&(level, count)| std::iter::repeat_n((level.round() as i32).min(most).max(low), count));
    let mut places = vec![0; wanted.len()];
    for (place, (own, level)) in order.into_iter().zip(level).enumerate() {
        places[own] = level + place as i32 * gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Rect = Rect { left: 0, top: 0, right: 1000, bottom: 800 };

    /// Marks in a row at this distance from each other; the marks are 26 wide.
    fn crowd(step: i32) -> Vec<Name> {
        (0..12).map(|i| Name { at: (500 + step * (i - 6), 400 + 5 * (i % 3)), size: (200, 32) }).collect()
    }

    #[test]
    fn names_cover_neither_marks_nor_each_other() {
        let names = crowd(7);
        let spots: Vec<Spot> = spots(&names, 13, FRAME, &[]).into_iter().map(|spot| spot.expect("there is room")).collect();
        for (i, spot) in spots.iter().enumerate() {
            assert!(FRAME.contains(&spot.label));
            assert!(names.iter().all(|name| !around(name.at, 13).overlaps(&spot.label)));
            assert!(spots[..i].iter().all(|other| !other.label.overlaps(&spot.label)));
        }
    }

    #[test]
    fn no_leader_crosses_a_name_if_the_marks_are_far_apart() {
        let spots: Vec<Spot> = spots(&crowd(28), 13, FRAME, &[]).into_iter().flatten().collect();
        assert!(spots.iter().any(|spot| spot.leader.is_some()), "some have to stand far off");
        for (i, spot) in spots.iter().enumerate() {
            let others = || spots.iter().enumerate().filter(|(j, _)| *j != i);
            assert!(others().all(|(_, other)| spot.leader.is_none_or(|leader| !crosses(leader, &other.label))), "{i}");
        }
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let name = Name { at: (20, 20), size: (200, 32) };
        assert_eq!(spots(&[name], 13, Rect { left: 0, top: 0, right: 100, bottom: 40 }, &[]), [None]);
    }

    #[test]
    fn names_along_a_line_keep_their_order_and_their_distance() {
        assert_eq!(spread(&[50, 10, 90], 10, (0, 100)), [50, 10, 90]);
        // Three names belong at 50: one stays, the others make room on both sides.
        assert_eq!(spread(&[50, 50, 50], 10, (0, 100)), [40, 50, 60]);
        assert_eq!(spread(&[0, 0, 3], 10, (0, 100)), [0, 10, 20]);
        assert_eq!(spread(&[100, 99], 10, (0, 100)), [100, 90]);
        assert!(spread(&[], 10, (0, 100)).is_empty());
    }

    #[test]
    fn lines_cross_the_frames_they_touch() {
        let frame = Rect::new(100, 100, 200, 200);
        for line in [[(0, 150), (300, 150)], [(150, 150), (160, 160)], [(0, 0), (300, 300)], [(150, 0), (150, 93)]] {
            assert!(crosses(line, &frame), "{line:?}");
        }
        for line in [[(0, 0), (300, 0)], [(0, 150), (90, 150)], [(0, 180), (180, 0)]] {
            assert!(!crosses(line, &frame), "{line:?}");
        }
    }
}
