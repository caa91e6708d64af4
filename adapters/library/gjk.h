/* A GJK that the harness loads: `gjk check corpus --library mine=./libmine.so`. One function, and optionally a greeting. */
#ifndef GJK_H
#define GJK_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
enum { GJK_ABI = 1 };
enum { GJK_ANSWERED = 0, GJK_NO_ANSWER = 1, GJK_OTHER_ABI = 2 }; /* the results of `gjk_solve` */

struct gjk_query {                    /* Do the hulls of two sets of points meet? How far apart, or how deep, are they? */
    uint32_t abi, size;               /* the caller's GJK_ABI, and the size of its struct; new fields are added at the end */
    uint32_t dimension, precision;    /* 2 (third coordinates are then zero) or 3; the bits of the scalar: 32 or 64 */
    uint64_t count_a, count_b;        /* the numbers of points: at least 1, but count_b = 0 for a half-space (`offset`) */
    const double (*a)[3], (*b)[3];    /* the points; in single precision each coordinate is exactly a float */
    double start[3];                  /* a first direction: from the centre of A to the centre of B */
    double radius_a, radius_b;        /* of the balls that sweep the hulls; zero unless the greeting has "radius" */
    double normal[3], offset;         /* greeting with "halfspace": if count_b = 0, B is all p with normal * p <= offset */
    double motion[3];                 /* gjk_cast: the translation of A over the times from 0 to 1; else zero */
};

struct gjk_answer {                   /* Floating-point fields are NaN before the call. A field that stays NaN is not judged. */
    uint32_t abi, size;               /* set by the caller as above; write nothing beyond this size */
    uint32_t meets, corners;          /* 1 if the bodies meet, else 0; the number of corners in `simplex` */
    double distance, depth;           /* distance of bodies that are apart; depth of bodies that meet */
    double on_a[3], on_b[3];          /* witness points; with a depth, they differ by the depth along the normal */
    double axis[3];                   /* bodies apart: an axis from B to A; bodies that meet: the normal from A into B */
    uint32_t simplex[4][2];           /* corners of A - B, each by the index of a point of A and of a point of B */
    double time;                      /* gjk_cast: if A touches B during the motion (meets = 1), the first time, from 0 to 1 */
};

int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer);
/* Instead, with the promise "cast": when does A, moving by `motion`, first touch B? on_a, on_b and axis are those at `time`. */
int gjk_cast(const struct gjk_query *query, struct gjk_answer *answer);

/* Optional: the greeting of the library, like the first line of a program, such as
   const char gjk_greeting[] = "{\"program\":\"mine\",\"promise\":\"distance\",\"dimensions\":[2,3],\"scalars\":[\"f64\"]}";
   Without it: the promise of a distance, dimension 3, f64. In C++ a constant is exported only if it is declared, as below. */
extern const char gjk_greeting[];
#ifdef __cplusplus
}
#endif
#endif
