/* A GJK that proves its answers, for C: do two hulls of points meet, how far apart are they, and how deep do they overlap? */
#ifndef GJK_CERTIFIED_H
#define GJK_CERTIFIED_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* The results of all functions. Only after GJK_CERTIFIED_OK is the output written. */
enum {
    GJK_CERTIFIED_OK = 0,
    GJK_CERTIFIED_NULL = 1,           /* a pointer to points or to the output is null */
    GJK_CERTIFIED_DIMENSION = 2,      /* the dimension is neither 2 nor 3 */
    GJK_CERTIFIED_NO_POINTS = 3,      /* a body has no point */
    GJK_CERTIFIED_TOO_MANY = 4,       /* a body has more points than 2^32 - 1, or than memory could hold */
    GJK_CERTIFIED_NOT_FINITE = 5,     /* a coordinate is infinite or not a number */
    GJK_CERTIFIED_BAD_LIMIT = 6,      /* a limit is negative, infinite or not a number */
    GJK_CERTIFIED_INTERNAL = 7        /* an error of the library, which promises that this does not happen: please report it */
};

/* A body is the convex hull of `count` points: coordinate k of point i is `points[dimension * i + k]`. Points may be repeated, and
   bodies may be flat. Touching bodies meet. In the plane, the third coordinate of each vector of an answer is zero.

   `bounds` are a lower and an upper bound of the exact distance of bodies that are apart, or of the exact depth of bodies that meet.
   M = A - B is the set of all differences of a point of A and a point of B; `simplex` names some of its points, each by the index of
   a point of A and the index of a point of B. */

struct gjk_certified_distance_f64 {
    uint32_t meets, by_integers;      /* 1 if the bodies meet, else 0; 1 if integers were needed to decide, else 0 */
    uint32_t corners, simplex[4][2];  /* the evidence: bodies apart: the face of M nearest to the origin; bodies that meet: points whose hull holds it */
    double distance, bounds[2];       /* within one unit in the last place; all three are zero if the bodies meet */
    double on_a[3], on_b[3];          /* the nearest points; zero if the bodies meet */
    double axis[3];                   /* the direction from B to A, of any length; zero if the bodies meet */
    double weights[3];                /* of the nearest point of the face, by position in the simplex */
};

struct gjk_certified_depth_f64 {
    uint32_t meets, by_integers;      /* as above */
    uint32_t corners, simplex[4][2];  /* bodies that meet: the facet of M nearest to the origin, or, if M is flat, points whose hull holds it; bodies apart: as above */
    double depth, distance;           /* each within one unit in the last place; depth: zero if the bodies are apart or touch; distance: zero if they meet */
    double bounds[2];                 /* of the depth if the bodies meet, else of the distance */
    double translation[3];            /* bodies that meet: A moved by its opposite touches B; it points from A into B */
    double normal[3];                 /* bodies that meet: its direction, of any length; bodies apart: the axis, as above */
    double on_a[3], on_b[3];          /* the witness points; for bodies that meet, on_a - on_b is the translation */
    double weights[3];                /* by position in the simplex */
};

/* The same in single precision. The bounds are numbers of this precision. */
struct gjk_certified_distance_f32 {
    uint32_t meets, by_integers;
    uint32_t corners, simplex[4][2];
    float distance, bounds[2];
    float on_a[3], on_b[3];
    float axis[3];
    double weights[3];
};

struct gjk_certified_depth_f32 {
    uint32_t meets, by_integers;
    uint32_t corners, simplex[4][2];
    float depth, distance;
    float bounds[2];
    float translation[3];
    float normal[3];
    float on_a[3], on_b[3];
    double weights[3];
};

/* Memory for depths, which one thread at a time may use. A query for a depth without one (NULL) allocates, and frees what it allocated.
   The other queries allocate nothing. If memory is exhausted, the process is aborted. */
struct gjk_certified_workspace;
struct gjk_certified_workspace *gjk_certified_workspace_create(void);
void gjk_certified_workspace_free(struct gjk_certified_workspace *workspace); /* NULL is ignored */

/* *meets = 1 if the bodies meet, else 0. */
int gjk_certified_meets_f64(int dimension, const double *a, size_t count_a, const double *b, size_t count_b, int *meets);
int gjk_certified_meets_f32(int dimension, const float *a, size_t count_a, const float *b, size_t count_b, int *meets);

/* *is_within = 1 if the distance is at most `limit`, exactly, else 0. */
int gjk_certified_is_within_f64(int dimension, const double *a, size_t count_a, const double *b, size_t count_b, double limit, int *is_within);
int gjk_certified_is_within_f32(int dimension, const float *a, size_t count_a, const float *b, size_t count_b, float limit, int *is_within);

int gjk_certified_distance_f64(int dimension, const double *a, size_t count_a, const double *b, size_t count_b,
                               struct gjk_certified_distance_f64 *distance);
int gjk_certified_distance_f32(int dimension, const float *a, size_t count_a, const float *b, size_t count_b,
                               struct gjk_certified_distance_f32 *distance);

int gjk_certified_depth_f64(int dimension, const double *a, size_t count_a, const double *b, size_t count_b,
                            struct gjk_certified_workspace *workspace, struct gjk_certified_depth_f64 *depth);
int gjk_certified_depth_f32(int dimension, const float *a, size_t count_a, const float *b, size_t count_b,
                            struct gjk_certified_workspace *workspace, struct gjk_certified_depth_f32 *depth);

/* 1 if this thread rounds to nearest and keeps subnormal numbers, which all promises need, else 0. Some audio and game libraries set
   other modes. */
int gjk_certified_rounds_to_nearest(void);

#ifdef __cplusplus
}
#endif
#endif
