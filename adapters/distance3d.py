"""distance3d: gjk.gjk_distance of two ConvexHullVertices, without its limit on the distance; or its depths, by EPA and MPR."""
import functools
import inspect
import sys

from serve import EXACT, answer, contact, each, serve

import numpy
from distance3d import colliders, epa, gjk, mpr


def colliders_of(a, b):
    return each(lambda points: colliders.ConvexHullVertices(numpy.array(points)), a, b)


def query(a, b, **settings):
    distance, on_a, on_b, _ = gjk.gjk_distance(*colliders_of(a, b), max_distance_squared=sys.float_info.max, **settings)
    return answer(distance, on_a, on_b, has_depth=False)


def expanded(a, b):
    """Its EPA, from the simplex of its only GJK that leaves four points; the least translation is to be added to b."""
    a, b = colliders_of(a, b)
    distance, on_a, on_b, simplex = gjk.gjk_distance_original(a, b)[:4]
    if distance > 0:
        return answer(distance, on_a, on_b)
    translation, _, has_converged = epa.epa(simplex, a, b)
    if not has_converged:
        raise ArithmeticError("epa.epa has not converged in its 64 iterations")
    depth = float(numpy.linalg.norm(translation))
    return contact(depth, translation)


def refined(a, b):
    """The MPR of distance3d: some translation, to be added to b."""
    meet, depth, direction, _ = mpr.mpr_penetration(*colliders_of(a, b))
    return contact(depth if meet else None, direction)


# `tolerance` is documented as the least distance at which objects are not considered to be colliding.
serve(query, "distance3d", "distance3d", "distance3d, gjk.gjk_distance", "Fabisch, doi:10.5281/zenodo.6509736", promise="distance",
      slack={"length": inspect.signature(gjk.gjk_distance).parameters["tolerance"].default},
      exact={"query": functools.partial(query, tolerance=0.0), "title": EXACT},
      epa={"query": expanded, "promise": "depth", "title": "gjk.gjk_distance_original and epa.epa in its place"},
      mpr={"query": refined, "promise": "translation", "title": "mpr.mpr_penetration in its place"})
