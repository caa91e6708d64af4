"""Strategies of Hypothesis: pairs of convex hulls that shrink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._hulls import Floats, packed
from ._pairs import Pair, is_single

try:
    from hypothesis import assume
    from hypothesis import strategies as st
except ImportError:
    raise ImportError("gjk.strategies needs Hypothesis: pip install hypothesis") from None

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

#: The bits of a shortened coordinate, shortest first.
_BITS = (2, 4, 8, 16)
#: The numbers of seeds and of cases that are drawn from.
_SEEDS, _CASES = 1 << 10, 1 << 10
# The number of groups of the points of a body. A draw decides about each group: the number of draws is the same for every pair,
# since Hypothesis takes fewer draws to be simpler than fewer points.
_GROUPS = 12


def pairs(
    family: str = "any", *, dtype: npt.DTypeLike = np.float64, max_points: int | None = None
) -> SearchStrategy[Pair]:
    """Pairs that shrink: fewer points, shorter coordinates, the same class.

    A pair is one of a family, and mostly as the family makes it. While Hypothesis shrinks a failure, points are left out,
    coordinates are rounded to few bits, and the pair is brought to the origin, as long as the bodies stay separated, touching
    or overlapping as they were.

    Parameters
    ----------
    family : str, default 'any'
        A family, one of ``gjk.pairs.families``; ``'any'`` is any family in space, ``'any-2d'`` any in the plane.
    dtype : dtype, default float64
        float64 or float32.
    max_points : int, optional
        The most points of a body: a body of more has its first points alone, and then the class is that of these.

    Returns
    -------
    hypothesis.strategies.SearchStrategy of Pair
        ``a, b, id = pair``.

    Raises
    ------
    ValueError
        If there is no such family, or max_points is not positive.

    Examples
    --------
    >>> import gjk
    >>> from hypothesis import given
    >>> @given(gjk.strategies.pairs("floor"))
    ... def test_distances_are_right(pair):
    ...     a, b, _ = pair
    ...     gjk.assert_right(gjk.certified(a, b), a, b)
    >>> test_distances_are_right()
    """
    single = is_single(dtype)
    if max_points is not None and max_points < 1:
        raise ValueError(f"max_points is {max_points}: a body has at least one point")
    if family in ("any", "any-2d"):
        dimension = 3 if family == "any" else 2
        families = [name for name, dim, _ in _gjk.families() if dim == dimension]
    else:
        families = [family]
        _base(family, 0, 0, single)
    return _pair(families, single, max_points)


_Base = tuple[Floats, Floats, str, str]
# While a pair shrinks, it is asked for again and again.
_known: dict[tuple[str, int, int, bool], _Base] = {}


def _base(family: str, seed: int, number: int, single: bool) -> _Base:
    """A pair as the family makes it, and its class."""
    key = (family, seed, number, single)
    if key not in _known:
        if len(_known) >= 1024:
            _known.clear()
        a, b, ids = _gjk.generate(family, number, 1, seed, single)
        _known[key] = a[0], b[0], ids[0], _class(a[0], b[0])
    return _known[key]


def _class(a: Floats, b: Floats) -> str:
    return _gjk.Truth(packed([a]).groups[0].packed, packed([b]).groups[0].packed).class_


@st.composite
def _pair(draw: DrawFn, families: list[str], single: bool, most: int | None) -> Pair:
    # Hypothesis compares two pairs that fail by their first draws that differ, and keeps the smaller: first come the points, then
    # the bits, and then the pair as the family makes it. In the draws of points and of bits zero is the simplest, and most values
    # change nothing.
    groups = [[draw(st.integers(0, 63)) for _ in range(_GROUPS)] for _ in range(2)]
    short, shifted = draw(st.integers(0, 31)), draw(st.integers(0, 15)) == 0
    family = draw(st.sampled_from(families))
    seed, number = draw(st.integers(0, _SEEDS - 1)), draw(st.integers(0, _CASES - 1))
    base_a, base_b, name, class_ = _base(family, seed, number, single)
    if most is not None and max(len(base_a), len(base_b)) > most:
        # The class to keep is that of the fewer points.
        base_a, base_b = base_a[:most], base_b[:most]
        name, class_ = f"{name} (first {most} points)", _class(base_a, base_b)
    bodies = [_some(groups[0], base_a), _some(groups[1], base_b)]
    if short < len(_BITS):
        bodies = _rounded(bodies, _BITS[short])
    if shifted:
        # Adding zero makes the zeros positive.
        bodies = [np.ascontiguousarray(body - bodies[0][0]) + body.dtype.type(0) for body in bodies]
    a, b = bodies
    changed = not (np.array_equal(a, base_a) and np.array_equal(b, base_b))
    assume(not changed or bool(np.isfinite(a).all() and np.isfinite(b).all()) and _class(a, b) == class_)
    return Pair(a, b, f"changed from {name}" if changed else name)


def _some(groups: list[int], points: Floats) -> Floats:
    """The points of a body that the draws of its groups keep: at least one.

    A draw of zero leaves out the points of its group, a small one keeps the point of this number, and any other keeps all.
    """
    kept: list[int] = []
    for group, drawn in enumerate(groups):
        numbers = range(group, len(points), _GROUPS)
        if 0 < drawn < len(numbers):
            kept.append(numbers[drawn - 1])
        elif drawn > 0:
            kept.extend(numbers)
    return np.ascontiguousarray(points[sorted(kept) or [0]])


def _rounded(bodies: list[Floats], bits: int) -> list[Floats]:
    """The bodies with coordinates of so many bits: multiples of a power of two near their size."""
    size = max(float(np.abs(body).max()) for body in bodies)
    if size == 0.0:
        return bodies
    _, exponent = np.frexp(size)
    unit = np.ldexp(1.0, int(exponent) - bits)
    return bodies if unit == 0.0 else [(np.round(body / unit) * unit + 0.0).astype(body.dtype) for body in bodies]


__all__ = ["pairs"]
