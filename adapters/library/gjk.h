/* A GJK that the harness loads: `gjk check corpus --library mine=./libmine.so`. One function, and optionally a greeting. */
#ifndef GJK_H
#define GJK_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
enum { GJK_ABI = 1 };
enum { GJK_ANSWERED = 0, GJK_NO_ANSWER = 1, GJK_OTHER_ABI = 2 }; /* the values that the function returns */

struct gjk_query {                    /* Do the hulls of two sets of points meet? How far apart, or how deep, are they? */
    uint32_t abi, size;               /* the caller's GJK_ABI and its size of this struct: new fields are added at the end */
    uint32_t dimension, precision;    /* 2 (third coordinates are then zero) or 3; the bits of the scalar: 32 or 64 */
    uint64_t count_a, count_b;        /* the numbers of points; at least one each, but see below */
    const double (*a)[3], (*b)[3];    /* the points; in single precision each coordinate is exactly a float */
    double start[3];                  /* from the centre of A to the centre of B: a first direction */
    double radius_a, radius_b;        /* the hulls are swept by balls of these radii; zero unless the greeting has "radius" */
    double normal[3], offset;         /* greeting with "halfspace": if count_b = 0, B is all p with normal * p <= offset */
};

struct gjk_answer {                   /* Floating-point fields are NaN before the call. A field that stays NaN is not judged. */
    uint32_t abi, size;               /* as above: nothing may be written beyond this size */
    uint32_t meets, corners;          /* 1 if the bodies meet, else 0; the number of corners in `simplex` below */
    double distance, depth;           /* distance of bodies that are apart; depth of bodies that meet */
    double on_a[3], on_b[3];          /* witness points; with a depth, they differ by the depth along the normal */
    double axis[3];                   /* apart: an axis, from B to A; meeting: the normal, from A into B */
    uint32_t simplex[4][2];           /* corners of A - B, by the numbers of the points of A and of B */
};

int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer);

/* Optional: the greeting of the library, like the first line of a program, such as
   const char gjk_greeting[] = "{\"program\":\"mine\",\"promise\":\"distance\",\"dimensions\":[2,3],\"scalars\":[\"f64\"]}";
   Without it: the promise of a distance, dimension 3, f64. In C++ a constant is exported only if it is declared, as below. */
extern const char gjk_greeting[];
#ifdef __cplusplus
}
#endif
#endif
