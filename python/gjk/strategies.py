"""Strategies of Hypothesis: pairs of convex hulls that shrink."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

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
        The most points of a body.

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
        raise ValueError(f"max_points is {max_points}, and a body has a point")
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
    family = draw(st.sampled_from(families))
    seed, number = draw(st.integers(0, _SEEDS - 1)), draw(st.integers(0, _CASES - 1))
    base_a, base_b, name, class_ = _base(family, seed, number, single)
    bodies = [_some(draw, base_a, most), _some(draw, base_b, most)]
    # In each of these draws zero is the simplest, and most values change nothing.
    short = draw(st.integers(0, 31))
    if short < len(_BITS):
        bodies = _rounded(bodies, _BITS[short])
    if draw(st.integers(0, 15)) == 0:
        bodies = [np.ascontiguousarray(body - bodies[0][0]) for body in bodies]
    a, b = bodies
    changed = not (np.array_equal(a, base_a) and np.array_equal(b, base_b))
    assume(not changed or bool(np.isfinite(a).all() and np.isfinite(b).all()) and _class(a, b) == class_)
    return Pair(a, b, f"{name} (changed)" if changed else name)


def _some(draw: DrawFn, points: Floats, most: int | None) -> Floats:
    """The points of a body that are kept: at least one."""
    kept = [draw(st.integers(0, 23)) > 0 for _ in range(len(points))]
    numbers = np.flatnonzero(kept)[:most]
    return cast(Floats, np.ascontiguousarray(points[numbers if numbers.size else [0]]))


def _rounded(bodies: list[Any], bits: int) -> list[Any]:
    """The bodies with coordinates of so many bits: multiples of a power of two near their size."""
    size = max(float(np.abs(body).max()) for body in bodies)
    if size == 0.0:
        return bodies
    _, exponent = np.frexp(size)
    unit = np.ldexp(1.0, int(exponent) - bits)
    return bodies if unit == 0.0 else [(np.round(body / unit) * unit).astype(body.dtype) for body in bodies]


__all__ = ["pairs"]
