"""Pairs of Hypothesis find planted faults, and shrink."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

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


@pytest.mark.parametrize("solver, family", [(extents, "floor"), (vertices, "boxes-rotated"), (near, "gap"), (extents, "boxes-2d")])
def test_a_planted_fault_shrinks_to_at_most_six_points(solver: Solver, family: str) -> None:
    failing: list[gjk.Pairs] = []
    if family == "boxes-2d":
        family = "needle-2d"

    @settings(max_examples=400, database=None, derandomize=True, deadline=None)
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


@pytest.mark.parametrize("family", ["any", "any-2d", "touch-vertex-face", "touch-2d"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pairs_are_of_their_dtype_and_keep_their_class(family: str, dtype: type) -> None:
    seen = {"changed": 0, "all": 0}

    @settings(max_examples=60, database=None, derandomize=True, deadline=None)
    @given(gjk.strategies.pairs(family, dtype=dtype, max_points=12))
    def property_(pair: Any) -> None:
        a, b, name = pair
        assert a.dtype == b.dtype == dtype and max(len(a), len(b)) <= 12 and a.shape[1] == b.shape[1]
        assert np.isfinite(a).all() and np.isfinite(b).all()
        seen["all"] += 1
        seen["changed"] += name.endswith("(changed)")
        if family.startswith("touch"):
            assert gjk.exact(a, b).class_ == "touching"
        gjk.assert_right(gjk.certified(a, b, depth=True), a, b)

    property_()
    assert seen["all"] >= 60
