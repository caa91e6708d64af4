"""The exact truth of one pair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, partial
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._casts import one_motion, passed
from ._hulls import Body, Floats, of_two

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Truth:
    """What is true of two convex hulls, exactly.

    `exact` makes it. The class and the distance are known at once; the rest is computed when it is asked for, and kept.

    With a motion of A, the distance and the depth are those of B and the space that A sweeps: how far apart the bodies pass, and
    how far A would have to be moved to pass without contact. The normal and the points are those of the first contact.

    Attributes
    ----------
    meets : bool
        Whether the hulls share a point, at some time of the motion. They are closed: hulls that touch meet.
    class_ : str
        ``'separated'``, ``'touching'`` or ``'overlapping'``. Touching hulls share points, but no interior points of the set of
        all differences a - b. With a motion: ``'touching'`` or ``'overlapping'`` as the bodies start, else ``'hit'`` or
        ``'never'``.
    motion : ndarray, shape (d,), or None
        The translation of A from time 0 to time 1; ``None`` for bodies at rest.
    distance : float
        The distance, rounded once; zero if they meet.
    distance_squared : fractions.Fraction
        The square of the distance, exactly.
    size : float
        D, the greatest coordinate of a difference of points of the two bodies, rounded: errors are stated in units of u·D,
        where u is the unit roundoff, 2**-53 for float64 and 2**-24 for float32.
    """

    def __init__(self, a: Floats, b: Floats, motion: Floats | None, raw: _gjk.Truth) -> None:
        self._a, self._b, self.motion, self._raw = a, b, motion, raw
        self.class_: str = raw.class_
        self.meets: bool = self.class_ not in ("separated", "never")
        self.distance: float = raw.distance
        self.size: float = raw.size

    @cached_property
    def distance_squared(self) -> Fraction:
        """The square of the distance, exactly."""
        return _fraction(self._raw.distance_squared or ("0", "1"))

    @cached_property
    def time(self) -> Fraction | None:
        """The time of the first contact, from 0 to 1, exactly; ``None`` if the bodies never touch, or no body moves."""
        digits = self._raw.time()
        return None if digits is None else _fraction(digits)

    @cached_property
    def depth(self) -> float | None:
        """The penetration depth, rounded: the length of the least translation that separates them.

        Zero if they touch, ``None`` if they are apart.
        """
        return self._raw.depth()

    @cached_property
    def depth_squared(self) -> Fraction | None:
        """The square of the depth, exactly; ``None`` if they are apart."""
        digits = self._raw.depth_squared()
        return None if digits is None else _fraction(digits)

    @cached_property
    def normal(self) -> npt.NDArray[np.float64] | None:
        """The direction from A to B, of shape (d,) and of length one up to rounding.

        Between nearest points of hulls that are apart; for hulls that meet, a direction along which moving B by the depth
        separates them. With a motion, the normal of a plane that A and B touch at the first contact; if they never touch, the
        direction where they pass. There may be several; this is one of them.
        """
        normal = self._raw.normal()
        return None if normal is None else np.array(normal)

    @cached_property
    def _points(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        points = self._raw.points()
        assert points is not None, "hulls of points have them"
        return np.array(points[0]), np.array(points[1])

    @property
    def on_a(self) -> npt.NDArray[np.float64]:
        """A point of A, of shape (d,): the nearest to B, up to rounding.

        If they overlap, a point of the boundary of A that the least translation of B brings onto the boundary of B. With a motion,
        a point of A at the time of the first contact; if they never touch, when A is nearest to B.
        """
        return self._points[0]

    @property
    def on_b(self) -> npt.NDArray[np.float64]:
        """The point of B that belongs to `on_a`."""
        return self._points[1]

    @cached_property
    def proof(self) -> dict[str, Any]:
        """The proof, as ``gjk check --proofs`` writes it.

        A coordinate is a hexadecimal float, any other number a fraction, both as text. The file ``harness/validate.py`` of
        the project and a checker that is itself proved accept it if and only if it proves the class, the squared distance and
        the squared depth.
        """
        proof: dict[str, Any] = json.loads(self._raw.proof())
        return proof

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the hulls with their nearest points or, if they overlap, with the least translation.

        With a motion, A is drawn at the start, and at the first contact or, if there is none, at the end.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on, for bodies in space with ``projection='3d'``; made if there are none.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Raises
        ------
        ImportError
            If there is no matplotlib; ``pip install matplotlib`` installs it.
        """
        from ._plot import plot_truth

        return plot_truth(self, ax)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(exact, motion=self.motion), (self._a, self._b)

    def __repr__(self) -> str:
        counts = f"{len(self._a)} and {len(self._b)} points in {'the plane' if self._a.shape[1] == 2 else 'space'}"
        if self.motion is not None:
            counts += f", A moves by {_numbers(self.motion)}"
            if self.time is None:
                return f"Truth: never, distance {self.distance!r} from {_numbers(self.on_a)} to {_numbers(self.on_b)}; {counts}"
            state = "hit" if self.time else f"{self.class_} at the start"
            time = str(self.time) if self.time.denominator < 10**6 else repr(float(self.time))
            return f"Truth: {state}, time {time} at {_numbers(self.on_a)}, normal {_numbers(self.normal)}; {counts}"
        if self.class_ == "overlapping":
            return f"Truth: overlapping, depth {self.depth!r} along {_numbers(self.normal)}; {counts}"
        if self.class_ == "touching":
            return f"Truth: touching, at {_numbers(self.on_a)}; {counts}"
        return f"Truth: separated, distance {self.distance!r} from {_numbers(self.on_a)} to {_numbers(self.on_b)}; {counts}"


