/* A GJK that the harness loads: `gjk check corpus --library mine=./libmine.so`. One function, and a greeting if it says more. */
#ifndef GJK_H
#define GJK_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
enum { GJK_ABI = 1 };
enum { GJK_ANSWERED = 0, GJK_NO_ANSWER = 1, GJK_OTHER_ABI = 2 }; /* what the function returns */

struct gjk_query {                    /* Do the hulls of two sets of points meet, how far apart are they, how deep? */
    uint32_t abi, size;               /* GJK_ABI of who asks, and the size of this struct there: new fields come at the end */
    uint32_t dimension, precision;    /* 2 or 3: in the plane the third coordinates are zero; 32 or 64: the bits of the scalar */
    uint64_t count_a, count_b;        /* how many points; at least one each, but see below */
    const double (*a)[3], (*b)[3];    /* the points, in single precision too: each coordinate is a float then */
    double start[3];                  /* from the centre of A to that of B: a direction to begin with */
    double radius_a, radius_b;        /* the hulls are swept by balls of these radii; zero unless the greeting has "radius" */
    double normal[3], offset;         /* if the greeting has "halfspace": B with count_b = 0, all p with normal * p <= offset */
};

struct gjk_answer {                   /* Numbers are NaN before the call. What stays so is not given, and not judged. */
    uint32_t abi, size;               /* as above: nothing may be written beyond this size */
    uint32_t meets, corners;          /* 1 if the bodies meet, else 0; how many corners of the simplex follow below */
    double distance, depth;           /* of bodies apart; of bodies that meet */
    double on_a[3], on_b[3];          /* witness points; of a depth they are apart by it, along the normal */
    double axis[3];                   /* of bodies apart an axis, from B to A; of bodies that meet the normal, A into B */
    uint32_t simplex[4][2];           /* corners of A - B, by the numbers of the points of A and of B */
};

int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer);

/* Optional: what the library says of itself, as the first line of a program would, such as
   const char gjk_greeting[] = "{\"program\":\"mine\",\"promise\":\"distance\",\"dimensions\":[2,3],\"scalars\":[\"f64\"]}";
   Without it: the promise of a distance, dimension 3, f64. In C++ a constant has to be declared, as below, to be seen. */
extern const char gjk_greeting[];
#ifdef __cplusplus
}
#endif
#endif
