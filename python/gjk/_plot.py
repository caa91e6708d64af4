"""Pictures of a truth and of a judgement, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _gjk
from ._hulls import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._judge import Judgement
    from ._truth import Truth

# Blue and orange of Okabe and Ito, which those who do not see some colours tell apart.
_A, _B, _MARK = "#0072B2", "#D55E00", "#000000"


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from None
    return matplotlib.pyplot


def _outline_2d(points: Any) -> Any:
    """The numbers of the corners of the hull of points of the plane, in order; of a segment, its ends."""
    order = sorted({(float(x), float(y)): number for number, (x, y) in enumerate(points)}.items())
    corners = [number for _, number in order]
    if len(corners) < 3:
        return np.array(corners)

    def half(numbers: list[int]) -> list[int]:
        chain: list[int] = []
        for number in numbers:
            while len(chain) >= 2:
                a, b, c = (points[n] for n in (*chain[-2:], number))
                if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0:
                    break
                chain.pop()
            chain.append(number)
        return chain[:-1]

    hull = half(corners) + half(corners[::-1])
    return np.array(hull if len(hull) > 1 else [corners[0], corners[-1]])


def _check_axes(ax: Any) -> None:
    if ax is not None and not hasattr(ax, "transData"):
        raise TypeError(f"ax is a {type(ax).__name__}: it is Axes of matplotlib")


def plot_truth(truth: Truth, ax: Axes | None) -> Axes:
    """Draw two hulls with their nearest points, with the least translation, or with the first contact of A, which moves."""
    plt = _pyplot()
    _check_axes(ax)
    dimension = truth._a.shape[1]
    if ax is None:
        figure = plt.figure(figsize=(5, 4), layout="constrained")
        ax = figure.add_subplot(projection="3d" if dimension == 3 else None)
    elif dimension == 3 and not hasattr(ax, "get_zlim"):
        raise ValueError("ax is of the plane, and the bodies are of space: make it with projection='3d'")
    assert ax is not None
    drawn: Any = ax
    bodies = [(truth._a, _A, "A"), (truth._b, _B, "B")]
    if truth.motion is not None:
        # A where it touches B first, else at the end of the motion.
        time = 1.0 if truth.time is None else float(truth.time)
        bodies.insert(1, (truth._a + time * truth.motion, _A, f"A at {time:.6g}"))
        start = np.asarray(truth._a, np.float64).mean(0)
        ax.plot(*np.array([start, start + time * truth.motion]).T, color=_A, linewidth=1, linestyle=":", label="motion")
    for points, colour, name in bodies:
        draw = _draw_2d if dimension == 2 else _draw_3d
        draw(drawn, np.asarray(points, np.float64), colour, name)
    on_a, on_b = truth.on_a, truth.on_b
    ends = np.array([on_a, on_b]).T
    if truth.motion is not None:
        hit = "first contact" if truth.class_ == "hit" else f"{truth.class_} at the start"
        label = hit if truth.meets else f"never in contact, distance {truth.distance:.6g}"
        ax.plot(*ends, color=_MARK, marker="o", markersize=4, linewidth=1.5, label=label)
    elif truth.class_ == "overlapping":
        label = f"depth {truth.depth:.6g}"
        # B moves by the depth along the normal.
        assert truth.normal is not None and truth.depth is not None
        ends = np.array([on_b, on_b + truth.depth * truth.normal]).T
        ax.plot(*ends, color=_MARK, linewidth=2, label=label)
        ax.plot(*ends[:, 1:], color=_MARK, marker="o", markersize=4)
    else:
        label = "touching" if truth.class_ == "touching" else f"distance {truth.distance:.6g}"
        ax.plot(*ends, color=_MARK, marker="o", markersize=4, linewidth=1.5, label=label)
    ax.set_aspect("equal")
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    if dimension == 3:
        drawn.set_zlabel("z")
        drawn.locator_params(nbins=5)
    ax.legend(loc="upper left", fontsize="small", frameon=False)
    return ax


def _draw_2d(ax: Any, points: Any, colour: str, name: str) -> None:
    corners = points[_outline_2d(points)]
    if len(corners) >= 3:
        ax.fill(*corners.T, color=colour, alpha=0.2, linewidth=0)
    closed = np.concatenate([corners, corners[:1]])
    ax.plot(*closed.T, color=colour, linewidth=1, marker="." if len(corners) < 3 else None, label=name)
    ax.plot(*points.T, color=colour, linestyle="none", marker=".", markersize=3)


def _draw_3d(ax: Any, points: Any, colour: str, name: str) -> None:
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    triangles = np.array(_gjk.outline(points.tolist()))
    if len(triangles):
        faces, edges = list(points[triangles]), points[_edges(points, triangles)]
    else:
        # A flat body: its outline in its own plane.
        centred = points - points.mean(0)
        _, _, axes = np.linalg.svd(centred)
        corners = points[_outline_2d(centred @ axes[:2].T)]
        faces = [corners] if len(corners) >= 3 else []
        edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    ax.add_collection3d(Poly3DCollection(faces, facecolor=colour, alpha=0.15, linewidth=0))
    ax.add_collection3d(Line3DCollection(edges, color=colour, linewidth=0.8))
    ax.plot(*points.T, color=colour, linestyle="none", marker=".", markersize=4, label=name)


def _edges(points: Any, triangles: Any) -> Any:
    """The edges between triangles that are not in one plane, as far as a reader can see."""
    corners = points[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
    of_edge: dict[tuple[int, int], list[Any]] = {}
    for triangle, normal in zip(triangles, normals, strict=True):
        for i in range(3):
            ends = sorted((int(triangle[i]), int(triangle[i - 1])))
            of_edge.setdefault((ends[0], ends[1]), []).append(normal)
    return np.array([edge for edge, sides in of_edge.items() if len(sides) < 2 or sides[0] @ sides[1] < 1 - 1e-6])


def plot_judgement(judgement: Judgement, ax: Axes | None) -> Axes:
    """Draw margins and errors by ruling."""
    plt = _pyplot()
    _check_axes(ax)
    rows = [ruling for ruling, _ in judgement._counts()][::-1]
    if ax is None:
        _, ax = plt.subplots(figsize=(6, 1.2 + 0.5 * max(len(rows), 1)), layout="constrained")
    assert ax is not None
    # The least length that is drawn as it is.
    least, size = 1e-3, judgement._size()
    spread = np.random.default_rng(1)
    for row, ruling in enumerate(rows):
        known = size[judgement.ruling == ruling]
        known = known[~np.isnan(known)]
        heights = row + spread.uniform(-0.25, 0.25, len(known))
        ax.plot(np.clip(known, least, None), heights, linestyle="none", marker=".", markersize=3, color=_A)
    counts = [int((judgement.ruling == ruling).sum()) for ruling in rows]
    ax.set_yticks(range(len(rows)), [f"{ruling}\n{count}" for ruling, count in zip(rows, counts, strict=True)])
    ax.set_ylim(-0.5, max(len(rows), 1) - 0.5)
    ax.set_xscale("log")
    finite = size[np.isfinite(size)]
    ax.set_xlim(least / 2, 10 * max(judgement.tolerance, 10.0, float(finite.max()) if finite.size else 0.0))
    if judgement.tolerance > 0:
        ax.axvline(judgement.tolerance, color=_MARK, linewidth=1, linestyle="--")
        ax.set_title(f"dashed: the tolerance, {judgement.tolerance:g} u·D", fontsize="small", loc="right")
    ax.set_xlabel("margin or error / u·D (up to 0.001 at the left edge)")
    return ax
