//! `gjk export`: a case as a Wavefront OBJ file, to view it in another program.

use std::fmt::Write as _;
use std::process::ExitCode;

use gjk_cases::case::{Body, Case, Point};
use gjk_cases::format::number;
use gjk_cases::quote::cut;
use gjk_cases::surface::samples;
use gjk_solvers::PosedCase;
use gjk_support::surface::surface_of as surface;
use gjk_variants::float::{exponent_of, ldexp};
use gjk_variants::vector::{cross, dot};

use crate::address::single;
use crate::arguments::Export;
use crate::failure::Failure;
use crate::output;

pub fn run(arguments: &Export) -> Result<ExitCode, Failure> {
    let out = &arguments.out;
    if out.as_os_str() != "-" && out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("obj")) {
        let renamed = out.with_extension("obj");
        return Err(Failure::new(format_args!(
            "{}: what is written is an OBJ file; name it {}",
            out.display(),
            renamed.display()
        )));
    }
    let addressed = single(&arguments.case, "export")?;
    let scalar = arguments.scalar;
    let posed = addressed.case(scalar).and_then(|case| PosedCase::pose(&case, scalar));
    let posed = posed.ok_or_else(|| Failure::new(format_args!("{}: a coordinate overflows {scalar}", arguments.case)))?;
    output::not_an_input("export", Some(out))?;
    output::write(out, obj(&posed))?;
    Ok(ExitCode::SUCCESS)
}

/// Both bodies, part by part, and the segment between two nearest points.
fn obj(posed: &PosedCase) -> String {
    let PosedCase { case, truth, arithmetic } = posed;
    let class = truth.decided().map_or("undecided", |class| class.name());
    let mut obj = Obj {
        text: format!(
            "# {} in {arithmetic}: {class}, at a distance of {}\n# The hull of the points of each object is the body, or part of it.\n",
            cut(&case.id),
            number(truth.distance_f64())
        ),
        count: 0,
    };
    if [&case.a, &case.b].iter().any(|body| body.parts().iter().any(|part| !matches!(part, Body::Points(_)))) {
        obj.text += "# Of bodies with curved surfaces these are points on them.\n";
    }
    for (name, body) in [("A", &case.a), ("B", &case.b)] {
        for (number, part) in body.parts().iter().enumerate() {
            let name = if body.parts().len() > 1 { format!("{name}-{number}") } else { name.to_owned() };
            match part {
                Body::Halfspace { normal, offset } => obj.patch(&name, case, normal, *offset, truth.size().to_f64()),
                part => obj.hull(&name, &samples(part, case.dimension)),
            }
        }
    }
    if let Some(points) = truth.nearest_points(case).filter(|[a, b]| a != b) {
        obj.object("nearest", &points);
        let _ = writeln!(obj.text, "l {} {}", obj.count - 1, obj.count);
    }
    obj.text
}

struct Obj {
    text: String,
    /// Number of vertices that are written.
    count: usize,
}

impl Obj {
    fn object(&mut self, name: &str, points: &[Point]) {
        let _ = writeln!(self.text, "o {name}");
        for point in points {
            let [x, y, z] = point.map(number);
            let _ = writeln!(self.text, "v {x} {y} {z}");
        }
        self.count += points.len();
    }

    /// The elements of one kind, whose vertices come after the first `before` vertices.
    fn element(&mut self, kind: &str, before: usize, corners: impl IntoIterator<Item = usize>) {
        self.text.push_str(kind);
        for corner in corners {
            let _ = write!(self.text, " {}", before + corner + 1);
        }
        self.text.push('\n');
    }

    /// A hull as its surface; in a plane as a polygon, on a line as a segment. All points are written, including those inside.
    fn hull(&mut self, name: &str, points: &[Point]) {
        let before = self.count;
        self.object(name, points);
        if let Some(triangles) = surface(points) {
            triangles.iter().for_each(|triangle| self.element("f", before, triangle.map(|corner| corner as usize)));
            return;
        }
        match polygon(points) {
            corners if corners.len() > 2 => self.element("f", before, corners),
            corners if corners.len() == 2 => self.element("l", before, corners),
            corners => self.element("p", before, corners),
        }
    }

    /// A square of the boundary of a half-space, below the middle of A.
    fn patch(&mut self, name: &str, case: &Case, normal: &Point, offset: f64, size: f64) {
        // Computed at a size at which no square overflows or vanishes.
        let shift = -i64::from(exponent_of(normal.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()))));
        let (normal, offset) = (&normal.map(|x| ldexp(x, shift)), ldexp(offset, shift));
        let points = samples(&case.a, case.dimension);
        let share = 1.0 / points.len().max(1) as f64;
        let middle: Point = std::array::from_fn(|i| points.iter().map(|p| p[i] * share).sum());
        let length = dot(normal, normal).sqrt();
        let unit = normal.map(|x| x / length);
        let height = dot(&unit, &middle) - offset / length;
        let foot: Point = std::array::from_fn(|i| middle[i] - height * unit[i]);
        let across = if case.dimension == 2 { [0.0, 0.0, 1.0] } else { beside(&unit) };
        let along = cross(&unit, &across);
        let corner = |x: f64, y: f64| std::array::from_fn(|i| foot[i] + 2.0 * size * (x * along[i] + y * across[i]));
        let corners: Vec<Point> = match case.dimension {
            2 => [-1.0, 1.0].map(|x| corner(x, 0.0)).to_vec(),
            _ => [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| corner(x, y)).to_vec(),
        };
        if corners.iter().flatten().any(|x| !x.is_finite()) {
            let _ = writeln!(self.text, "# {name} is a half-space whose boundary near A is beyond the range of doubles.");
            return;
        }
        let before = self.count;
        self.object(name, &corners);
        self.element(if corners.len() == 2 { "l" } else { "f" }, before, 0..corners.len());
    }
}

