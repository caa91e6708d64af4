"""MuJoCo: mj_geomDistance of two mesh geoms, in a model with the default options or with options for exactness."""
import functools
import sys

from serve import EXACT, answer, each, serve

import mujoco
import numpy


TOLERANCE = 1e-15  # for exactness, together with ITERATIONS
ITERATIONS = 1000
HELD = 2e-7  # of the largest coordinate: at most 9e-8 was measured over all families; rounding to singles alone gives 6e-8


def compiled(*bodies):
    spec = mujoco.MjSpec()
    for name, points in zip("ab", bodies):
        mesh = spec.add_mesh(name=name, uservert=numpy.array(points, numpy.float32).flatten())
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name)
    return spec.compile()


def query(a, b, exact=False):
    try:
        model = compiled(a, b)
    except ValueError:
        each(compiled, a, b)  # raises an error that names the refused body
        raise
    if exact:
        model.opt.ccd_tolerance, model.opt.ccd_iterations = TOLERANCE, ITERATIONS
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    held = {}
    for name, start, count, m, p in zip("ab", model.mesh_vertadr, model.mesh_vertnum, data.geom_xmat, data.geom_xpos):
        x, y, z = model.mesh_vert[start:start + count].astype(float).T  # in the same order of operations as MuJoCo
        held[name] = numpy.array([m[i] * x + m[i + 1] * y + m[i + 2] * z + p[i // 3] for i in (0, 3, 6)]).T
    ends = numpy.zeros(6)
    distance = mujoco.mj_geomDistance(model, data, 0, 1, sys.float_info.max, ends)
    return answer(distance, ends[:3], ends[3:], **held)


# The documentation (Computation, CCD pipelines) calls `ccd_tolerance` "a tolerance (in units of distance)".
serve(query, "mujoco", "mujoco", "MuJoCo, mj_geomDistance", "Todorov, Erez, Tassa 2012, doi:10.1109/IROS.2012.6386109",
      slack={"length": mujoco.MjOption().ccd_tolerance}, holds={"text": "its compiler rounds the points to singles and moves them", "relative": HELD},
      exact={"query": functools.partial(query, exact=True), "slack": {"length": TOLERANCE}, "title": EXACT})
