"""Pairs of convex hulls, and where they come from."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._hulls import Body, Floats, Group, Hulls, of_two


class Pair(NamedTuple):
    """Two convex hulls: ``a, b, _ = pair``, or ``pair.a`` and ``pair.b``.

    Attributes
    ----------
    a, b : ndarray, shape (n, d)
        The points of A and of B.
    id : str
        The name of the pair.
    """

    a: Floats
    b: Floats
    id: str

    def __repr__(self) -> str:
        space = "the plane" if self.a.shape[1] == 2 else "space"
        return f"Pair {self.id}: {len(self.a)} and {len(self.b)} points in {space}, {self.a.dtype}"


class Pairs(Sequence[Pair]):
    """Pairs of convex hulls.

    A sequence: ``pairs[3]`` is a `Pair`; a slice, an array of numbers or an array of bools of length N selects `Pairs`.
    `pairs`, `load` and `Pairs.of` make them.

    Attributes
    ----------
    a, b : ndarray, shape (N, n, d), or list of N ndarrays, shape (n, d)
        The points of the bodies A and B: one array, if all bodies have n points.
    ids : list of str
        The names of the pairs.
    dim : int or None
        2 for the plane, 3 for space; ``None`` if there are pairs of both.
    """

    def __init__(self, a: Hulls, b: Hulls, ids: list[str]) -> None:
        self._a, self._b, self.ids = a, b, ids

    @classmethod
    def of(cls, a: Body, b: Body, ids: Sequence[str] | None = None) -> Pairs:
        """Pairs of bodies of the caller.

        Parameters
        ----------
        a, b : array_like
            N bodies each, of shape (N, n, d) or lists of N arrays; or one body each.
        ids : sequence of str, optional
            The names of the pairs; their numbers, if there are none.

        Returns
        -------
        Pairs

        Examples
        --------
        >>> import gjk
        >>> gjk.Pairs.of([[[0.0, 0.0]], [[1.0, 1.0]]], [[[3.0, 4.0]], [[1.0, 1.0]]], ids=["apart", "one"])
        Pairs: 2 in the plane, float64, 1 and 1 points; apart, one
        """
        of_a, of_b, _ = of_two(a, b)
        names = [str(number) for number in range(len(of_a))] if ids is None else [str(name) for name in ids]
        if len(names) != len(of_a):
            raise ValueError(f"ids has {len(names)} names for {len(of_a)} pairs")
        return cls(of_a, of_b, names)

    @property
    def a(self) -> Floats | list[Floats]:
        """The bodies A."""
        return self._a.as_array()

    @property
    def b(self) -> Floats | list[Floats]:
        """The bodies B."""
        return self._b.as_array()

    @property
    def dim(self) -> int | None:
        """The dimension; ``None`` if there are pairs of the plane and of space."""
        dims = {group.points.shape[1] for group in self._a.groups}
        return dims.pop() if len(dims) == 1 else None

    @property
    def dims(self) -> npt.NDArray[np.int64]:
        """The dimension of each pair, of shape (N,)."""
        dims = np.zeros(len(self), np.int64)
        for group in self._a.groups:
            dims[slice(None) if group.numbers is None else group.numbers] = group.points.shape[1]
        return dims

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, (int, np.integer)):
            return Pair(self._a[index], self._b[index], self.ids[index])
        if isinstance(index, str):
            if index not in self.ids:
                raise KeyError(f"there is no pair {index!r}")
            return self[self.ids.index(index)]
        numbers = np.arange(len(self))[index if isinstance(index, slice) else np.asarray(index)]
        return Pairs(self._a.taken(numbers), self._b.taken(numbers), [self.ids[number] for number in numbers])

    def __iter__(self) -> Iterator[Pair]:
        return (self[number] for number in range(len(self)))

    def _groups(self) -> list[tuple[Group, Group]]:
        return list(zip(self._a.groups, self._b.groups, strict=True))

    def lines(self) -> list[str]:
        """The pairs as lines of a file of cases, which the program ``gjk`` reads."""
        lines = [""] * len(self)
        for a, b in self._groups():
            numbers = range(len(self)) if a.numbers is None else a.numbers
            names = [self.ids[number] for number in numbers]
            for number, line in zip(numbers, _gjk.case_lines(a.packed, b.packed, names), strict=True):
                lines[number] = line
        return lines

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file of cases, which `load` and the program read: ``gjk check FILE``.

        Parameters
        ----------
        path : path_like
            The file, which must not exist.

        Raises
        ------
        FileExistsError
            If it exists.
        """
        with open(path, "x", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in self.lines())

    def __repr__(self) -> str:
        if not self.ids:
            return "Pairs: none"
        space = {2: "in the plane", 3: "in space", None: "in the plane and in space"}[self.dim]
        dtypes = " and ".join(sorted({group.points.dtype.name for group in self._a.groups}))

        def counts(hulls: Hulls) -> str:
            numbers = [np.diff(group.ends, prepend=0) for group in hulls.groups]
            least, most = min(int(n.min()) for n in numbers), max(int(n.max()) for n in numbers)
            return str(most) if least == most else f"{least} to {most}"

        names = ", ".join(self.ids[:3]) + (", …" if len(self) > 3 else "")
        return f"Pairs: {len(self)} {space}, {dtypes}, {counts(self._a)} and {counts(self._b)} points; {names}"