/// A unit vector at right angles to another one.
fn beside(unit: &Point) -> Point {
    let least = (0..3).min_by(|&i, &j| unit[i].abs().total_cmp(&unit[j].abs())).unwrap_or(0);
    let v = cross(unit, &std::array::from_fn(|i| f64::from(u8::from(i == least))));
    let length = dot(&v, &v).sqrt();
    v.map(|x| x / length)
}

/// The corners of the hull of points in one plane, in order; two for points on a line, one for equal points.
fn polygon(points: &[Point]) -> Vec<usize> {
    let greatest = points.iter().flatten().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    let shift = if greatest == 0.0 { 0 } else { -i64::from(exponent_of(greatest)) };
    let points: Vec<Point> = points.iter().map(|p| p.map(|x| ldexp(x, shift))).collect();
    let minus = |p: &Point, q: &Point| -> Point { std::array::from_fn(|i| p[i] - q[i]) };
    let Some(first) = points.first() else { return Vec::new() };
    let farthest =
        |size: &dyn Fn(&Point) -> f64| (0..points.len()).max_by(|&i, &j| size(&points[i]).total_cmp(&size(&points[j])));
    let squared = |v: &Point| dot(v, v);
    let second = farthest(&|p| squared(&minus(p, first))).unwrap_or(0);
    let edge = minus(&points[second], first);
    let third = farthest(&|p| squared(&cross(&edge, &minus(p, first)))).unwrap_or(0);
    let normal = cross(&edge, &minus(&points[third], first));
    // Computed in the plane of the two coordinates in which the polygon looks largest.
    let dropped = (0..3).max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(2);
    let spot = |i: usize| [points[i][(dropped + 1) % 3], points[i][(dropped + 2) % 3]];
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| spot(i)[0].total_cmp(&spot(j)[0]).then(spot(i)[1].total_cmp(&spot(j)[1])));
    order.dedup_by(|i, j| points[*i] == points[*j]);
    if normal == [0.0; 3] {
        let ends = if squared(&edge) == 0.0 { vec![0] } else { vec![order[0], order[order.len() - 1]] };
        return ends;
    }
    let turn = |o: [f64; 2], a: [f64; 2], b: [f64; 2]| (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut half: Vec<usize> = Vec::new();
        for i in order {
            while half.len() > 1 && turn(spot(half[half.len() - 2]), spot(half[half.len() - 1]), spot(i)) <= 0.0 {
                half.pop();
            }
            half.push(i);
        }
        half.pop();
        half
    };
    let mut corners = half(&mut order.iter().copied());
    corners.extend(half(&mut order.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::case::Arithmetic;
    use gjk_cases::mesh::parse_objects;

    fn exported(a: Body, b: Body) -> String {
        let case = Case::of_bodies("x", 3, a, b);
        obj(&PosedCase::pose(&case, Arithmetic::F64).expect("nothing overflows"))
    }

    #[test]
    fn exported_bodies_are_read_back_unchanged() {
        let cube = gjk_cases::family::corners([0.1, 0.0, 0.0], [1.0, 1.0, 1.0]);
        let text = exported(Body::Points(cube.clone()), Body::Points(vec![[3.0, 0.5, 0.5], [4.0, 0.5, 0.5]]));
        let objects = parse_objects(text.as_bytes(), "x.obj".as_ref()).expect(&text);
        assert_eq!(objects.iter().map(|object| &object.name[..]).collect::<Vec<_>>(), ["A", "B", "nearest"]);
        let mut points = objects[0].points.clone();
        points.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        let mut expected = cube;
        expected.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        assert_eq!((points, objects[0].faces.len()), (expected, 12));
        assert_eq!(objects[2].points, [[1.0, 0.5, 0.5], [3.0, 0.5, 0.5]]);
    }

    #[test]
    fn flat_and_curved_bodies_and_half_spaces_have_a_surface() {
        let square = vec![[0.0; 3], [1.0, 0.0, 1.0], [1.0, 2.0, 1.0], [0.0, 2.0, 0.0], [0.5, 1.0, 0.5]];
        assert_eq!(polygon(&square).len(), 4, "the middle is no corner");
        assert_eq!(polygon(&[[0.0; 3], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]).len(), 2);
        assert_eq!(polygon(&[[1.0; 3]; 3]), [0]);
        assert_eq!(polygon(&[[0.0; 3], [1e-170, 0.0, 0.0], [0.0, 1e-170, 0.0]]).len(), 3);
        for size in [1e200, 1e-200] {
            let text = exported(Body::Points(vec![[0.0; 3]]), Body::Halfspace { normal: [0.0, 0.0, size], offset: size });
            let patch = &parse_objects(text.as_bytes(), "x.obj".as_ref()).expect(&text)[1];
            assert!(patch.points.len() == 4 && patch.points.iter().all(|p| p[2] == 1.0), "{text}");
        }
        let ball = Body::Rounded { points: vec![[0.0; 3]], radius: 1.0 };
        let text = exported(ball, Body::Halfspace { normal: [0.0, 3.0, 4.0], offset: -10.0 });
        let objects = parse_objects(text.as_bytes(), "x.obj".as_ref()).expect(&text);
        assert!(objects[0].faces.len() > 1000);
        // Every corner of the patch lies in the plane 3 y + 4 z = −10.
        assert!(
            objects[1].points.iter().all(|p| (3.0 * p[1] + 4.0 * p[2] + 10.0).abs() < 1e-12) && objects[1].points.len() == 4
        );
    }
}
