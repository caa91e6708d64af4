// Vectors, clipping, surfaces and the stretching of thin sets.

const dot = (v, w) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
const plus = (v, w) => [v[0] + w[0], v[1] + w[1], v[2] + w[2]];
const minus = (v, w) => [v[0] - w[0], v[1] - w[1], v[2] - w[2]];
const times = (v, x) => [v[0] * x, v[1] * x, v[2] * x];
const cross = (v, w) => [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
const unit = (v) => { const l = Math.sqrt(dot(v, v)); return l > 0 ? times(v, 1 / l) : v; };
const middle = (points) => points.length ? times(points.reduce(plus, [0, 0, 0]), 1 / points.length) : [0, 0, 0];
const ORIGIN = [0, 0, 0];

// A number with a few digits, in plain notation where that is short.
function brief(x) {
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (!(size < Infinity)) return String(x);
  const text = size >= 1e-3 && size < 1e5 ? x.toPrecision(5) : x.toExponential(3);
  return text.replace(/(\.\d*?)0+(e|$)/, '$1$2').replace(/\.(e|$)/, '$1').replace('-', '−').replace('e+', 'e').replace('e-', 'e−');
}

// The part of a segment, or of a convex polygon, within a rectangle. Beyond it, places are too far off for a canvas.
function clipped(points, low, high, closed) {
  let rest = points;
  for (const [axis, limit, sign] of [[0, low[0], 1], [0, high[0], -1], [1, low[1], 1], [1, high[1], -1]]) {
    const inside = (p) => sign * (p[axis] - limit) >= 0;
    const out = [];
    const count = rest.length;
    for (let i = closed ? 0 : 1; i < count; i++) {
      const p = rest[(i + count - 1) % count], q = rest[i];
      const at = () => { const t = (limit - p[axis]) / (q[axis] - p[axis]); return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]; };
      if (inside(p) !== inside(q)) out.push(at());
      if (!closed && i === 1 && inside(p)) out.unshift(p);
      if (inside(q)) out.push(q);
    }
    rest = out;
    if (!rest.length) return rest;
  }
  return rest;
}

// A surface with the neighbours of its edges: an edge is in front if one of its faces is.
function surface(shell) {
  const sides = new Map();
  shell.f.forEach((face, number) => face.forEach((from, i) => {
    const to = face[(i + 1) % face.length], key = Math.min(from, to) + ',' + Math.max(from, to);
    (sides.get(key) || sides.set(key, []).get(key)).push(number);
  }));
  const edges = shell.e.map(([i, j]) => ({ ends: [i, j], faces: sides.get(Math.min(i, j) + ',' + Math.max(i, j)) || [] }));
  // Where faces meet at a small angle, as on a curved body, the edge is faint.
  const normals = shell.f.map((face) => {
    let normal = ORIGIN;
    for (let i = 1; i + 1 < face.length; i++) normal = plus(normal, cross(minus(shell.p[face[i]], shell.p[face[0]]), minus(shell.p[face[i + 1]], shell.p[face[0]])));
    return unit(normal);
  });
  edges.forEach((edge) => {
    const [one, other] = edge.faces.map((face) => normals[face]);
    edge.weight = edge.faces.length === 2 && dot(one, one) > 0.5 && dot(other, other) > 0.5 ? Math.min(1, 0.05 + Math.acos(Math.min(1, Math.max(-1, dot(one, other)))) / 0.45) : 1;
  });
  // Of a flat surface both sides are seen.
  const isFlat = edges.some((edge) => edge.faces.length < 2);
  return { p: shell.p, f: shell.f, edges, isFlat };
}

const moved = (surface, by) => ({ ...surface, p: surface.p.map((p) => plus(p, by)) });

// The colours of a page: they follow its light or dark appearance.
let ink = {};
function readInk() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['a', 'b', 'm', 'step', 'v', 'ink', 'soft', 'circle', 'paper']) ink[name] = style.getPropertyValue('--' + name).trim();
}

// The linear map that makes a flat or thin set as wide in every direction as it is long; null for a set that is not thin. It keeps
// what is inside and what is outside, and no lengths and angles.
function stretching(points, dim) {
  const from = points[0], rest = points.map((p) => minus(p, from)), axes = [], widths = [];
  for (let k = 0; k < dim; k++) {
    // What is left of a point without the directions so far; its rounding is relative to itself.
    const left = rest.map((p) => axes.reduce((q, u) => minus(q, times(u, dot(q, u))), p));
    const far = left.reduce((one, other) => dot(other, other) > dot(one, one) ? other : one, ORIGIN);
    if (!(dot(far, far) > 0)) return null;
    axes.push(axes.reduce((u, w) => unit(minus(u, times(w, dot(u, w)))), unit(far)));
    const along = left.map((p) => dot(p, axes[k]));
    widths.push(Math.max(...along) - Math.min(...along));
  }
  if (dim === 2) { axes.push(cross(axes[0], axes[1])); widths.push(widths[0]); }
  if (!(Math.min(...widths) < 0.03 * widths[0]) || !(Math.min(...widths) > 1e-15 * widths[0])) return null;
  const factors = widths.map((width) => widths[0] / width);
  const apply = (by) => (p) => axes.reduce((sum, u, k) => plus(sum, times(u, by[k] * dot(p, u))), ORIGIN);
  return { point: apply(factors), normal: apply(factors.map((x) => 1 / x)), most: Math.max(...factors) };
}
