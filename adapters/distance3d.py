"""distance3d: gjk.gjk_distance of two ConvexHullVertices, without its clip of far bodies."""
import functools
import inspect
import sys

from serve import answer, each, serve

import numpy
from distance3d import colliders, gjk


def query(a, b, **settings):
    a, b = each(lambda points: colliders.ConvexHullVertices(numpy.array(points)), a, b)
    distance, on_a, on_b, _ = gjk.gjk_distance(a, b, max_distance_squared=sys.float_info.max, **settings)
    return answer(distance, on_a, on_b)


# `tolerance` is documented as the least distance at which objects are not considered to be colliding.
serve(query, "distance3d", "distance3d", "distance3d, gjk.gjk_distance", "Fabisch, doi:10.5281/zenodo.6509736",
      slack={"length": inspect.signature(gjk.gjk_distance).parameters["tolerance"].default},
      exact=(functools.partial(query, tolerance=0.0), None))
