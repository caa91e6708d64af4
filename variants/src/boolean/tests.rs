use super::*;
use crate::exact::Integer;
use crate::space::{Oriented, Plane, Solid};
use crate::support::Hull;

fn vector<S: Space<Scalar = Integer>>(c: &[i64]) -> S::Vector { S::vector(|i| Integer::new(c[i])) }

fn run<S: Space<Scalar = Integer>, P: DoSimplex<S>>(p: P, a: &[[i64; 3]], b: &[[i64; 3]]) -> Outcome<Verdict<S>> {
    let hull = |x: &[[i64; 3]]| Hull::<S>::with_center(x.iter().map(|p| vector::<S>(p)).collect(), S::zero()).unwrap();
    BooleanGjk::new(p).solve(&hull(a), &hull(b), &Start::Default, &mut ())
}


#[test]
fn probe() {
    for (na, nb, range, dim) in [(1,5,2,3),(1,5,3,3),(1,6,3,3),(1,8,3,3),(1,8,5,3),(2,4,3,3),(4,4,3,3),(1,5,3,2),(1,6,4,2),(3,3,4,2)] {
        let mut state = 12345u64;
        let mut next = || { state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((state >> 33) % (2 * range as u64 + 1)) as i64 - range };
        let mut counts = [[0usize; 8]; 3];
        let mut first: [[Option<(Vec<[i64;3]>,Vec<[i64;3]>)>; 8]; 3] = Default::default();
        for _ in 0..400000 {
            let a: Vec<[i64; 3]> = (0..na).map(|_| if na == 1 {[0;3]} else {[next(), next(), if dim == 3 {next()} else {0}]}).collect();
            let b: Vec<[i64; 3]> = (0..nb).map(|_| [next(), next(), if dim == 3 {next()} else {0}]).collect();
            if a.iter().any(|p| b.contains(p)) { continue; }
            let stops = if dim == 3 { [run::<Solid<Integer>, _>(Muratori, &a, &b).stop, run::<Solid<Integer>, _>(ThreePlane, &a, &b).stop, run::<Solid<Integer>, _>(FaceFirst, &a, &b).stop] }
            else { [run::<Plane<Integer>, _>(Muratori, &a, &b).stop, run::<Plane<Integer>, _>(ThreePlane, &a, &b).stop, run::<Plane<Integer>, _>(FaceFirst, &a, &b).stop] };
            for i in 0..3 {
                let k = Stop::ALL.iter().position(|s| *s == stops[i]).unwrap();
                counts[i][k] += 1;
                if k > 0 && first[i][k].is_none() { first[i][k] = Some((a.clone(), b.clone())); }
            }
        }
        println!("{na} {nb} {range} {dim}: {counts:?}");
        for i in 0..3 { for k in 0..8 { if let Some(f) = &first[i][k] { println!("    {i} {k} {f:?}"); } } }
    }
}
