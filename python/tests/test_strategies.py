"""Pairs of Hypothesis find planted faults, and shrink."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis
import numpy as np
import pytest
from hypothesis import Phase, given, settings

import gjk

Solver = Callable[[Any, Any], float]


def extents(a: Any, b: Any) -> float:
    """The fault: bodies are their boxes."""
    gap = np.maximum(a.min(0) - b.max(0), b.min(0) - a.max(0))
    return float(np.linalg.norm(np.maximum(gap, 0.0)))


def vertices(a: Any, b: Any) -> float:
    """The fault: the nearest points are taken to be vertices."""
    if gjk.certified(a, b).meets:
        return 0.0
    return float(np.linalg.norm(a[:, None] - b[None], axis=2).min())


def near(a: Any, b: Any) -> float:
    """The fault: bodies nearer than 1e-6 meet, whatever their size."""
    distance = float(gjk.certified(a, b).distance)
    return 0.0 if distance < 1e-6 else distance


@pytest.mark.parametrize("solver, family", [(extents, "floor"), (vertices, "boxes-rotated"), (near, "gap"), (extents, "needle-2d"), (extents, "any")])
def test_a_planted_fault_shrinks_to_at_most_six_points(solver: Solver, family: str) -> None:
    failing: list[gjk.Pairs] = []

    # The phase that explains a failure takes most of the time; another test has it.
    phases = (Phase.generate, Phase.shrink)

    @settings(max_examples=400, database=None, derandomize=True, deadline=None, phases=phases)
    @given(gjk.strategies.pairs(family))
    def property_(pair: Any) -> None:
        try:
            gjk.assert_right(solver(pair.a, pair.b), pair.a, pair.b)
        except AssertionError:
            failing[:] = [pair]
            raise

    with pytest.raises(AssertionError, match="truth: "):
        property_()
    # The last pair that failed is the simplest one.
    (pair,) = failing
    assert len(pair.a) + len(pair.b) <= 6
    # Coordinates become short; a gap of less than 1e-6 has no short ones.
    if solver is not near:
        assert all(8 * x == round(8 * x) for body in (pair.a, pair.b) for x in body.flat), pair


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("family", ["floor", "any"])
def test_the_simplest_pair_has_few_points_whatever_the_seed(family: str, seed: int) -> None:
    failing: list[Any] = []

    @hypothesis.seed(seed)
    @settings(max_examples=100, database=None, deadline=None)
    @given(gjk.strategies.pairs(family))
    def property_(pair: Any) -> None:
        # The fault: half of the distance, and never a contact.
        claim = float(gjk.certified(pair.a, pair.b).distance) / 2 + 0.1
        try:
            gjk.assert_right(claim, pair.a, pair.b)
        except AssertionError:
            failing[:] = [pair]
            raise

    with pytest.raises(AssertionError):
        property_()
    # Bodies that overlap have five points together at the least.
    assert len(failing[0].a) + len(failing[0].b) <= 6, failing


@pytest.mark.parametrize("most", [1, 4])
@pytest.mark.parametrize("family", ["touch-vertex-face", "touch-2d"])
def test_few_points_are_no_matter_of_health(family: str, most: int) -> None:
    @settings(max_examples=30, database=None, deadline=None)
    @given(gjk.strategies.pairs(family, max_points=most))
    def property_(pair: Any) -> None:
        assert max(len(pair.a), len(pair.b)) <= most

    property_()


@pytest.mark.parametrize("family", ["any", "any-2d", "touch-vertex-face", "touch-2d"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pairs_are_of_their_dtype_and_keep_their_class(family: str, dtype: type) -> None:
    seen = {"changed": 0, "all": 0}

    @settings(max_examples=60, database=None, derandomize=True, deadline=None)
    @given(gjk.strategies.pairs(family, dtype=dtype, max_points=6 if family == "any" else None))
    def property_(pair: Any) -> None:
        a, b, name = pair
        assert a.dtype == b.dtype == dtype and a.shape[1] == b.shape[1]
        assert family != "any" or max(len(a), len(b)) <= 6
        assert np.isfinite(a).all() and np.isfinite(b).all()
        seen["all"] += 1
        seen["changed"] += name.startswith("changed from ")
        if family.startswith("touch"):
            assert gjk.exact(a, b).class_ == "touching"
        gjk.assert_right(gjk.certified(a, b, depth=True), a, b)

    property_()
    assert seen["all"] >= 60
