//! Cases of random bits: any finite numbers, subnormal ones, both zeros and the greatest included.

use gjk_cases::case::{Arithmetic, Body, Case, Curved, Point, Shape};
use gjk_variants::SplitMix64;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Case number `index` of a seed in an arithmetic: one to eight points per body, in the plane or in space.
///
/// In a third of the cases the coordinates are of any magnitude, and half of the bodies are rounded, curved or unions; in a
/// third they are of one magnitude; in a third they are repeated from a few.
pub fn case(seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
    let mut bits = Bits::of_case(seed, arithmetic, index);
    let dimension = 2 + bits.below(2) as u8;
    let kind = bits.below(3);
    let few = [bits.number(arithmetic), bits.number(arithmetic), 0.0, -0.0];
    let mut body = || -> Body {
        let count = 1 + bits.below(8);
        let mut point = || -> Point {
            let mut point = [0.0; 3];
            for coordinate in point.iter_mut().take(usize::from(dimension)) {
                *coordinate = match kind {
                    0 => bits.number(arithmetic),
                    1 => bits.number_like(few[0], arithmetic),
                    _ => few[bits.below(4) as usize] * if bits.below(2) == 0 { 1.0 } else { -1.0 },
                };
            }
            point
        };
        Body::Points((0..count).map(|_| point()).collect())
    };
    let (a, b) = (body(), body());
    let (a, b) = if kind == 0 { (bits.other(arithmetic, dimension, a), bits.other(arithmetic, dimension, b)) } else { (a, b) };
    Case { a, b, ..Case::of_points(format!("bits:{seed}:{index}"), dimension, Vec::new(), Vec::new()) }
}

/// The case with a motion of A, if both bodies are hulls of points.
pub fn cast(seed: u64, arithmetic: Arithmetic, index: u64, case: Case) -> Case {
    if !case.is_of_hulls() {
        return case;
    }
    let mut random = SplitMix64(seed ^ index.wrapping_mul(0xd1b5_4a32_d192_ed03));
    let motion = motion(&case, arithmetic, &mut random);
    Case { cast: Some(motion), ..case }
}

/// A motion of A, from one of its points to one of B, times a half, one or two. It is finite in the arithmetic, and not zero.
fn motion(case: &Case, arithmetic: Arithmetic, random: &mut SplitMix64) -> Point {
    let [from, to] = [&case.a, &case.b].map(|body| {
        let points = body.points();
        points[random.below(points.len() as u64) as usize]
    });
    let factor = [0.5, 1.0, 2.0][random.below(3) as usize];
    let greatest = arithmetic.range().map_or(f64::MAX, |[_, greatest]| greatest);
    let motion = [0, 1, 2].map(|k| (factor * (to[k] - from[k])).clamp(-greatest, greatest));
    if motion == [0.0; 3] { [1.0, 0.0, 0.0] } else { motion }
}

/// The random numbers of a case.
struct Bits(ChaCha8Rng);

impl Bits {
    fn of_case(seed: u64, arithmetic: Arithmetic, index: u64) -> Bits {
        let mut bits = ChaCha8Rng::seed_from_u64(seed ^ u64::from(arithmetic == Arithmetic::F32) << 63);
        bits.set_stream(index);
        Bits(bits)
    }

    fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(count)) >> 64) as u64
    }

    /// Any finite number, all bits random.
    fn number(&mut self, arithmetic: Arithmetic) -> f64 {
        loop {
            let bits = self.0.next_u64();
            let number = match arithmetic {
                Arithmetic::F32 => f64::from(f32::from_bits((bits >> 32) as u32)),
                _ => f64::from_bits(bits),
            };
            if number.is_finite() {
                return number;
            }
        }
    }

    /// A number of random sign and significand, whose exponent is that of a finite number or up to three below.
    fn number_like(&mut self, other: f64, arithmetic: Arithmetic) -> f64 {
        let bits = self.0.next_u64();
        match arithmetic {
            Arithmetic::F32 => {
                let exponent = ((other as f32).to_bits() >> 23 & 0xff).saturating_sub((bits >> 62) as u32);
                f64::from(f32::from_bits((bits as u32 & 0x807f_ffff) | exponent << 23))
            }
            _ => {
                let exponent = (other.to_bits() >> 52 & 0x7ff).saturating_sub(bits >> 52 & 3);
                f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | exponent << 52)
            }
        }
    }

    /// In half of the cases the body itself, else one with a radius, a curved one, or a union with it.
    fn other(&mut self, arithmetic: Arithmetic, dimension: u8, body: Body) -> Body {
        let length = self.number(arithmetic).abs();
        let mut vector = || -> Point { std::array::from_fn(|_| self.number(arithmetic)) };
        let (center, rotation, [x, y, z]) = (vector(), [vector(), vector(), vector()], vector().map(f64::abs));
        let shape = match self.below(3) {
            1 if dimension == 3 => Shape::Cylinder { radius: x, half_height: y },
            2 if dimension == 3 => Shape::Cone { radius: x, half_height: y },
            _ => Shape::Ellipsoid { semi_axes: [x, y, z] },
        };
        let curved = Body::Curved(Curved { shape, center, rotation });
        match self.below(6) {
            0 => Body::Rounded { points: body.points().to_vec(), radius: length },
            1 => curved,
            2 => Body::Union(vec![body, curved]),
            _ => body,
        }
    }
}
