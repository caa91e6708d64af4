//! The bounds of volumes and areas, each tested at its limit.

use super::*;
use crate::integer::exact_power as power;

const VOLUME: f64 = bound::VOLUME;

fn simplex(w: [Vector; 4], len: usize) -> Simplex {
    Simplex { w, len, ..Simplex::EMPTY }
}

/// Triangles around the origin, of either orientation. Two sides make areas of size `small` with the origin.
fn triangles(small: f64, scale: f64) -> [Simplex; 2] {
    let of = |x: f64, y: f64| [scale * x, scale * y, 0.0];
    let (p, q, r) = (of(1.0, 0.0), of(0.0, 1.0), of(-small, -small));
    [simplex([p, q, r, r], 3), simplex([q, p, r, r], 3)]
}

#[test]
fn an_area_is_certain_beyond_its_bound() {
    let hold = |small: f64, scale: f64| triangles(small, scale).map(|triangle| triangle.holds_origin::<2>());
    assert_eq!(hold(0.5, 1.0), [true; 2]);
    assert_eq!(hold(VOLUME, 1.0), [false; 2]);
    assert_eq!(hold(VOLUME.next_up(), 1.0), [true; 2]);
    // Areas of degree two, compared with 2⁻⁶⁰⁰.
    assert_eq!((hold(0.5, power(-310)), hold(0.5, power(-290))), ([false; 2], [true; 2]));
    // The origin is outside, though almost on a side.
    assert_eq!((hold(-0.5, 1.0), hold(-0.5 * VOLUME, 1.0), hold(0.0, 1.0)), ([false; 2], [false; 2], [false; 2]));
}

/// The tetrahedron of 4, 8 and 2 along the axes and a fourth point, and its mirror image.
fn tetrahedra([x, y, z]: Vector, scale: f64) -> [Simplex; 2] {
    let of = |side: f64| {
        let w = [[4.0 * side, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 2.0], [-x * side, -y, -z]];
        simplex(w.map(|w| w.map(|x| scale * x)), 4)
    };
    [of(1.0), of(-1.0)]
}

#[test]
fn a_volume_is_certain_beyond_its_bound() {
    let hold = |s: Vector, scale: f64| tetrahedra(s, scale).map(|tetrahedron| tetrahedron.holds_origin::<3>());
    assert_eq!(hold([1.0, 1.0, 1.0], 1.0), [true; 2]);
    // The volumes with the fourth point are 16x, 8y and 32z, the other one is 64. The greatest product of three is first 8 · 2
    // · 4, then 4 · 16 · 8, then 8 · 2 · 64.
    for (rest, greatest) in [(1.0, 64.0), (16.0, 512.0), (64.0, 2048.0)] {
        let least = VOLUME * greatest;
        for (place, factor) in [(0, 16.0), (1, 8.0), (2, 32.0)] {
            let with = |volume: f64| {
                let mut s = [rest; 3];
                s[place] = volume / factor;
                s
            };
            assert_eq!((hold(with(least), 1.0), hold(with(least.next_up()), 1.0)), ([false; 2], [true; 2]), "{rest} {place}");
            assert_eq!((hold(with(-0.5 * least), 1.0), hold(with(-least), 1.0)), ([false; 2], [false; 2]), "{rest} {place}");
        }
    }
    // The volume without the fourth point is the least: 64, compared with 4 · 2⁶⁰ · 8.
    assert_eq!(hold([power(60), power(60), power(60)], 1.0), [false; 2]);
    assert_eq!(hold([power(40), power(40), power(40)], 1.0), [true; 2]);
    assert_eq!((hold([1.0; 3], power(-205)), hold([1.0; 3], power(-195))), ([false; 2], [true; 2]));
}
