//! The list of claims.

use gjk_cases::case::Case;
use gjk_cases::format::{self, Reading};

use crate::finding::{Decision, Finding};
use crate::observed::{FACE_FIRST, MURATORI, THREE_PLANE};
use crate::search::Search;
use crate::{
    boolean, budget, casts, centroid, depth, distance, divide, dyn4j, facts, keep_three, lemmas, nascimento, worked_example,
};

/// A claim of the sources.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The id.
    pub id: &'static str,
    /// The claim in words.
    pub says: &'static str,
    decide: fn(&Search) -> Decision,
}

impl Claim {
    /// Decides the claim.
    pub fn decide(&self, search: &Search) -> Finding {
        (self.decide)(search).find(self.id)
    }
}

/// The claim with this id.
pub fn claim(id: &str) -> Option<&'static Claim> {
    CLAIMS.iter().find(|claim| claim.id == id)
}

/// The pinned, shrunken counterexamples: the id of a case is the id of its claim.
pub fn counterexamples() -> Reading {
    format::read(include_str!("counterexamples.jsonl"), "claims/counterexamples.jsonl")
}

/// The pinned counterexample of a claim.
pub fn pinned(id: &str) -> Option<Case> {
    counterexamples().cases.into_iter().find(|case| case.id == id)
}

const fn claim_of(id: &'static str, says: &'static str, decide: fn(&Search) -> Decision) -> Claim {
    Claim { id, says, decide }
}

