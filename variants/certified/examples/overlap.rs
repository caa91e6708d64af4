//! The contacts of a game: boxes that fall onto a floor, in `f32`, with memory that is kept from frame to frame.
//!
//! A query that finds an overlap returns its depth and a shortest translation that separates the two bodies. Moving the box
//! by this translation leaves at most an overlap of the size of a rounding error.

use gjk_certified::{Body, Depth, NoBody, Points, Start, Workspace, depth_of};

type Point = [f32; 3];

/// The corners of a box around a center, turned about the z axis.
fn cuboid(center: Point, half: Point, angle: f32) -> [Point; 8] {
    let (sin, cos) = angle.sin_cos();
    std::array::from_fn(|corner| {
        let p: Point = std::array::from_fn(|k| if corner >> k & 1 == 0 { -half[k] } else { half[k] });
        [cos * p[0] - sin * p[1] + center[0], sin * p[0] + cos * p[1] + center[1], p[2] + center[2]]
    })
}

/// Pushes a box out of the floor. Returns the depth of the overlap; zero if there was none.
fn resolve(floor: &impl Body<f32, 3>, brick: &mut [Point; 8], workspace: &mut Workspace) -> Result<f32, NoBody> {
    let found = depth_of(&Points::new(brick)?, floor, &Start::Centers, workspace, &mut ());
    let Depth::Overlaps(overlap) = found else { return Ok(0.0) };
    println!("  {:.5} deep, pushed by {:.5?}", overlap.depth, overlap.translation.map(|x| -x));
    // The translation points from the box into the floor: the box moves the other way.
    for point in brick.iter_mut() {
        *point = std::array::from_fn(|k| point[k] - overlap.translation[k]);
    }
    Ok(overlap.depth)
}

fn main() -> Result<(), NoBody> {
    let corners = cuboid([0.0, 0.0, -0.5], [10.0, 10.0, 0.5], 0.0);
    // The body of the floor is made once; it reads its points once.
    let floor = Points::new(&corners)?;
    let mut workspace = Workspace::default();
    let mut height = 0.52;
    for frame in 0..6 {
        let mut brick = cuboid([1.0, 2.0, height], [0.5, 0.5, 0.5], 0.3);
        println!("frame {frame}: the box is at {height:.4}");
        let depth = resolve(&floor, &mut brick, &mut workspace)?;
        assert!((depth - (0.5 - height).max(0.0)).abs() < 1e-5, "{depth}");
        // The overlap that is left is the rounding of the points that were moved.
        let rest = depth_of(&Points::new(&brick)?, &floor, &Start::Centers, &mut workspace, &mut ()).signed_distance();
        assert!(rest > -1e-6, "{rest}");
        height -= 0.01;
    }
    Ok(())
}
