//! Allocations of a query about the depth: none for a polytope that has room in place, and none in a workspace that was as
//! large before.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use gjk_variants::epa::Workspace;
use gjk_variants::{Epa, Hull, Incremental, Outcome, Portals, SeparatingAxes, Signed, Solid, Space, Start, Variant};

type Here = Solid<f64>;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator with a count of allocations.
struct Counting;

#[expect(unsafe_code, reason = "an allocator is unsafe; this one hands everything on")]
// SAFETY: every call goes to the system's allocator as it is; the count is a cell of the thread, which needs no allocation.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

fn count<R>(of: impl FnOnce() -> R) -> (R, usize) {
    let before = ALLOCATIONS.with(Cell::get);
    let found = of();
    (found, ALLOCATIONS.with(Cell::get) - before)
}

/// Points of a sphere by the golden spiral.
fn ball(points: usize, turned: f64) -> Hull<Here> {
    let point = |i: usize| {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / points as f64;
        let (ring, turn) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * i as f64 + turned);
        let p = [ring * turn.cos(), ring * turn.sin(), z];
        Here::vector(|axis| p[axis])
    };
    Hull::new((0..points).map(point).collect()).expect("points")
}

fn is_answered(outcome: &Outcome<Signed<Here>>) -> bool {
    matches!(outcome.answer, Some(Signed::Overlapping(_)))
}

#[test]
fn a_polytope_in_place_and_one_in_a_workspace_that_has_grown_allocate_nothing() {
    let (small, other) = (ball(8, 0.0), ball(8, 1.0));
    let (outcome, allocations) = count(|| Epa::common().solve(&small, &other, &Start::Default, &mut ()));
    assert!(is_answered(&outcome) && allocations == 0, "{allocations}");

    let (large, other) = (ball(256, 0.0), ball(256, 1.0));
    let mut workspace = Workspace::default();
    let mut query = || count(|| Epa::common().solve_in(&mut workspace, &large, &other, &Start::Default, &mut ()));
    let (first, grown) = query();
    let (second, again) = query();
    assert!(is_answered(&first) && grown > 0, "so many points leave no room in place");
    assert_eq!((again, second.answer), (0, first.answer));
}

#[test]
fn separating_axes_and_portals_allocate_nothing() {
    for points in [4, 8, 32] {
        let (a, b) = (ball(points, 0.0), ball(points, 1.0));
        let (outcome, allocations) = count(|| SeparatingAxes::default().solve(&a, &b, &Start::Default, &mut ()));
        assert!(is_answered(&outcome) && allocations == 0, "{points}: {allocations}");
        let (outcome, allocations) = count(|| Incremental::default().solve(&a, &b, &Start::Default, &mut ()));
        assert!(is_answered(&outcome) && allocations == 0, "{points}: {allocations}");
        let (outcome, allocations) = count(|| Portals::snethen().solve(&a, &b, &Start::Default, &mut ()));
        assert!(outcome.answer.is_some() && allocations == 0, "{points}: {allocations}");
    }
}
