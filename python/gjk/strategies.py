"""Strategies of Hypothesis: pairs of convex hulls that shrink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._casts import passed
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
    or overlapping as they were. If A moves, its motion is rounded as well, and the class is `Truth.class_`: hit, never, or that of
    the start.

    Parameters
    ----------
    family : str, default 'any'
        A family, one of ``gjk.pairs.families``; ``'any'`` is any of these in space, ``'any-2d'`` any in the plane. Or one of
        ``gjk.pairs.cast_families``; ``'any-cast'`` is any of these.
    dtype : dtype, default float64
        float64 or float32.
    max_points : int, optional
        The most points of a body: a body of more has its first points alone, and then the class is that of these.

    Returns
    -------
    hypothesis.strategies.SearchStrategy of Pair
        ``a, b, id = pair``, and the motion is ``pair.motion``.

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
    kinds = {"any": (3, False), "any-2d": (2, False), "any-cast": (3, True)}
    if family in kinds:
        families = [name for name, dim, _, moves in _gjk.families() if (dim, moves) == kinds[family]]
    else:
        families = [family]
        _base(family, 0, 0, single)
    return _pair(families, single, max_points)


_Base = tuple[Floats, Floats, Floats | None, str, str]
# While a pair shrinks, it is asked for again and again.
_known: dict[tuple[str, int, int, bool], _Base] = {}


def _base(family: str, seed: int, number: int, single: bool) -> _Base:
    """A pair as the family makes it, and its class."""
    key = (family, seed, number, single)
    if key not in _known:
        if len(_known) >= 1024:
            _known.clear()
        (a, _), (b, _), ids, moves = _gjk.generate(family, number, 1, seed, single)
        motion = None if moves is None else moves.astype(a.dtype)
        _known[key] = a, b, motion, ids[0], _class(a, b, motion)
    return _known[key]


def _class(a: Floats, b: Floats, motion: Floats | None) -> str:
    """The class of a pair whose motion is a row, if there is one."""
    moves = passed(motion, None, a.shape[1])
    return _gjk.Truth(packed([a]).groups[0].packed, packed([b]).groups[0].packed, moves).class_


@st.composite
def _pair(draw: DrawFn, families: list[str], single: bool, most: int | None) -> Pair:
    # Hypothesis compares two pairs that fail by their first draws that differ, and keeps the smaller: first come the points, then
    # the bits, and then the pair as the family makes it. In the draws of points and of bits zero is the simplest, and most values
    # change nothing.
    groups = [[draw(st.integers(0, 63)) for _ in range(_GROUPS)] for _ in range(2)]
    short, shifted = draw(st.integers(0, 31)), draw(st.integers(0, 15)) == 0
    family = draw(st.sampled_from(families))
    seed, number = draw(st.integers(0, _SEEDS - 1)), draw(st.integers(0, _CASES - 1))
    base_a, base_b, base_motion, name, class_ = _base(family, seed, number, single)
    if most is not None and max(len(base_a), len(base_b)) > most:
        # The class to keep is that of the fewer points.
        base_a, base_b = base_a[:most], base_b[:most]
        name, class_ = f"{name} (first {most} points)", _class(base_a, base_b, base_motion)
    bodies = [_some(groups[0], base_a), _some(groups[1], base_b), *([] if base_motion is None else [base_motion])]
    if short < len(_BITS):
        bodies = _rounded(bodies, _BITS[short])
    a, b, motion = bodies[0], bodies[1], bodies[2] if len(bodies) > 2 else None
    if shifted:
        # Adding zero makes the zeros positive.
        a, b = (np.ascontiguousarray(body - a[0]) + body.dtype.type(0) for body in (a, b))
    of_base = zip((a, b, motion), (base_a, base_b, base_motion), strict=True)
    changed = not all(np.array_equal(x, y) for x, y in of_base if x is not None and y is not None)
    parts = [part for part in (a, b, motion) if part is not None]
    is_valid = bool(all(np.isfinite(part).all() for part in parts) and (motion is None or motion.any()))
    assume(not changed or is_valid and _class(a, b, motion) == class_)
    return Pair(a, b, f"changed from {name}" if changed else name, None if motion is None else motion[0])


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
    """The bodies, and the motion as another one, with coordinates of so many bits: multiples of a power of two near their size."""
    size = max(float(np.abs(body).max()) for body in bodies)
    if size == 0.0:
        return bodies
    _, exponent = np.frexp(size)
    unit = np.ldexp(1.0, int(exponent) - bits)
    return bodies if unit == 0.0 else [(np.round(body / unit) * unit + 0.0).astype(body.dtype) for body in bodies]


__all__ = ["pairs"]
