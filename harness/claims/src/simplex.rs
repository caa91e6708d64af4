//! The point of a small simplex nearest to the origin, on integers: which face holds it, where it is, and the recursion of the
//! divide-and-conquer source with its visits counted. Flat and repeated vertices are allowed.

use gjk_hunt::search::Machine;
use gjk_hunt::search::sample::Site;
use gjk_truth::certificate;

/// The scalar product.
pub fn dot(v: &Site, w: &Site) -> i64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

/// v − w.
pub fn minus(v: &Site, w: &Site) -> Site {
    [v[0] - w[0], v[1] - w[1], v[2] - w[2]]
}

/// v × w.
pub fn cross(v: &Site, w: &Site) -> Site {
    let minor = |i: usize, j: usize| v[i] * w[j] - v[j] * w[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// −v.
pub fn negated(v: &Site) -> Site {
    [-v[0], -v[1], -v[2]]
}

/// Where the origin lies to a simplex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// A positive multiple of the nearest point P; zero where P is the origin.
    pub axis: Site,
    /// The positions of the smallest face whose relative interior holds P; all of them where the origin is inside.
    pub face: u8,
}

fn points_of(points: &[Site], mask: u8) -> ([Site; 4], usize) {
    let mut chosen = [[0; 3]; 4];
    let mut len = 0;
    for (position, point) in points.iter().enumerate() {
        if mask >> position & 1 == 1 {
            chosen[len] = *point;
            len += 1;
        }
    }
    (chosen, len)
}

/// A positive multiple of the foot of the perpendicular from the origin on a face of independent vertices, if it lies in the
/// face's relative interior.
fn foot_inside(points: &[Site], mask: u8) -> Option<Site> {
    let ([p, q, r, _], len) = points_of(points, mask);
    match len {
        1 => Some(p),
        2 => {
            let e = minus(&q, &p);
            (dot(&p, &e) < 0 && dot(&q, &e) > 0).then(|| cross(&e, &cross(&p, &e)))
        }
        _ => {
            let n = cross(&minus(&q, &p), &minus(&r, &p));
            let within = [(p, q), (q, r), (r, p)].iter().all(|(s, t)| dot(&cross(&n, &minus(t, s)), s) < 0);
            let height = dot(&n, &p);
            within.then(|| n.map(|x| x * height.signum()))
        }
    }
}

/// Where the origin lies to a simplex of one to four vertices.
pub fn region(points: &[Site]) -> Region {
    let all = (1u8 << points.len()) - 1;
    for size in 1..=points.len().min(3) as u32 {
        for face in 1..=all {
            if face.count_ones() == size
                && let Some(axis) = foot_inside(points, face)
            {
                let level = dot(&axis, &points[face.trailing_zeros() as usize]);
                if points.iter().all(|point| dot(&axis, point) >= level) {
                    return Region { axis, face };
                }
            }
        }
    }
    Region { axis: [0; 3], face: all }
}

/// Whether the simplex holds the origin.
pub fn holds_origin(points: &[Site]) -> bool {
    let points: Vec<[Machine; 3]> = points.iter().map(|point| point.map(Machine)).collect();
    certificate::holds_origin(&points)
}

/// Whether the closed Voronoi region of a face holds the origin: P lies in the face and is the foot on it.
pub fn in_closed_region(points: &[Site], found: &Region, face: u8) -> bool {
    let (chosen, len) = points_of(points, face);
    let chosen = &chosen[..len];
    if found.axis == [0; 3] {
        return holds_origin(chosen);
    }
    if found.face & !face == 0 && found.face == face {
        return true;
    }
    let level = dot(&found.axis, &points[found.face.trailing_zeros() as usize]);
    if chosen.iter().any(|point| dot(&found.axis, point) != level) {
        return false;
    }
    // The face lies in the supporting plane: P lies in it if its own nearest point is on P's ray.
    let own = region(chosen);
    cross(&own.axis, &found.axis) == [0; 3] && dot(&own.axis, &found.axis) > 0
}

/// A point of rational coordinates, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foot {
    /// The numerators.
    pub over: [i128; 3],
    /// The divisor, positive.
    pub under: i128,
}

impl Foot {
    /// The point with these numerators over a divisor that is not zero.
    pub fn new(over: [i128; 3], under: i128) -> Foot {
        let divisor = over.iter().fold(under, |divisor, x| gcd(divisor, *x));
        let sign = under.signum() * divisor.abs();
        Foot { over: over.map(|x| x / sign), under: under / sign }
    }

    /// The nearest point that a region tells of.
    pub fn of(points: &[Site], found: &Region) -> Foot {
        let axis = found.axis.map(i128::from);
        let length = axis.iter().map(|x| x * x).sum::<i128>();
        if length == 0 {
            return Foot { over: [0; 3], under: 1 };
        }
        let level = i128::from(dot(&found.axis, &points[found.face.trailing_zeros() as usize]));
        Foot::new(axis.map(|x| x * level), length)
    }