def _fraction(digits: Sequence[str]) -> Fraction:
    """The fraction of a numerator and a denominator in hexadecimal digits."""
    return Fraction(int(digits[0], 16), int(digits[1], 16))


def _numbers(vector: npt.NDArray[np.float64] | None) -> str:
    return "nowhere" if vector is None else f"({', '.join(f'{x:.6g}' for x in vector)})"


def exact(a: Body, b: Body, *, motion: Any = None) -> Truth:
    """What is true of two convex hulls, exactly.

    The answer is found and proved in exact arithmetic, for the numbers as they are: there is no tolerance.

    With a motion, A moves by it over the times from 0 to 1, and B rests: when do they first touch?

    Parameters
    ----------
    a, b : array_like or object with ``vertices``
        The points of A and of B, of shape (n, 3) or (n, 2): float64 or float32 arrays, lists of numbers (float64), or meshes,
        whose convex hulls are meant. The points need not be corners of the hull, and may repeat.
    motion : array_like, shape (d,), optional
        The translation of A, in the dtype of the bodies; not zero.

    Returns
    -------
    Truth
        The class, the distance, the depth, nearest points, and the proof; with a motion, the time, the normal and the points of
        the first contact.

    Raises
    ------
    ValueError
        If a shape is not that of points, a coordinate is not finite, or one body is of the plane and one of space.
    TypeError
        If a body is no array of floats.
    RuntimeError
        If this package itself fails; the message has the case.

    Examples
    --------
    >>> import gjk
    >>> square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    >>> truth = gjk.exact(square, [(2, 2), (3, 2), (2, 3)])
    >>> truth.class_, truth.distance_squared, truth.distance
    ('separated', Fraction(2, 1), 1.4142135623730951)
    >>> gjk.exact(square, [(0.75, 0.5), (3, 0), (3, 1)])
    Truth: overlapping, depth 0.25 along (1, 0); 4 and 3 points in the plane
    >>> cast = gjk.exact(square, [(3, 0.5)], motion=[6, 0])
    >>> cast.time, cast.normal
    (Fraction(1, 3), array([1., 0.]))
    >>> gjk.exact(square, [(3, 0.5)], motion=[6, 3]).time is None
    True
    """
    of_a, of_b, many = of_two(a, b)
    if many:
        if len(of_a) == 0:
            raise ValueError("a has no body: exact is about one pair")
        raise ValueError(f"a has {len(of_a)} bodies: exact is about one pair, such as exact(a[0], b[0])")
    row, (a_group, b_group) = one_motion(motion, of_a), (of_a.groups[0], of_b.groups[0])
    raw = _gjk.Truth(a_group.packed, b_group.packed, passed(row, None, a_group.points.shape[1]))
    return Truth(of_a[0], of_b[0], None if row is None else row[0], raw)
