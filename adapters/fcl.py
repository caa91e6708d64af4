"""FCL through python-fcl: fcl.distance of two Convex bodies, with nearest points, the rest of the request as it comes."""
from serve import answer, each, hull, serve

import fcl


def convex(corners, faces):
    return fcl.CollisionObject(fcl.Convex(corners, len(faces), [n for face in faces for n in (3, *face)]))


def query(a, b):
    hulls = each(hull, a, b)
    a, b = each(lambda found: convex(*found), *hulls)
    result = fcl.DistanceResult()
    request = fcl.DistanceRequest(enable_nearest_points=True)
    distance = fcl.distance(a, b, request, result)
    return answer(distance, *result.nearest_points, a=hulls[0][0], b=hulls[1][0])


# No slack: distance_request.h documents "error thresholds for approximate distance", which are zero as they come.
serve(query, "fcl", "python-fcl", "FCL, distance of Convex", "Pan, Chitta, Manocha 2012, doi:10.1109/ICRA.2012.6225337")
