"""Answers held against exact arithmetic."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._casts import given_of_casts, one_motion, passed
from ._hulls import Body, Given, given, of_two, tolerance_of
from ._pairs import Pair, Pairs
from ._truth import exact

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

#: The rulings, best first, in the order of the private module.
RULINGS = (
    "right",
    "contact",
    "inaccurate",
    "undecided",
    "off",
    "wrong",
    "gave-up",
    "not-applicable",
    "refused",
)
_CLASSES = ("separated", "touching", "overlapping", "", "hit", "never")
#: The rulings of an answer that a test accepts.
ACCEPTABLE = ("right", "contact", "not-applicable")


class Judgement:
    """What the judge says of answers about N pairs, one row a pair.

    Attributes
    ----------
    pairs : Pairs
        The pairs.
    ruling : ndarray of str, shape (N,)
        ``'right'``; ``'contact'``: a wrong verdict, but a translation within the tolerance makes it true; ``'inaccurate'``: a
        length is beyond the tolerance; ``'off'``: so far that half of the digits are lost, or a length that is promised is
        missing; ``'wrong'``: the verdict is wrong by more than the tolerance; ``'gave-up'``: there is no answer;
        ``'not-applicable'``: the bodies overlap before A moves, where answers are not ruled.
    margin : ndarray, shape (N,)
        The least translation that would make a wrong verdict true, in u·D; NaN where the verdict is right.
    error : ndarray, shape (N,)
        The greatest error of a length of the answer (the distance, the nearest points' distance, the depth; of a time, the
        length by which it is late or early), in u·D; NaN where there is none.
    certified : ndarray of bool, shape (N,)
        Whether the evidence of the answer, its axis, proves its verdict.
    truth_class : ndarray of str, shape (N,)
        ``'separated'``, ``'touching'`` or ``'overlapping'``; if A moves, ``'touching'`` or ``'overlapping'`` as the bodies start,
        else ``'hit'`` or ``'never'``.
    truth_distance : ndarray, shape (N,)
        The distance, rounded; if A moves, that of B and the space that A sweeps.
    late, early : ndarray, shape (N,)
        Of a time that an answer states, in u·D: how far A has moved into or past B until then, and how far the bodies are apart
        then, although no contact was before; NaN where there is no time.
    promise : str
        The promise by which the answers are judged: ``'verdict'``, ``'distance'``, ``'depth'``, ``'translation'`` or ``'cast'``.
    tolerance : float
        The tolerance in u·D: u is the unit roundoff, and D the greatest coordinate of a difference of points of the bodies;
        if A moves, of B and the space that A sweeps.
    """

    def __init__(self, pairs: Pairs, answers: Given, tolerance: float) -> None:
        count = len(pairs)
        self.pairs, self._given, self.promise, self.tolerance = pairs, answers, answers.promise, tolerance
        rulings, classes = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        self.margin: npt.NDArray[np.float64] = np.full(count, np.nan)
        self.error: npt.NDArray[np.float64] = np.full(count, np.nan)
        self.truth_distance: npt.NDArray[np.float64] = np.full(count, np.nan)
        self.late: npt.NDArray[np.float64] = np.full(count, np.nan)
        self.early: npt.NDArray[np.float64] = np.full(count, np.nan)
        self.certified: npt.NDArray[np.bool_] = np.zeros(count, bool)
        for a, b in pairs._groups():
            of_group = answers.of(a.numbers, a.points.shape[1])
            found = _gjk.judge(a.packed, b.packed, pairs._passed(a), of_group, answers.promise, tolerance)
            at: Any = slice(None) if a.numbers is None else a.numbers
            columns: tuple[npt.NDArray[Any], ...] = (
                rulings,
                self.margin,
                self.error,
                self.certified,
                classes,
                self.truth_distance,
                self.late,
                self.early,
            )
            for column, values in zip(columns, found, strict=True):
                column[at] = values
        self.ruling: npt.NDArray[np.str_] = np.array(RULINGS)[rulings]
        self.truth_class: npt.NDArray[np.str_] = np.array(_CLASSES)[classes]
        self._rulings = rulings

    @property
    def ok(self) -> bool:
        """Whether every answer is acceptable: right or contact, or not ruled."""
        return bool(np.isin(self.ruling, ACCEPTABLE).all())

    @cached_property
    def truth_time(self) -> npt.NDArray[np.float64]:
        """The time of the first contact of each pair, rounded: infinity if the bodies never touch, NaN if A does not move.

        No ruling depends on it: it is computed when it is asked for.
        """
        times = np.full(len(self), np.nan)
        for a, b in self.pairs._groups():
            at: Any = slice(None) if a.numbers is None else a.numbers
            times[at] = _gjk.first_contacts(a.packed, b.packed, self.pairs._passed(a))
        return times

    def __len__(self) -> int:
        return len(self.pairs)

    def worst(self, k: int = 5) -> list[str]:
        """The k worst answers, each as a message with its case and a command that shows it.

        Wrong verdicts come first, by their margin, then missing answers, and then lengths that are off, by their error.

        Parameters
        ----------
        k : int, default 5
            The most messages.

        Returns
        -------
        list of str
            One message for each answer that is not acceptable, the worst first.
        """
        return [self._message(number) for number in self._worst(k)]

    def _worst(self, k: int) -> npt.NDArray[np.int64]:
        order = {"wrong": 0, "gave-up": 1, "off": 2, "inaccurate": 3}
        bad = np.flatnonzero(~np.isin(self.ruling, ACCEPTABLE))
        rank = np.array([order.get(ruling, 4) for ruling in self.ruling[bad]])
        size = np.nan_to_num(self._size()[bad], nan=np.inf)
        return bad[np.lexsort((-size, rank))[:k]]

    def _size(self) -> npt.NDArray[np.float64]:
        """The length that decides each ruling: the margin of wrong verdicts, else the error."""
        margin = np.nan_to_num(self.margin, nan=0.0)
        return np.where((self.ruling == "wrong") | (margin > self.tolerance), self.margin, np.fmax(self.margin, self.error))

    def _message(self, number: int) -> str:
        pair = self.pairs[[number]]
        ((a, b),) = pair._groups()
        one = self._given.of(np.array([number]), a.points.shape[1])
        message = _gjk.wrong(a.packed, b.packed, pair._passed(a), one, self.promise, self.tolerance)
        return f"{self.pairs.ids[number]}: {message}"

    def _counts(self) -> list[tuple[str, npt.NDArray[np.bool_]]]:
        return [(ruling, self.ruling == ruling) for ruling in RULINGS if (self.ruling == ruling).any()]

    def table(self) -> str:
        """The rulings with their counts, shares and greatest margin and error, as text; if A moves, greatest late and early.

        Returns
        -------
        str
            A line for each ruling that occurs.
        """

        def greatest(values: npt.NDArray[np.float64]) -> str:
            return "–" if np.isnan(values).all() else f"{np.nanmax(values):.3g}"

        lengths = {"margin": self.margin, "error": self.error}
        if self.pairs.motion is not None:
            lengths = {"margin": self.margin, "late": self.late, "early": self.early}
        rows = [("ruling", "pairs", "%", *(f"{name} / u·D" for name in lengths))]
        for ruling, has in self._counts():
            count = int(has.sum())
            share = f"{100 * count / len(self):.2f}"
            rows.append((ruling, str(count), share, *(greatest(values[has]) for values in lengths.values())))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join(text.ljust(width) if n == 0 else text.rjust(width) for n, (text, width) in enumerate(zip(row, widths)))
            for row in rows
        ]
        return "\n".join(line.rstrip() for line in lines)

    def _columns(self) -> dict[str, npt.NDArray[Any]]:
        columns: dict[str, npt.NDArray[Any]] = {
            "case": np.array(self.pairs.ids, dtype=object),
            "ruling": self.ruling.astype(object),
            "margin": self.margin,
            "error": self.error,
            "certified": self.certified,
        }
        meets = self._given.columns["meets"]
        columns["meets"] = np.array([(False, True, None)[verdict] for verdict in meets], dtype=object)
        for name in ("distance", "depth", "time"):
            if name in self._given.columns:
                columns[name] = self._given.columns[name]
        columns["truth_class"] = self.truth_class.astype(object)
        columns["truth_distance"] = self.truth_distance
        if self.pairs.motion is not None:
            columns.update(truth_time=self.truth_time, late_units=self.late, early_units=self.early)
        return columns

    def to_pandas(self) -> DataFrame:
        """The judgement as a table of pandas, a row a pair.

        Returns
        -------
        pandas.DataFrame
            With the columns case, ruling, margin, error, certified, meets, distance, depth and time (if they were given),
            truth_class and truth_distance; if A moves, truth_time, late_units and early_units.

        Raises
        ------
        ImportError
            If there is no pandas; ``pip install pandas`` installs it.
        """
        try:
            from pandas import DataFrame
        except ImportError:
            raise ImportError("to_pandas needs pandas: pip install pandas") from None
        return DataFrame(self._columns())

    def to_jsonl(self, path: str | os.PathLike[str]) -> None:
        """Write a line of JSON for each pair: its case, the answer and the ruling.

        The names of the fields are those of ``gjk judge --json``, and mean the same. `Pairs.save` writes the cases.

        Parameters
        ----------
        path : path_like
            The file, which must not exist.

        Raises
        ------
        FileExistsError
            If it exists.
        """
        columns = self._columns()
        names = ("apart", "intersecting") if self.pairs.motion is None else ("never", "hit")
        verdicts = {None: None, False: names[0], True: names[1]}
        columns["verdict"] = np.array([verdicts[meets] for meets in columns.pop("meets")], dtype=object)
        with open(path, "x", encoding="utf-8") as file:
            for row in zip(*columns.values(), strict=True):
                values = {name: _plain(value) for name, value in zip(columns, row, strict=True)}
                file.write(json.dumps(values) + "\n")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the margins and errors by ruling, on a logarithmic scale in units of u·D, with the tolerance.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on; made if there are none.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Raises
        ------
        ImportError
            If there is no matplotlib; ``pip install matplotlib`` installs it.
        """
        from ._plot import plot_judgement

        return plot_judgement(self, ax)

    def __repr__(self) -> str:
        if len(self) == 0:
            return "Judgement: no pairs"
        counts = ", ".join(f"{int(has.sum())} {ruling}" for ruling, has in self._counts())
        head = f"Judgement of {len(self)} {'pair' if len(self) == 1 else 'pairs'} by the {self.promise}: {counts}"
        worst = self._worst(1)
        if not worst.size:
            return head
        number = int(worst[0])
        size = self._size()[number]
        by = "" if np.isnan(size) or self.ruling[number] == "gave-up" else f" by {size:.3g} u·D"
        return f"{head}; the worst is {self.pairs.ids[number]}, {self.ruling[number]}{by}"


