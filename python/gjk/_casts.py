"""Motions of bodies, and answers about bodies that move, as arrays that the private module takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._hulls import NO_VERDICT, Floats, Given, Hulls, _array, _column, _pairs, _rows, _verdicts

#: The fields of an answer about a body that moves, and those of an answer about bodies at rest alone.
FIELDS = ("meets", "time", "normal", "on_a", "on_b", "axis")
_AT_REST = ("distance", "depth", "translation")
PROMISES = ("cast", "verdict")


def motions(motion: Any, bodies: Hulls, many: bool) -> Floats | None:
    """The motions of the bodies A, a row a pair, in the dtype of the bodies; ``None`` if no body moves.

    Raises
    ------
    TypeError, ValueError
        If they are not a finite vector for each pair, in numbers of the dtype of its bodies.
    """
    if motion is None:
        return None
    array, pairs = _numbers(motion), len(bodies)
    if pairs == 0 and array.size == 0:
        return None
    if not many and array.ndim == 1:
        array = array.reshape(1, -1)
    wanted = max((group.points.shape[1] for group in bodies.groups), default=3)
    if array.ndim != 2 or len(array) != pairs or (pairs and array.shape[1] != wanted):
        shape = (pairs, wanted) if many else (wanted,)
        raise ValueError(f"motion has shape {np.shape(motion)} for {_pairs(pairs)}: it has to be {shape}")
    for group in bodies.groups:
        numbers = np.arange(pairs) if group.numbers is None else group.numbers
        _check(array[numbers], numbers, group.points, isinstance(motion, np.ndarray) and len(bodies.groups) == 1, many)
    return fitted(array, bodies)


def fitted(motion: Floats | None, bodies: Hulls) -> Floats | None:
    """Motions with the dimension and the dtype of the bodies, which are exact in it; ``None`` if no body moves."""
    if motion is None or not motion.any():
        return None
    dimension = max(group.points.shape[1] for group in bodies.groups)
    dtypes = {group.points.dtype for group in bodies.groups}
    # Every single is a double.
    dtype = dtypes.pop() if len(dtypes) == 1 else np.dtype(np.float64)
    return np.ascontiguousarray(motion[:, :dimension], dtype)


def _numbers(motion: Any) -> npt.NDArray[Any]:
    if isinstance(motion, np.ndarray):
        return _array(motion, "motion")
    if isinstance(motion, Sequence) and not isinstance(motion, (str, bytes)):
        try:
            array = np.asarray(motion)
        except ValueError:
            array = np.array("")
        if array.dtype.kind in "iuf":
            if array.dtype.kind != "f" and (array.astype(np.float64).astype(object) != array.astype(object)).any():
                raise ValueError("motion has integers that no float64 is equal to")
            return array.astype(np.float64)
    raise TypeError(f"motion is a {type(motion).__name__} that is no vector of numbers: it is an array or a list of them")


def _check(rows: npt.NDArray[Any], numbers: Any, points: Floats, is_array: bool, many: bool) -> None:
    """Checks the motions of the pairs with these numbers, which have one dimension and dtype."""

    def first(bad: npt.NDArray[np.bool_]) -> tuple[str, Any]:
        at = np.flatnonzero(bad)[0]
        return f"pair {numbers[at]}: " if many else "", rows[at].tolist()

    dimension, dtype = points.shape[1], points.dtype
    if is_array and rows.dtype != dtype:
        how = "rounds" if dtype == np.float32 else "is exact"
        raise TypeError(f"motion is {rows.dtype} and the bodies are {dtype}: motion.astype(np.{dtype}) {how}")
    if (bad := ~np.isfinite(rows).all(1)).any():
        of, row = first(bad)
        raise ValueError(f"{of}motion is not finite: {row}")
    if (bad := (rows[:, dimension:] != 0).any(1)).any():
        of, row = first(bad)
        raise ValueError(f"{of}motion {row} leaves the plane, in which the bodies are")
    with np.errstate(over="ignore"):
        bad = (rows.astype(dtype) != rows).any(1)
    if bad.any():
        of, row = first(bad)
        raise ValueError(f"{of}motion {row} has numbers that no {dtype} is equal to: pass np.array(motion, np.{dtype})")


def one_motion(motion: Any, bodies: Hulls) -> Floats | None:
    """The motion of the one pair, likewise.

    Raises
    ------
    TypeError, ValueError
        As `motions`, and if it is zero.
    """
    row = motions(motion, bodies, False)
    if row is None and motion is not None:
        raise ValueError("motion is zero: the bodies are at rest, and the question is one without a motion")
    return row


def passed(motion: Floats | None, numbers: npt.NDArray[np.int64] | None, dimension: int) -> npt.NDArray[np.float64] | None:
    """The motions of pairs of one dimension, as the private module takes them."""
    if motion is None:
        return None
    rows = motion if numbers is None else motion[numbers]
    return np.ascontiguousarray(rows[:, :dimension], np.float64)


def given_of_casts(values: dict[str, Any], promise: str | None, dims: npt.NDArray[np.int64], many: bool) -> Given:
    """The answers about pairs of these dimensions, all of which move.

    Raises
    ------
    TypeError, ValueError
        If a value is not an answer for each pair, or the values do not belong together.
    """
    for name in _AT_REST:
        if values.get(name) is not None:
            raise ValueError(f"{name} is of bodies at rest, and A moves: an answer has some of {', '.join(FIELDS)}")
    pairs = len(dims)
    columns: dict[str, npt.NDArray[Any]] = {}
    if values.get("time") is not None:
        columns["time"] = _column(values["time"], "time", pairs, many)
    for name in ("normal", "on_a", "on_b", "axis"):
        if values.get(name) is not None:
            columns[name] = _rows(values[name], name, pairs, dims, many)
    if ("on_a" in columns) != ("on_b" in columns):
        raise ValueError("on_a and on_b are given together: the two points at the time of the contact")
    if values.get("meets") is not None:
        columns["meets"] = _verdicts(values["meets"], pairs, many)
    elif "time" in columns:
        time = columns["time"]
        columns["meets"] = np.where(np.isnan(time), NO_VERDICT, time != np.inf).astype(np.uint8)
    else:
        raise ValueError("there is no answer: pass time, which is infinity for pairs that never touch, or meets")
    if promise is None:
        promise = "cast" if "time" in columns else "verdict"
    elif promise not in PROMISES:
        raise ValueError(f"promise is {promise!r}: A moves, and it is 'cast', or 'verdict' for answers without a time, or None")
    return Given(columns, promise)
