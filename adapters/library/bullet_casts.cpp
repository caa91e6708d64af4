// The casts of Bullet 3 in single precision, a library for `gjk check --library`. METHOD is 0 for btGjkConvexCast, 1 for
// btSubsimplexConvexCast, 2 for btContinuousConvexCollision. With Bullet installed (Debian: libbullet-dev):
//
//   c++ -O2 -shared -fPIC -DMETHOD=0 $(pkg-config --cflags bullet) -o libcast.so bullet_casts.cpp -lBulletCollision -lLinearMath
//
// A `gjk` with the feature native-peers cannot load it: Bullet in double precision is linked there, under the same names.
#include "gjk.h"

#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#ifdef BT_USE_DOUBLE_PRECISION
#error "this library is for single precision"
#endif

#define GREETING(NAME, TYPE, STOPS_AT)                                                                             \
    "{\"program\":\"" NAME "\",\"version\":\"Bullet 3\",\"title\":\"Bullet's " TYPE " in single precision\","      \
    "\"citation\":\"Coumans, Presson: Bullet Physics, version 3, https://github.com/bulletphysics/bullet3\","      \
    "\"promise\":\"cast\",\"dimensions\":[3],\"scalars\":[\"f32\"],\"stops_at\":\"" STOPS_AT "\"}"

extern const char gjk_greeting[] =
#if METHOD == 0
    GREETING("bullet-f32-cast-gjk", "btGjkConvexCast", "radius 1e-3");
#elif METHOD == 1
    GREETING("bullet-f32-cast-subsimplex", "btSubsimplexConvexCast", "subSimplexCastEpsilon 1e-4 (on a squared length)");
#else
    GREETING("bullet-f32-cast-continuous", "btContinuousConvexCollision", "radius 1e-3");
#endif

// The points with a margin of zero.
static void fill(btConvexHullShape &hull, const double (*points)[3], uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) hull.addPoint(btVector3(points[i][0], points[i][1], points[i][2]), false);
    hull.setMargin(0);
    hull.recalcLocalAabb();
}

extern "C" int gjk_cast(const gjk_query *query, gjk_answer *answer) {
    if (query->abi != GJK_ABI) return GJK_OTHER_ABI;
    btConvexHullShape a, b;
    fill(a, query->a, query->count_a);
    fill(b, query->b, query->count_b);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver penetration;
    btGjkConvexCast gjk(&a, &b, &simplex);
    btSubsimplexConvexCast subsimplex(&a, &b, &simplex);
    btContinuousConvexCollision continuous(&a, &b, &simplex, &penetration);
    btConvexCast *const casts[] = {&gjk, &subsimplex, &continuous};
    const btTransform &still = btTransform::getIdentity();
    const btTransform moved(still.getBasis(), btVector3(query->motion[0], query->motion[1], query->motion[2]));
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    answer->meets = 0;
    // A fraction beyond the motion is possible. Bullet's own queries then report no hit.
    if (!casts[METHOD]->calcTimeOfImpact(still, moved, still, still, result) || result.m_fraction > 1) return GJK_ANSWERED;
    answer->meets = 1;
    answer->time = result.m_fraction;
    // Bullet's normal points from B into A.
    for (int i = 0; i < 3; ++i) answer->axis[i] = -result.m_normal[i];
    // The one point of contact is not reported: Bullet does not say of which body it is.
    return GJK_ANSWERED;
}