/// Every claim, in the order of the sources.
pub const CLAIMS: &[Claim] = &[
    claim_of("dnc-stop", "if d·s(w, −d) ≥ d·s(M, −d), d is the answer", divide::stop),
    claim_of("dnc-keep", "the next simplex is the smallest one in w′ that still contains s(M, −d)", divide::keep),
    claim_of(
        "dnc-least-squares",
        "the nearest point is w0 + Ht with t the least-squares solution of Ht = w0",
        divide::least_squares_claim,
    ),
    claim_of("dnc-inside", "if all t ≥ 0 and their sum ≤ 1, w0 + Ht is the nearest point", divide::inside),
    claim_of("dnc-strict", "the strict test gives the same point as the text's", divide::strict),
    claim_of(
        "dnc-recursion",
        "otherwise the nearest point is the best of the sub-simplices with one vertex less",
        divide::recursion,
    ),
    claim_of("dnc-edge-visits", "the recursion on a tetrahedron visits each edge at most two times", divide::edge_visits),
    claim_of("dnc-vertex-visits", "… and each point at most three times", divide::vertex_visits),
    claim_of("dnc-terminates", "the iteration of the Scheme code terminates", distance::terminates),
    claim_of("dnc-tolerance", "stopping at an absolute 1e-12 on a squared length gives the closest pair", distance::tolerance),
    claim_of("dnc-overlap", "for overlapping bodies the code returns distance zero", distance::overlap),
    claim_of("lin-lemma-1", "M is convex", facts::lemma_1),
    claim_of("lin-lemma-2", "M holds O if and only if the bodies meet", facts::lemma_2),
    claim_of(
        "lin-cso-infinite",
        "M has infinitely many points unless the bodies meet in one point or do not meet",
        facts::infinite,
    ),
    claim_of("lin-lemma-3", "the support function of A + B is S_A(v) + S_B(v)", facts::lemma_3),
    claim_of("lin-lemma-4", "the support function of A − B is S_A(v) − S_B(−v)", facts::lemma_4),
    claim_of(
        "lin-face-centroid",
        "a support mapping must return the centroid of a face where the support point is not unique",
        centroid::face_centroid,
    ),
    claim_of(
        "lin-gilbert-foo",
        "the squared distance from P to the true point is bounded by P·V; ‖P‖² − P·V ≤ ε² bounds the error of ‖P‖ by ε",
        facts::gilbert_foo,
    ),
    claim_of("lin-finite", "on polytopes the distance algorithm ends after finitely many iterations", distance::finite),
    claim_of(
        "lin-johnson-fragile",
        "Johnson's subalgorithm has numerical problems that the geometric one does not have",
        distance::johnson_fragile,
    ),
    claim_of("lin-ericson-zero", "ending when P coincides with O is right: the bodies meet", distance::ericson_zero),
    claim_of(
        "lin-half-space-exit",
        "S·D < 0 proves that the bodies do not meet; touching bodies are never reported apart",
        boolean::half_space_exit,
    ),
    claim_of("lin-lemma-5", "n = 1: only the slab of AB can hold O", lemmas::lemma_5),
    claim_of("lin-lemma-6", "n = 2: only the regions AC, AB, ABC, ACB can hold O", lemmas::lemma_6),
    claim_of("lin-lemma-7", "n = 3: only ABCD, ABC, ACD, ADB, AB, AC, AD can hold O", lemmas::lemma_7),
    claim_of("lin-three-tests", "a plane test on each side but CBD, at most three, finds the region", lemmas::three_tests),
    claim_of(
        "lin-three-planes-correct",
        "with the three-plane DoSimplex the algorithm always ends with the right verdict",
        // Broken once in 8,800 samples.
        |search| boolean::correct(search, THREE_PLANE, budget::to_find(8_800)),
    ),
    claim_of(
        "lin-face-first-correct",
        "with the first-face DoSimplex the algorithm always ends with the right verdict",
        // Broken once in one and a half million samples.
        |search| boolean::correct(search, FACE_FIRST, budget::to_find(1_500_000)),
    ),
    claim_of("lin-muratori-correct", "Muratori's original DoSimplex always ends with the right verdict", |search| {
        // Broken once in seventy samples.
        boolean::correct(search, MURATORI, budget::to_find(70))
    }),
    claim_of("lin-true-means-meet", "when DoSimplex answers true the bodies meet", boolean::true_means_meet),
    claim_of("lin-no-return", "once n = 2 is reached, n = 1 is never seen again", lemmas::no_return),
    claim_of("lin-segment-kept", "DoSimplex leaves the segment unchanged, since AB is always nearest", lemmas::segment_kept),
    claim_of("nas-support-difference", "max over M of d·p equals S_A(d) − S_B(−d)", facts::support_difference),
    claim_of("nas-two-regions", "k = 2: O can only lie in regions 2 and 3", nascimento::two_regions),
    claim_of("nas-excluded-regions", "k = 3: O cannot lie in regions 1, 2, 3 and 7", nascimento::excluded_regions),
    claim_of("nas-correct", "the code ends with the right verdict for all 2D inputs, touching included", nascimento::correct),
    claim_of("nas-vertex-order", "the vertices must be kept in order for the equations to work", nascimento::vertex_order),
    claim_of("nas-3d-same", "the 3D case follows the same idea: no new case is needed", nascimento::same_in_space),
    claim_of("dyn-worked-example", "every number of the worked example", worked_example::worked_example),
    claim_of(
        "dyn-keep-two",
        "keeping the nearer of the two new edges gives the distance for separated 2D bodies",
        dyn4j::keep_two,
    ),
    claim_of(
        "dyn-a-or-b",
        "in the stop test it does not matter which simplex point is used, since both are equally distant",
        dyn4j::a_or_b,
    ),
    claim_of("dyn-c-closer", "the new point c is closer to O than a and b", dyn4j::c_closer),
    claim_of("dyn-never-terminates", "if the bodies intersect, the algorithm never terminates", dyn4j::never_terminates),
    claim_of("dyn-tolerance", "the tolerance of dc − da is the accuracy of the distance", dyn4j::tolerance),
    claim_of("dyn-curved-stop", "dc − da reaches zero only for polygons", dyn4j::curved_stop),
    claim_of(
        "dyn-same-vertex",
        "if the points a and b of M are the same, the support points that made them are the same",
        dyn4j::same_vertex,
    ),
    claim_of("dyn-replace-farther", "replacing the farther point is wrong", dyn4j::replace_farther),
    claim_of("dyn-unclamped", "the unclamped nearest point may do as a search direction", dyn4j::unclamped),
    claim_of(
        "dyn-3d-rule",
        "the 3D version that keeps a triangle: its normal as direction, then the two nearest points and the new one",
        keep_three::rule_in_space,
    ),
    claim_of("epa-terminates", "the expanding polytope ends after finitely many support points", depth::epa_terminates),
    claim_of("epa-least", "the expanding polytope ends with the least translation", depth::epa_least),
    claim_of(
        "epa-hull-convex",
        "a polytope whose nearest facet gives way to three facets to the new vertex stays convex",
        depth::epa_hull_convex,
    ),
    claim_of(
        "epa-needs-tetrahedron",
        "the expanding polytope needs dimension + 1 vertices from GJK",
        depth::epa_needs_tetrahedron,
    ),
    claim_of("mpr-ray", "the last portal is of the face that the ray from the centre leaves M through", depth::mpr_ray),
    claim_of("mpr-translation", "the translation of portal refinement takes the bodies apart", depth::mpr_translation),
    claim_of("mpr-least", "the translation of portal refinement is the least one", depth::mpr_least),
    claim_of("gao-least", "the incremental algorithm ends with the penetration depth", depth::gao_least),
    claim_of("gao-monotone", "M reaches less far along each direction of the incremental algorithm", depth::gao_monotone),
    claim_of("vdb-terminates-at-the-hit", "van den Bergen's ray cast ends, and it ends at the hit", casts::terminates),
    claim_of(
        "cast-never-late",
        "a cast that passes support planes is never late: its time is a lower bound of the first contact",
        casts::never_late,
    ),
    claim_of(
        "advancement-lands",
        "conservative advancement never reaches contact itself, so the distance query always has a direction",
        casts::lands,
    ),
    claim_of("bisection-misses", "a cast that samples the motion finds every hit", casts::bisection),
    claim_of("cast-scale", "the unit of length changes neither the verdict nor the time of a cast", casts::scale),
    claim_of(
        "box-cast-conservative",
        "a cast that advances to a distance above zero is never late, is early by that at most, and hits only what is met",
        casts::box_cast,
    ),
];