class _Generator:
    """The function `gjk.pairs`, with the names of the families as its attribute."""

    #: The names of the families of hulls of points.
    families: tuple[str, ...] = tuple(name for name, _, _ in _gjk.families())

    def __call__(self, family: str, n: int, *, seed: int = 1, dtype: npt.DTypeLike = np.float64) -> Pairs:
        """n pairs of a family of hard cases; ``gjk.pairs.families`` names them.

        A family is a recipe that leads into one degeneracy, such as faces that touch, or needles. Each pair is a pure function of
        its family, the seed, its number and the dtype, and has a name with which the program finds it: ``gjk check gap.1.7``.

        Parameters
        ----------
        family : str
            The name of a family of hulls of points.
        n : int
            The number of pairs.
        seed : int, default 1
            The seed.
        dtype : dtype, default float64
            float64 or float32: coordinates are exact in it.

        Returns
        -------
        Pairs

        Raises
        ------
        ValueError
            If there is no such family, or n is negative.

        Examples
        --------
        >>> import gjk
        >>> gjk.pairs("floor", 3)
        Pairs: 3 in space, float64, 5 to 29 and 8 to 14 points; floor.1.0, floor.1.1, floor.1.2
        """
        count, start = int(n), int(seed)
        if count < 0 or start < 0:
            raise ValueError(f"{'n' if count < 0 else 'seed'} is {count if count < 0 else start}, and not negative")
        a, b, ids = _gjk.generate(family, 0, count, start, is_single(dtype))
        if count == 0:
            return Pairs(Hulls([]), Hulls([]), [])
        return Pairs(Hulls([Group(None, *a)]), Hulls([Group(None, *b)]), ids)


pairs = _Generator()
pairs.__doc__ = _Generator.__call__.__doc__


def is_single(dtype: npt.DTypeLike) -> bool:
    """Whether a dtype is float32, and not float64.

    Raises
    ------
    TypeError
        If it is neither.
    """
    kind = np.dtype(dtype)
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise TypeError(f"dtype is {kind}: it is float64 or float32")
    return kind == np.dtype(np.float32)


def load(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    joints: Mapping[str, float] | None = None,
    xyz: Sequence[float] | None = None,
    rpy: Sequence[float] | None = None,
    name: str | None = None,
    srdf: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    beyond_limits: bool = False,
) -> Pairs:
    """Pairs of a case file, of a mesh or robot, or of ``'corpus'``.

    Parameters
    ----------
    source : path_like or a sequence of them
        A file of cases (JSON Lines); a mesh (OBJ, STL, PLY, OFF, glTF, COLLADA), whose objects are the bodies; a robot (URDF),
        whose links are; a ``.scene`` file; or several meshes and robots, whose bodies are paired within each file and across
        files. ``'corpus'`` has inputs that broke implementations in the field. A ``#ID`` behind the name of a case file selects
        a case.
    joints : mapping of str to float, optional
        Joints of the robot and their values, in radians or metres; zero for the others.
    xyz, rpy : sequence of 3 floats, optional
        The position of the file's origin, and its turns about x, y and z, in this order, in radians.
    name : str, optional
        The name of the file in the ids of pairs.
    srdf : path_like or a sequence of them, optional
        Semantic descriptions: pairs of links that they disable are left out.
    beyond_limits : bool, default False
        Whether a joint may be beyond its limits.

    Returns
    -------
    Pairs
        float64, or float32 for cases that say so. A body of several convex parts is in a pair for each part, with an id such as
        ``a--b[0,1]``. Pairs with a body that is not the hull of points, such as a cylinder or a ball, are left out with a
        warning; ``gjk check`` judges these.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If its content is not as it has to be: the message has the file, the line and the field.
    """
    files = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    addresses = [os.fspath(path) for path in files]
    if addresses == ["frozen"] and not os.path.exists("frozen"):
        raise ValueError("there is no frozen set yet; 'corpus' and the families of gjk.pairs are there")
    semantic = [srdf] if isinstance(srdf, (str, os.PathLike)) else list(srdf)

    def vector(value: Sequence[float] | None, of: str) -> list[float] | None:
        if value is None:
            return None
        numbers = [float(x) for x in value]
        if len(numbers) != 3 or not np.isfinite(numbers).all():
            raise ValueError(f"{of} is {numbers}: it has three finite numbers")
        return numbers

    wish = {
        "joints": [(str(joint), float(value)) for joint, value in (joints or {}).items()],
        "xyz": vector(xyz, "xyz"),
        "rpy": vector(rpy, "rpy"),
        "name": name,
        "srdf": [os.fspath(path) for path in semantic],
        "beyond_limits": bool(beyond_limits),
    }
    groups, notes, left_out = _gjk.load([str(address) for address in addresses], wish)
    for note in notes:
        # The notes of the program, with the keyword for its option.
        warnings.warn(note.replace("--srdf ", "srdf="), stacklevel=2)
    if left_out:
        pairs_are = "1 pair is" if left_out == 1 else f"{left_out} pairs are"
        warnings.warn(
            f"{pairs_are} left out, at least in part: a body is no hull of points. `gjk check` judges all", stacklevel=2
        )
    count = sum(len(numbers) for numbers, _ in groups)
    ids, alone = [""] * count, len(groups) == 1
    of_a, of_b = [], []
    for numbers, (a, b, names) in groups:
        of_a.append(Group(None if alone else numbers, *a))
        of_b.append(Group(None if alone else numbers, *b))
        for number, pair in zip(numbers, names, strict=True):
            ids[number] = pair
    return Pairs(Hulls(of_a), Hulls(of_b), ids)