    /// The squared distance from the origin as a fraction.
    pub fn squared(&self) -> (i128, i128) {
        (self.over.iter().map(|x| x * x).sum(), self.under * self.under)
    }

    /// Whether it is nearer to the origin than another point.
    pub fn is_nearer(&self, other: &Foot) -> bool {
        let ((x, u), (y, v)) = (self.squared(), other.squared());
        x * v < y * u
    }
}

fn gcd(x: i128, y: i128) -> i128 {
    let (mut x, mut y) = (x.abs(), y.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

/// Least squares on a simplex: the numerators of t, and their common divisor, the determinant of Hᵀ H; none where it is zero.
pub fn least_squares(points: &[Site], toward: i64) -> Option<(Vec<i128>, i128)> {
    let n = points.len() - 1;
    let edges: Vec<Site> = points[1..].iter().map(|point| minus(point, &points[0])).collect();
    let gram: Vec<Vec<i128>> = edges.iter().map(|v| edges.iter().map(|w| i128::from(dot(v, w))).collect()).collect();
    let right: Vec<i128> = edges.iter().map(|edge| i128::from(toward * dot(edge, &points[0]))).collect();
    let whole = determinant(&gram);
    if whole == 0 {
        return None;
    }
    let replaced = |i: usize| {
        let mut matrix = gram.clone();
        for (row, value) in matrix.iter_mut().zip(&right) {
            row[i] = *value;
        }
        determinant(&matrix)
    };
    Some(((0..n).map(replaced).collect(), whole))
}

fn determinant(matrix: &[Vec<i128>]) -> i128 {
    if matrix.is_empty() {
        return 1;
    }
    let mut sum = 0;
    for column in 0..matrix.len() {
        if matrix[0][column] == 0 {
            continue;
        }
        let minor: Vec<Vec<i128>> = matrix[1..]
            .iter()
            .map(|row| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| *x).collect())
            .collect();
        let term = matrix[0][column] * determinant(&minor);
        sum += if column % 2 == 0 { term } else { -term };
    }
    sum
}

/// w₀ + H t.
pub fn combined(points: &[Site], (t, whole): &(Vec<i128>, i128)) -> Foot {
    let mut over = points[0].map(|x| i128::from(x) * whole);
    for (point, weight) in points[1..].iter().zip(t) {
        let edge = minus(point, &points[0]);
        (0..3).for_each(|i| over[i] += i128::from(edge[i]) * weight);
    }
    Foot::new(over, *whole)
}

/// Whether all t are at least zero (positive, if strict) and their sum at most (less than) one.
pub fn is_feasible((t, whole): &(Vec<i128>, i128), strict: bool) -> bool {
    let sum: i128 = t.iter().sum();
    if strict { t.iter().all(|t| *t > 0) && sum < *whole } else { t.iter().all(|t| *t >= 0) && sum <= *whole }
}

/// How often the recursion solved for each face, by the mask of its vertices.
pub type Visits = [u32; 16];

/// The divide-and-conquer recursion of the source on the vertices of a mask, with the text's test or the program's strict one.
pub fn recurse(points: &[Site], mask: u8, strict: bool, visits: &mut Visits) -> Foot {
    visits[usize::from(mask)] += 1;
    let (chosen, len) = points_of(points, mask);
    let chosen = &chosen[..len];
    if let Some(t) = least_squares(chosen, -1)
        && (len == 1 || is_feasible(&t, strict))
    {
        return combined(chosen, &t);
    }
    let mut best: Option<Foot> = None;
    for position in (0..points.len()).filter(|position| mask >> position & 1 == 1) {
        let foot = recurse(points, mask & !(1 << position), strict, visits);
        if best.is_none_or(|best| foot.is_nearer(&best)) {
            best = Some(foot);
        }
    }
    // A single vertex is its own nearest point.
    best.unwrap_or(Foot { over: chosen[0].map(i128::from), under: 1 })
}

/// Distance GJK on the points of M with the true nearest face: the region of the last simplex, and that simplex. `seen` sees
/// each simplex with the newest vertex last.
pub fn nearest(m: &[Site], mut seen: impl FnMut(&[Site], &Region)) -> (Region, Vec<Site>) {
    let mut simplex = vec![m[0]];
    loop {
        let found = region(&simplex);
        seen(&simplex, &found);
        let kept: Vec<Site> = (0..simplex.len()).filter(|i| found.face >> i & 1 == 1).map(|i| simplex[i]).collect();
        let Some(next) = m.iter().min_by_key(|point| dot(&found.axis, point)) else { unreachable!("M has a point") };
        if found.axis == [0; 3] || dot(&found.axis, next) >= dot(&found.axis, &kept[0]) {
            return (Region { axis: found.axis, face: (1 << kept.len()) - 1 }, kept);
        }
        simplex = kept;
        simplex.push(*next);
    }
}