def _plain(value: Any) -> Any:
    """A value of a column as JSON has it: null for NaN and infinities, which JSON does not have."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (float, np.floating)):
        return float(value) if np.isfinite(value) else None
    return value


def judge(
    pairs: Pairs | Pair | tuple[Body, Body],
    *,
    meets: Any = None,
    distance: Any = None,
    depth: Any = None,
    normal: Any = None,
    translation: Any = None,
    on_a: Any = None,
    on_b: Any = None,
    axis: Any = None,
    time: Any = None,
    promise: str | None = None,
    tolerance: float = 64.0,
) -> Judgement:
    """Hold answers against exact arithmetic, one row a pair.

    Every length and every point that is given is judged; a NaN is no answer. The scalar is that of the bodies: answers about
    float32 arrays are judged as those of a GJK in float32.

    Parameters
    ----------
    pairs : Pairs, Pair or tuple of two array_like
        N pairs, one pair, or the bodies A and the bodies B.
    meets : array_like of bool, shape (N,), optional
        Whether the bodies share a point. By default, bodies meet where the distance is zero, exactly: a method whose distances
        of bodies that meet are not zero passes ``meets=distance <= limit``.
    distance : array_like, shape (N,), optional
        The distance; zero where they meet.
    depth : array_like, shape (N,), optional
        The length of the least translation that separates bodies that meet, and NaN where they are apart, which ``meets`` or
        ``distance`` says. It needs a direction:
    normal : array_like, shape (N, d), optional
        The direction from A to B of the least translation of B, of any length.
    translation : array_like, shape (N, d), optional
        The translation of B that separates the bodies.
    on_a, on_b : array_like, shape (N, d), optional
        Nearest points.
    axis : array_like, shape (N, d), optional
        A separating axis, from B to A, as evidence; an axis that separates nothing proves nothing, and is no fault.
    time : array_like, shape (N,), optional
        For pairs whose A moves: the time of the first contact, from 0 to 1, and infinity where they never touch.
    promise : {'verdict', 'distance', 'depth', 'translation', 'cast'}, optional
        The promise of the GJK, whose answers lack something without it. By default, what is given; ``'translation'`` is for one
        that promises to separate bodies, but not by the least translation.
    tolerance : float, default 64
        The greatest error, in units of u·D, that is right.

    Returns
    -------
    Judgement

    Notes
    -----
    If A moves (``pairs.motion``), the answer is about the first contact: `time`, or `meets` (whether they touch at all) for a
    method that states no time, or both. Where `meets` is false, the time is not looked at; where it is true and the time NaN, the
    answer lacks its time. Without `meets`, a time of NaN is no answer. `normal` points from A into B at the contact, `on_a` and
    `on_b` are points of the bodies at that time, and `axis` is evidence that they never touch. There is no distance, depth or
    translation.

    Raises
    ------
    ValueError
        If an argument has a wrong shape, or a wrong value; or if some pairs move and some do not.
    TypeError
        If an argument has a wrong type.

    Examples
    --------
    >>> import gjk
    >>> import numpy as np
    >>> pairs = gjk.pairs("boxes-rotated", 200)
    >>> gap = np.maximum(pairs.a.min(1) - pairs.b.max(1), pairs.b.min(1) - pairs.a.max(1))
    >>> judgement = gjk.judge(pairs, distance=np.linalg.norm(np.maximum(gap, 0), axis=1))
    >>> judgement.ok, sorted(set(judgement.ruling.tolist()))
    (False, ['contact', 'off', 'right', 'wrong'])
    """
    many = True
    if isinstance(pairs, Pair):
        pairs, many = Pairs.of(pairs.a, pairs.b, [pairs.id], motion=pairs.motion), False
    elif isinstance(pairs, tuple) and len(pairs) == 2:
        of_a, of_b, many = of_two(*pairs)
        pairs = Pairs(of_a, of_b, [str(number) for number in range(len(of_a))])
    if not isinstance(pairs, Pairs):
        raise TypeError(f"pairs is a {type(pairs).__name__}: it is Pairs, as gjk.pairs and gjk.load make them, or a tuple (a, b)")
    values = {
        "meets": meets,
        "distance": distance,
        "depth": depth,
        "normal": normal,
        "translation": translation,
        "on_a": on_a,
        "on_b": on_b,
        "axis": axis,
        "time": time,
    }
    # No pairs are at rest as well as moving.
    if pairs.motion is None and (len(pairs) or time is None):
        answers = given(values, promise, pairs.dims, many)
    else:
        if not pairs.moves.all():
            raise ValueError(
                f"{np.count_nonzero(pairs.moves)} of {len(pairs)} pairs move, such as {pairs.ids[int(pairs.moves.argmax())]}: "
                "judge pairs[pairs.moves] and pairs[~pairs.moves], which have different answers"
            )
        answers = given_of_casts(values, promise, pairs.dims, many)
    return Judgement(pairs, answers, tolerance_of(tolerance))


_FIELDS = ("meets", "distance", "depth", "normal", "translation", "on_a", "on_b", "axis", "time")


def _values(answer: Any, number: str) -> dict[str, Any]:
    """The fields of an answer that a caller gives in one of several forms; a number alone is this field."""
    if isinstance(answer, (bool, np.bool_)):
        return {"meets": answer}
    if isinstance(answer, (int, float, np.integer, np.floating)):
        return {number: float(answer)}
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        return _values(answer[()], number)
    if isinstance(answer, Mapping):
        if unknown := [name for name in answer if name not in _FIELDS]:
            raise ValueError(f"answer has {unknown[0]!r}, which is none of {', '.join(_FIELDS)}")
        return dict(answer)
    values = {name: getattr(answer, name) for name in _FIELDS if getattr(answer, name, None) is not None}
    if not values:
        raise TypeError(
            f"answer is a {type(answer).__name__}: it is True or False, a {number}, or a mapping or an object with "
            f"{', '.join(_FIELDS)}"
        )
    return values


def assert_right(
    answer: Any, a: Body, b: Body, *, motion: Any = None, promise: str | None = None, tolerance: float = 64.0
) -> None:
    """Fail, with the case and by how much, unless an answer is right.

    Parameters
    ----------
    answer : bool, float, mapping or object
        ``True`` if the bodies meet, a distance (exactly zero if they meet), or a mapping or an object with some of meets,
        distance, depth, normal, translation, on_a, on_b and axis, as `judge` takes them. With a motion a number is a time
        (infinity if they never touch), and an object has some of meets, time, normal, on_a, on_b and axis.
    a, b : array_like
        The bodies, as `exact` takes them.
    motion : array_like, shape (d,), optional
        The translation of A, likewise.
    promise : str, optional
        As in `judge`.
    tolerance : float, default 64
        As in `judge`.

    Raises
    ------
    AssertionError
        If the answer is neither right nor contact: with the ruling, the claim and the truth, the error in u·D and as a length,
        the case as a line of JSON, and the command that shows it.

    Examples
    --------
    >>> import gjk
    >>> gjk.assert_right(5.0, [[0.0, 0.0]], [[3.0, 4.0]])
    >>> gjk.assert_right(5.1, [[0.0, 0.0]], [[3.0, 4.0]])
    Traceback (most recent call last):
        ...
    AssertionError: off in f64: it says apart by 5.1
      truth: 1 and 1 points, separated, distance 5.0, D = 4.0
      error of the distance: 1.0000e-1 (2.2518e14 u·D)
      case: {"id":"case","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[3,4]]}}
      see:  echo '{"id":"case","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[3,4]]}}' | gjk check - --scalar f64
    """
    __tracebackhide__ = True
    of_a, of_b, many = of_two(a, b)
    if many:
        raise ValueError("assert_right is about one pair; judge is about many")
    dims = np.array([of_a.groups[0].points.shape[1]])
    row = one_motion(motion, of_a)
    if row is None:
        answers = given(_values(answer, "distance"), promise, dims, False)
    else:
        answers = given_of_casts(_values(answer, "time"), promise, dims, False)
    one, moves = answers.of(None, int(dims[0])), passed(row, None, int(dims[0]))
    message = _gjk.wrong(of_a.groups[0].packed, of_b.groups[0].packed, moves, one, answers.promise, tolerance_of(tolerance))
    if message is not None:
        raise AssertionError(message)


__all__ = ["Judgement", "assert_right", "exact", "judge"]
