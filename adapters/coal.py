"""coal: coal.distance of two Convex bodies, with the request as it comes, or with tolerances for exactness."""
import functools

from serve import EXACT, answer, each, hull, serve

import coal
import numpy

TOLERANCE = 1e-12  # for exactness, with ITERATIONS
ITERATIONS = 1000


def convex(corners, faces):
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for corner in corners:
        vertices.append(numpy.array(corner))
    for face in faces:
        triangles.append(coal.Triangle(*face))
    return coal.Convex(vertices, triangles)


def query(a, b, exact=False):
    request, result, still = coal.DistanceRequest(), coal.DistanceResult(), coal.Transform3s()
    if exact:
        request.gjk_tolerance = request.epa_tolerance = TOLERANCE
        request.gjk_max_iterations = request.epa_max_iterations = ITERATIONS
    hulls = each(hull, a, b)
    a, b = each(lambda found: convex(*found), *hulls)
    distance = coal.distance(a, still, b, still, request, result)
    return answer(distance, result.getNearestPoint1(), result.getNearestPoint2(), result.normal, a=hulls[0][0], b=hulls[1][0])


# collision_data.h says of `gjk_tolerance` that it determines the precision of the distance of bodies that are not in collision.
serve(query, "coal", "coal", "coal, distance of Convex", "Pan et al., Coal, an extension of FCL, github.com/coal-library/coal",
      slack={"length": coal.DistanceRequest().gjk_tolerance},
      exact={"query": functools.partial(query, exact=True), "slack": {"length": TOLERANCE}, "title": EXACT})
