//! A body that is given by vertices and faces, as mesh libraries hold it.

use super::field::{Field, Place};
use super::json::{Elements, Leaf};
use crate::body::Point;
use std::cell::RefCell;

/// The vertices that the faces name, or all of them if there are no faces.
pub fn vertices(vertices: Option<Vec<Point>>, faces: Field<Elements>, place: &Place) -> Option<Vec<Point>> {
    let count = vertices.as_ref().map(Vec::len);
    let named = faces.optional(&place.at("faces"), |faces, place| are_named(&faces, count, place))?;
    let (mut vertices, all) = (vertices?, count?);
    if let Some(named) = named {
        let mut named = named.into_iter();
        vertices.retain(|_| named.next().unwrap_or(false));
        let left_out = all - vertices.len();
        if left_out > 0 {
            place.note(format!("of {all} vertices, no face names {left_out}, which are left out"));
        }
    }
    Some(vertices)
}

/// Whether a face names each vertex. Faces are checked even if the number of vertices is not known because of a fault.
fn are_named(faces: &Elements, count: Option<usize>, place: &Place) -> Option<Vec<bool>> {
    if faces.count() == 0 {
        return place.fault("has no face; without \"faces\" the body is the hull of all vertices");
    }
    let mut named = vec![false; count.unwrap_or(0)];
    if is_plain(faces, &mut named) {
        return Some(named);
    }
    let named = RefCell::new(named);
    // Every face is checked, so that every fault is noted.
    place.list(faces, |face: Elements, place| {
        if face.count() == 0 {
            return place.fault("a face has at least one index");
        }
        place.list(&face, |index: Leaf, place| {
            let Some(index) = index.whole() else { return place.fault("must be the number of a vertex, counted from 0") };
            let mut named = named.borrow_mut();
            match (usize::try_from(index).ok().and_then(|index| named.get_mut(index)), count) {
                (Some(named), _) => *named = true,
                (None, Some(count)) => {
                    return place.fault(format!("there is no vertex {index}: they are counted from 0 to {}", count - 1));
                }
                (None, None) => {}
            }
            Some(())
        })
    })?;
    Some(named.into_inner())
}

/// Marks the vertices that faces name, and returns whether all faces are lists of good indices, as nearly all are.
fn is_plain(faces: &Elements, named: &mut [bool]) -> bool {
    let Some(faces) = faces.read::<Vec<usize>>() else { return false };
    for index in faces.iter().flatten() {
        let Some(named) = named.get_mut(*index) else { return false };
        *named = true;
    }
    faces.iter().all(|face| !face.is_empty())
}
