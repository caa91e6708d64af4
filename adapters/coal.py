"""coal: coal.distance of two Convex bodies, or of one and a Halfspace, with the default request or tolerances for exactness."""
import functools

from serve import EXACT, Halfspace, answer, each, hull, serve

import coal
import numpy

TOLERANCE = 1e-12  # for exactness, together with ITERATIONS
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
    held = {}

    def build(name, body):
        if isinstance(body, Halfspace):
            return coal.Halfspace(numpy.array(body.normal), body.offset)
        held[name], faces = hull(body)
        return convex(held[name], faces)

    a, b = each(lambda named: build(*named), ("a", a), ("b", b))
    distance = coal.distance(a, still, b, still, request, result)
    # If both bodies are lists of points, they are reported as held: the points that Qhull keeps.
    return answer(distance, result.getNearestPoint1(), result.getNearestPoint2(), result.normal, **(held if len(held) == 2 else {}))


# According to collision_data.h, `gjk_tolerance` determines the precision of the distance of bodies that are not in collision.
serve(query, "coal", "coal", "coal, distance of Convex", "Pan et al., Coal, an extension of FCL, github.com/coal-library/coal",
      bodies=["points", "halfspace"],
      slack={"length": coal.DistanceRequest().gjk_tolerance},
      exact={"query": functools.partial(query, exact=True), "slack": {"length": TOLERANCE}, "title": EXACT})
