//! Neighbours on a hull: the edges of its triangulated surface, and the points that are not its corners.

use gjk_support::surface::{Point, above, surface};

/// A point, the points joined to it by edges, and the points attached to a simplex that has this point as a corner.
pub(super) struct Joint {
    pub point: u32,
    pub edges: Vec<u32>,
    pub attached: Vec<u32>,
}

/// The joints of distinct points. The edges of a point that is not a corner of the surface lead to the corners of the triangle
/// or tetrahedron that it is attached to. It has no joint if it is more than `depth` inside along each axis. `None` for points
/// in a plane.
pub(super) fn joints(points: &[Point], depth: f64) -> Option<Vec<Joint>> {
    let triangles = surface(points)?;
    let mut joint_of = vec![usize::MAX; points.len()];
    let mut joints: Vec<Joint> = Vec::new();
    for triangle in &triangles {
        for i in 0..3 {
            let (begin, end) = (triangle[i], triangle[(i + 1) % 3]);
            let joint = &mut joint_of[begin as usize];
            if *joint == usize::MAX {
                *joint = joints.len();
                joints.push(Joint { point: begin, edges: Vec::new(), attached: Vec::new() });
            }
            joints[*joint].edges.push(end);
        }
    }
    for point in (0..points.len()).filter(|&point| joint_of[point] == usize::MAX) {
        if let Place::Within(corners) = place(points, &triangles, &points[point], depth)? {
            for &corner in &corners {
                joints[joint_of[corner as usize]].attached.push(point as u32);
            }
            joints.push(Joint { point: point as u32, edges: corners, attached: Vec::new() });
        }
    }
    Some(joints)
}

/// The place of a point of the hull.
enum Place {
    /// So deep that six points around it, one on each side along each axis at more than the given distance, are inside as well.
    Deep,
    /// In the triangle or tetrahedron with these corners.
    Within(Vec<u32>),
}

/// The place of a point in the hull with this surface; `None` if it is not in the hull.
fn place(points: &[Point], triangles: &[[u32; 3]], point: &Point, depth: f64) -> Option<Place> {
    let corners = |triangle: &[u32; 3]| triangle.map(|corner| &points[corner as usize]);
    if triangles.iter().all(|triangle| is_deep(corners(triangle), point, depth)) {
        return Some(Place::Deep);
    }
    for triangle in triangles {
        let [a, b, c] = corners(triangle);
        if above(a, b, c, point) == 0.0
            && let Some(&[apex, ..]) = triangles.iter().find(|[apex, ..]| above(a, b, c, &points[*apex as usize]) != 0.0)
            && within([a, b, c], &points[apex as usize], point)
        {
            return Some(Place::Within(triangle.to_vec()));
        }
    }
    // The tetrahedra from one corner to all triangles not coplanar with it fill the hull.
    let apex = triangles.first()?[0];
    for triangle in triangles {
        let [a, b, c] = corners(triangle);
        if above(a, b, c, &points[apex as usize]) != 0.0 && within([a, b, c], &points[apex as usize], point) {
            return Some(Place::Within(triangle.iter().copied().chain([apex]).collect()));
        }
    }
    None
}

/// Whether the six points around the point are below the plane. Tested in rounded arithmetic first: with the edges u and v from
/// a and w = point − a, the normal's coordinates are uⱼvₖ − uₖvⱼ, and the product of the normal and w has an error of less than
/// 16 roundings of Σ (|uⱼvₖ| + |uₖvⱼ|) |wᵢ|.
fn is_deep([a, b, c]: [&Point; 3], point: &Point, depth: f64) -> bool {
    let minus = |p: &Point| -> Point { std::array::from_fn(|i| p[i] - a[i]) };
    let (u, v, w) = (minus(b), minus(c), minus(point));
    let (mut height, mut sizes, mut greatest) = (0.0, 0.0, 0.0_f64);
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let size = (u[j] * v[k]).abs() + (u[k] * v[j]).abs();
        height += (u[j] * v[k] - u[k] * v[j]) * w[i];
        sizes += size * w[i].abs();
        greatest = greatest.max(size);
    }
    if height < -(16.0 * f64::EPSILON * sizes + 2.0 * depth * greatest) {
        return true;
    }
    (0..6).all(|side| {
        let mut beside = *point;
        beside[side / 2] += if side % 2 == 0 { depth } else { -depth };
        above(a, b, c, &beside) <= 0.0
    })
}

/// Whether the point is in the cone from the apex over the triangle, for a point on the apex's side of the triangle's plane:
/// on the same side of the three planes as the triangle's third corner, or in them.
fn within([a, b, c]: [&Point; 3], apex: &Point, point: &Point) -> bool {
    [(a, b, c), (b, c, a), (c, a, b)].into_iter().all(|(p, q, r)| {
        let (inner, height) = (above(apex, p, q, r), above(apex, p, q, point));
        height == 0.0 || (height > 0.0) == (inner > 0.0)
    })
}

/// The number of the first point of each place, in order, and for each point the position of its place in that list.
pub(super) fn distinct(points: &[Point]) -> (Vec<u32>, Vec<u32>) {
    // Adding zero turns both zeros into the same one.
    let key = |name: u32| points[name as usize].map(|x| (x + 0.0).to_bits());
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by_key(|&name| (key(name), name));
    let mut firsts = order.clone();
    for pair in 1..order.len() {
        if key(order[pair]) == key(order[pair - 1]) {
            firsts[pair] = firsts[pair - 1];
        }
    }
    let mut first = vec![0; points.len()];
    for (&name, &first_name) in order.iter().zip(&firsts) {
        first[name as usize] = first_name;
    }
    let distinct: Vec<u32> = (0..points.len() as u32).filter(|&name| first[name as usize] == name).collect();
    let mut position = vec![0; points.len()];
    for (place, &name) in distinct.iter().enumerate() {
        position[name as usize] = place as u32;
    }
    (distinct, first.iter().map(|&name| position[name as usize]).collect())
}
