"""distance3d: gjk.gjk_distance of two ConvexHullVertices, without its clip of far bodies."""
import sys

from serve import answer, serve

import numpy
from distance3d import colliders, gjk


def query(a, b):
    a, b = (colliders.ConvexHullVertices(numpy.array(points)) for points in (a, b))
    distance, on_a, on_b, _ = gjk.gjk_distance(a, b, max_distance_squared=sys.float_info.max)
    return answer(distance, on_a, on_b)


serve(query, "distance3d", "distance3d", "distance3d, gjk.gjk_distance", "Fabisch, doi:10.5281/zenodo.6509736")
