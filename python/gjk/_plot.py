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


def _outline_2d(points: Floats) -> Any:
    """The corners of the hull of points of the plane, in order."""
    order = sorted({(float(x), float(y)) for x, y in points})
    if len(order) < 3:
        return np.array(order)

    def half(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for p in points:
            while len(chain) >= 2:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0:
                    break
                chain.pop()
            chain.append(p)
        return chain[:-1]

    corners = half(order) + half(order[::-1])
    return np.array(corners if len(corners) > 1 else [order[0], order[-1]])


def plot_truth(truth: Truth, ax: Axes | None) -> Axes:
    """Draw two hulls with their nearest points, or with the least translation."""
    plt = _pyplot()
    dimension = truth._a.shape[1]
    if ax is None:
        figure = plt.figure(figsize=(5, 4), layout="constrained")
        ax = figure.add_subplot(projection="3d" if dimension == 3 else None)
    elif dimension == 3 and not hasattr(ax, "get_zlim"):
        raise ValueError("ax is of the plane, and the bodies are of space: make it with projection='3d'")
    assert ax is not None
    drawn: Any = ax
    for points, colour, name in ((truth._a, _A, "A"), (truth._b, _B, "B")):
        draw = _draw_2d if dimension == 2 else _draw_3d
        draw(drawn, np.asarray(points, np.float64), colour, name)
    on_a, on_b = truth.on_a, truth.on_b
    ends = np.array([on_a, on_b]).T
    if truth.class_ == "overlapping":
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
    ax.legend(loc="upper left", fontsize="small", frameon=False)
    return ax


def _draw_2d(ax: Any, points: Any, colour: str, name: str) -> None:
    corners = _outline_2d(points)
    if len(corners) >= 3:
        ax.fill(*corners.T, color=colour, alpha=0.2, linewidth=0)
    closed = np.concatenate([corners, corners[:1]])
    ax.plot(*closed.T, color=colour, linewidth=1, marker="." if len(corners) < 3 else None, label=name)
    ax.plot(*points.T, color=colour, linestyle="none", marker=".", markersize=3)


def _draw_3d(ax: Any, points: Any, colour: str, name: str) -> None:
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    triangles = _gjk.outline(points.tolist())
    if triangles:
        faces = Poly3DCollection(points[np.array(triangles)], facecolor=colour, edgecolor=colour, alpha=0.15, linewidth=0.5)
        ax.add_collection3d(faces)
    elif len(points) > 1:
        ax.plot(*points.T, color=colour, linewidth=1)
    ax.plot(*points.T, color=colour, linestyle="none", marker=".", markersize=4, label=name)


def plot_judgement(judgement: Judgement, ax: Axes | None) -> Axes:
    """Draw margins and errors by ruling."""
    plt = _pyplot()
    if ax is None:
        _, ax = plt.subplots(figsize=(6, 3), layout="constrained")
    rows = [ruling for ruling, _ in judgement._counts()][::-1]
    least = 1e-3
    spread = np.random.default_rng(1)
    for row, ruling in enumerate(rows):
        has = judgement.ruling == ruling
        size = np.fmax(judgement.margin[has], judgement.error[has])
        known = size[~np.isnan(size)]
        heights = row + spread.uniform(-0.25, 0.25, len(known))
        ax.plot(np.clip(known, least, None), heights, linestyle="none", marker=".", markersize=3, color=_A)
    counts = [int((judgement.ruling == ruling).sum()) for ruling in rows]
    ax.set_yticks(range(len(rows)), [f"{ruling}\n{count}" for ruling, count in zip(rows, counts, strict=True)])
    ax.set_ylim(-0.5, max(len(rows), 1) - 0.5)
    ax.set_xscale("log")
    ax.set_xlim(left=least / 2)
    ax.axvline(judgement.tolerance, color=_MARK, linewidth=1, linestyle="--")
    ax.annotate(
        f"tolerance {judgement.tolerance:g}",
        (judgement.tolerance, 1),
        xycoords=("data", "axes fraction"),
        xytext=(3, -3),
        textcoords="offset points",
        va="top",
        fontsize="small",
    )
    ax.set_xlabel("margin or error / u·D  (up to 0.001 at the left edge)")
    return ax
