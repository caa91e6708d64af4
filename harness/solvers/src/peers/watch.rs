//! The observation of a peer's run from outside: the support points that it asks for.

use std::cell::{Cell, RefCell};

use gjk_variants::{Observer, Space, SupportMap};

/// A support point that was asked for.
pub struct Visit<S: Space> {
    direction: S::Vector,
    /// The point.
    pub point: S::Vector,
    /// The body's name of the point.
    pub index: usize,
}

/// A body that records the support points that it is asked for.
pub struct Watched<'a, S: Space> {
    body: &'a dyn SupportMap<S>,
    near: Cell<Option<usize>>,
    visits: RefCell<Vec<Visit<S>>>,
}

impl<'a, S: Space> Watched<'a, S> {
    pub fn new(body: &'a dyn SupportMap<S>) -> Self {
        Watched { body, near: Cell::new(None), visits: RefCell::default() }
    }

    /// The support point in a direction.
    pub fn support(&self, direction: S::Vector) -> S::Vector {
        let (point, index) = self.body.support(&direction, self.near.get());
        self.near.set(Some(index));
        self.visits.borrow_mut().push(Visit { direction, point: point.clone(), index });
        point
    }

    /// The body's name of a support point that was asked for.
    pub fn index(&self, point: &S::Vector) -> Option<usize> {
        self.visits.borrow().iter().rev().find(|visit| visit.point == *point).map(|visit| visit.index)
    }

    /// The number of support points that were asked for.
    pub fn count(&self) -> usize {
        self.visits.borrow().len()
    }
}

/// Reports the support points of M = A − B to the observer, after the run.
pub fn tell<S: Space>(a: &Watched<'_, S>, b: &Watched<'_, S>, observer: &mut dyn Observer<S>) {
    for (on_a, on_b) in a.visits.borrow().iter().zip(b.visits.borrow().iter()) {
        observer.support(&on_a.direction, &S::minus(&on_a.point, &on_b.point));
    }
}
