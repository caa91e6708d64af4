/* The distance of a tetrahedron from a triangle, the depth of two squares that overlap, and a limit. README.md says how to build it. */
#include "gjk_certified.h"
#include <stdio.h>

int main(void) {
    const double tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double triangle[] = {2, 0, 0.5, 2, 1, 0.5, 3, 0, 0};
    struct gjk_certified_distance_f64 distance;
    int is_within;
    if (gjk_certified_distance_f64(3, tetrahedron, 4, triangle, 3, &distance) != GJK_CERTIFIED_OK) return 1;
    if (gjk_certified_is_within_f64(3, tetrahedron, 4, triangle, 3, 1.25, &is_within) != GJK_CERTIFIED_OK) return 1;
    printf("%.17g apart, between %.17g and %.17g\n", distance.distance, distance.bounds[0], distance.bounds[1]);
    printf("nearest at (%g, %g, %g) and (%g, %g, %g)\n", distance.on_a[0], distance.on_a[1], distance.on_a[2], distance.on_b[0],
           distance.on_b[1], distance.on_b[2]);
    printf("within 1.25: %s\n", is_within ? "yes" : "no");

    /* An engine keeps the memory from query to query. */
    struct gjk_certified_workspace *workspace = gjk_certified_workspace_create();
    const float square[] = {0, 0, 1, 0, 1, 1, 0, 1};
    for (int step = 0; step < 3; step++) {
        const float x = 0.5f + 0.25f * (float)step;
        const float other[] = {x, 0, x + 1, 0, x + 1, 1, x, 1};
        struct gjk_certified_depth_f32 depth;
        if (gjk_certified_depth_f32(2, square, 4, other, 4, workspace, &depth) != GJK_CERTIFIED_OK) return 1;
        printf("%s, %g deep, translation (%g, %g)\n", depth.meets ? "they meet" : "apart", (double)depth.depth,
               (double)depth.translation[0], (double)depth.translation[1]);
    }
    gjk_certified_workspace_free(workspace);
    return 0;
}
