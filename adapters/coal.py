"""coal: coal.distance of two Convex bodies, with the request as it comes."""
from serve import answer, hull, serve

import coal
import numpy


def convex(corners, faces):
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for corner in corners:
        vertices.append(numpy.array(corner))
    for face in faces:
        triangles.append(coal.Triangle(*face))
    return coal.Convex(vertices, triangles)


def query(a, b):
    hulls = hull(a), hull(b)
    a, b, still = convex(*hulls[0]), convex(*hulls[1]), coal.Transform3s()
    result = coal.DistanceResult()
    distance = coal.distance(a, still, b, still, coal.DistanceRequest(), result)
    return answer(distance, result.getNearestPoint1(), result.getNearestPoint2(), a=hulls[0][0], b=hulls[1][0])


serve(query, "coal", "coal", "coal, distance of Convex", "Pan et al., Coal, an extension of FCL, github.com/coal-library/coal")
