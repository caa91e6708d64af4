// A view that turns: two bodies, and next to them their difference M = A − B with a run on it, step by step.
// Surfaces, runs and contacts come with the data; here they are projected, clipped and painted.

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

// One canvas: a part of space, seen along one direction.
class Panel {
  constructor(view, name, says, paint) {
    this.view = view;
    this.paint = paint;
    this.element = document.createElement('figure');
    this.element.className = 'panel';
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', says);
    this.title = document.createElement('figcaption');
    this.name = name;
    this.title.textContent = name;
    this.element.append(this.title, this.canvas);
    this.fingers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas, ratio = Math.min(window.devicePixelRatio || 1, 3);
    if (!clientWidth) return;
    const before = this.width;
    [this.width, this.height, this.ratio] = [clientWidth, clientHeight, ratio];
    [this.canvas.width, this.canvas.height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (!before) this.fit(); else { this.scale *= clientWidth / before; this.draw(); }
  }

  // Shows points as large as the canvas allows.
  fit(points = this.content()) {
    points = points.map((p) => this.view.map(p));
    const [right, up, out] = this.view.frame;
    const ends = (axis) => points.reduce(([low, high], p) => { const x = dot(p, axis); return [Math.min(low, x), Math.max(high, x)]; }, [Infinity, -Infinity]);
    const [x, y, z] = [right, up, out].map(ends), mid = ([low, high]) => low / 2 + high / 2;
    this.centre = [0, 1, 2].map((i) => mid(x) * right[i] + mid(y) * up[i] + mid(z) * out[i]);
    const wide = x[1] - x[0], tall = y[1] - y[0];
    const scale = Math.min((this.width - 64) / (wide || 1e-300), (this.height - 56) / (tall || 1e-300));
    this.scale = scale < 1e290 ? scale : 100;
    this.draw();
  }

  at(p) {
    const q = minus(this.view.map(p), this.centre), [right, up] = this.view.frame;
    return [this.width / 2 + this.scale * dot(q, right), this.height / 2 - this.scale * dot(q, up)];
  }

  near(p) { return dot(minus(this.view.map(p), this.centre), this.view.frame[2]); }

  draw() {
    if (!this.width || !this.centre) return;
    const g = this.g = this.canvas.getContext('2d');
    g.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    g.fillStyle = ink.paper;
    g.fillRect(0, 0, this.width, this.height);
    g.lineJoin = g.lineCap = 'round';
    this.taken = [];
    this.paint(this);
    g.globalAlpha = 1;
  }

  path(points, closed) {
    const edge = 200, places = clipped(points.map((p) => this.at(p)), [-edge, -edge], [this.width + edge, this.height + edge], closed);
    if (places.length < 2) return false;
    this.g.beginPath();
    places.forEach(([x, y], i) => i ? this.g.lineTo(x, y) : this.g.moveTo(x, y));
    if (closed) this.g.closePath();
    return true;
  }

  fill(points, colour, opacity) {
    if (points.length < 3 || !this.path(points, true)) return;
    [this.g.globalAlpha, this.g.fillStyle] = [opacity, colour];
    this.g.fill();
  }

  line(points, colour, width = 1, opacity = 1, dash = []) {
    if (!this.path(points, false)) return;
    [this.g.globalAlpha, this.g.strokeStyle, this.g.lineWidth] = [opacity, colour, width];
    this.g.setLineDash(dash);
    this.g.stroke();
    this.g.setLineDash([]);
  }

  dot(p, radius, colour, open) {
    const [x, y] = this.at(p);
    if (!(Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) return;
    const g = this.g;
    g.globalAlpha = 1;
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    if (open) { [g.strokeStyle, g.lineWidth, g.fillStyle] = [colour, 1.6, ink.paper]; g.fill(); g.stroke(); } else { g.fillStyle = colour; g.fill(); }
  }

  square(p, size, colour) {
    const [x, y] = this.at(p);
    if (!(Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) return;
    [this.g.globalAlpha, this.g.strokeStyle, this.g.lineWidth] = [1, colour, 1.6];
    this.g.strokeRect(x - size, y - size, 2 * size, 2 * size);
  }

  ring(p, radius, colour, dash = []) {
    const [x, y] = this.at(p), r = radius * this.scale;
    if (this.view.stretch || !(r < 1e5) || !(Math.abs(x) < 1e5)) return;
    const g = this.g;
    [g.globalAlpha, g.strokeStyle, g.lineWidth] = [1, colour, 1];
    g.setLineDash(dash);
    g.beginPath();
    g.arc(x, y, r, 0, 2 * Math.PI);
    g.stroke();
    g.setLineDash([]);
  }

  cross(p, colour) {
    const [x, y] = this.at(p);
    if (!(Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) return;
    [this.g.globalAlpha, this.g.strokeStyle, this.g.lineWidth] = [1, colour, 2];
    for (const [dx, dy] of [[6, 0], [0, 6]]) { this.g.beginPath(); this.g.moveTo(x - dx, y - dy); this.g.lineTo(x + dx, y + dy); this.g.stroke(); }
  }

  arrow(p, direction, colour) {
    direction = this.view.normal(direction);
    const [right, up] = this.view.frame, along = [dot(direction, right), -dot(direction, up)], size = Math.hypot(...along);
    if (!(size > 1e-6)) return;
    // An arrow that points at the reader is short.
    const length = 34 * size, [x, y] = this.at(p), [dx, dy] = [along[0] / size, along[1] / size], [tx, ty] = [x + dx * length, y + dy * length];
    if (!(Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) return;
    const g = this.g;
    [g.globalAlpha, g.strokeStyle, g.fillStyle, g.lineWidth] = [1, colour, colour, 1.6];
    g.beginPath(); g.moveTo(x, y); g.lineTo(tx - dx * 5, ty - dy * 5); g.stroke();
    g.beginPath(); g.moveTo(tx, ty); g.lineTo(tx - dx * 8 - dy * 3.5, ty - dy * 8 + dx * 3.5); g.lineTo(tx - dx * 8 + dy * 3.5, ty - dy * 8 - dx * 3.5); g.fill();
  }

  // A text next to a point, where no earlier text is.
  text(p, words, colour, bold) {
    const [x, y] = this.at(p), g = this.g;
    if (!(x > -20 && x < this.width + 20 && y > -20 && y < this.height + 20)) return;
    g.font = (bold ? '600 14px' : '12px') + ' system-ui, sans-serif';
    const wide = g.measureText(words).width, high = 14;
    for (const [dx, dy] of [[7, -6], [7, 16], [-7 - wide, -6], [-7 - wide, 16], [-wide / 2, -12], [-wide / 2, 24], [14, 30]]) {
      const box = [Math.max(2, Math.min(this.width - wide - 2, x + dx)), Math.max(high, Math.min(this.height - 3, y + dy))];
      if (this.taken.some(([l, t, w]) => box[0] < l + w && l < box[0] + wide && Math.abs(box[1] - t) < high)) continue;
      this.taken.push([box[0], box[1], wide]);
      [g.globalAlpha, g.strokeStyle, g.lineWidth, g.fillStyle] = [1, ink.paper, 3, colour];
      g.strokeText(words, ...box);
      g.fillText(words, ...box);
      return;
    }
  }

  // A convex surface: its far side, then what is inside it, then its near side.
  solid(body, colour, { fill = 0.2, line = 1, faint = 1 } = {}, inside = () => {}) {
    const out = this.view.frame[2], p = body.p, q = p.map((point) => this.view.map(point));
    const fronts = body.f.map((face) => {
      // The area vector of a polygon in space.
      let normal = ORIGIN;
      for (let i = 1; i + 1 < face.length; i++) normal = plus(normal, cross(minus(q[face[i]], q[face[0]]), minus(q[face[i + 1]], q[face[0]])));
      return { isFront: dot(normal, out) > 0, light: Math.abs(dot(unit(normal), unit(plus(out, times(this.view.frame[1], 0.6))))) };
    });
    const isFront = (edge) => body.isFlat || edge.faces.some((face) => fronts[face].isFront);
    const faces = (front) => body.f.forEach((face, i) => {
      if (body.isFlat ? front : fronts[i].isFront === front) {
        this.fill(face.map((corner) => p[corner]), colour, faint * fill * (front ? 0.45 + 0.55 * fronts[i].light : 0.35));
      }
    });
    const edges = (front) => body.edges.forEach((edge) => {
      if (isFront(edge) === front) this.line(edge.ends.map((end) => p[end]), colour, front ? line : 0.8 * line, faint * edge.weight * (front ? 0.9 : 0.28));
    });
    faces(false); edges(false);
    inside();
    faces(true); edges(true);
    if (p.length === 1) this.dot(p[0], 3, colour);
  }

  listen() {
    const { canvas, view, fingers } = this;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    canvas.addEventListener('pointermove', (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
      if (fingers.size === 1) {
        if (event.shiftKey || view.isFlat) this.pan(dx, dy); else view.turn(dx * 0.009, dy * 0.009);
      } else {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const far = (x, y) => Math.hypot(x - other[0], y - other[1]) || 1;
        this.zoom(far(event.clientX, event.clientY) / far(...last));
        this.pan(dx / 2, dy / 2);
      }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    const lift = (event) => fingers.delete(event.pointerId);
    ['pointerup', 'pointercancel', 'lostpointercapture'].forEach((name) => canvas.addEventListener(name, lift));
    canvas.addEventListener('wheel', (event) => {
      // Scrolling the page stays possible: only a wheel with Control, or a pinch, or one on the focused canvas zooms.
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0022), event);
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (steps && event.shiftKey) this.pan(-24 * steps[0], -24 * steps[1]);
      else if (steps) view.turn(steps[0] * 0.12, steps[1] * 0.12);
      else if (event.key === '+' || event.key === '=') this.zoom(1.25);
      else if (event.key === '-') this.zoom(0.8);
      else if (event.key === '0') view.reset();
      else if (event.key === ',' || event.key === '.') view.go(view.step + (event.key === '.' ? 1 : -1));
      else return;
      event.preventDefault();
    });
  }

  pan(dx, dy) {
    const [right, up] = this.view.frame;
    this.centre = plus(this.centre, plus(times(right, -dx / this.scale), times(up, dy / this.scale)));
    this.draw();
  }

  zoom(factor, event) {
    if (event) {
      const box = this.canvas.getBoundingClientRect(), [x, y] = [event.clientX - box.left - this.width / 2, event.clientY - box.top - this.height / 2];
      this.pan(x * (1 / factor - 1), y * (1 / factor - 1));
    }
    this.scale = Math.min(Math.max(this.scale * factor, 1e-6), 1e290);
    this.draw();
  }
}

function button(words, says, act) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = words;
  if (says) element.title = says;
  // A mark alone has no name.
  if (says && !/[a-z]/i.test(words)) element.setAttribute('aria-label', says);
  element.addEventListener('click', act);
  return element;
}

// A slider with its name and its value.
function slider(words, { min, max, step, value }, act) {
  const label = document.createElement('label'), input = document.createElement('input'), output = document.createElement('output');
  label.className = 'slider';
  Object.assign(input, { type: 'range', min, max, step, value });
  input.addEventListener('input', () => act(Number(input.value)));
  const name = document.createElement('span');
  name.textContent = words;
  label.append(name, input, output);
  return { label, input, output };
}

class View {
  constructor(place, data, shells) {
    this.data = data;
    this.names = data.names || ['A', 'B'];
    this.isFlat = data.dim === 2;
    const own = (shell) => surface(typeof shell === 'number' ? shells[shell] : shell);
    this.a = data.a.map(own);
    this.b = data.b.map(own);
    this.seen = data.seen ? data.seen.map(own) : [this.a[0], this.b[0]];
    const [a, b] = this.seen, corner = ([i, j]) => minus(a.p[i], b.p[j]);
    this.m = surface({ p: data.m.c.map(corner), f: data.m.f, e: data.m.e });
    // With the origin, and the ray of a cast: what is far from M compared with its width stays in the picture.
    this.stretched = stretching([...this.m.p, ORIGIN, ...(data.cast ? [times(data.cast.by, -1)] : [])], data.dim);
    // A body thinner than a thousandth of its length would be seen as a line.
    this.isThin = Boolean(this.stretched) && this.stretched.most > 1e3;
    this.stretch = null;
    this.length = (x) => brief(x * data.unit);
    this.time = data.cast ? data.cast.t : 0;
    this.steps = Math.max(0, ...data.runs.map((run) => run.steps.length));
    this.step = this.steps ? 1 : 0;
    this.place = place;
    this.look();
    this.build();
  }

  // The first direction of the view. Tilted it shows space; not tilted, the contact is in the plane of the picture.
  look(isTilted = true) {
    const [right, up] = this.data.look;
    this.frame = [right, up, cross(right, up)];
    if (!isTilted) return;
    // Slightly from the side, about the direction upwards, which is that of the contact.
    if (!this.isFlat) this.turn(-0.45, 0, true);
    if (!this.isFlat) this.turn(0, 0.22, true);
  }

  turn(x, y, silently) {
    if (this.isFlat) return;
    const [right, up, out] = this.frame, about = (v, w, angle) => [plus(times(v, Math.cos(angle)), times(w, -Math.sin(angle))), plus(times(w, Math.cos(angle)), times(v, Math.sin(angle)))];
    let [r, o] = about(right, out, -x), u = up;
    [u, o] = about(u, o, y);
    // Rounding does not add up.
    o = unit(o); r = unit(minus(r, times(o, dot(r, o)))); u = cross(o, r);
    this.frame = [r, u, o];
    if (!silently) this.draw();
  }

  map(p) { return this.stretch ? this.stretch.point(p) : p; }

  normal(d) { return this.stretch ? unit(this.stretch.normal(d)) : d; }

  draw() { this.panels.forEach((panel) => panel.draw()); }

  reset() {
    this.look();
    this.setStretch(this.isThin ? this.stretched : null);
    if (this.steps) this.go(this.first);
    if (this.data.cast) this.at(this.data.cast.t);
  }

  setStretch(stretch) {
    this.stretch = stretch;
    if (this.stretcher) {
      this.stretcher.setAttribute('aria-pressed', String(Boolean(stretch)));
    }
    const by = stretch ? ' (stretched × ' + brief(Number(stretch.most.toPrecision(2))) + ')' : '';
    this.panels.forEach((panel) => { panel.title.textContent = panel.name + by; });
    this.panels.forEach((panel) => { if (panel.width) panel.fit(); });
  }

  // The place of A at the shown time.
  shift(time = this.time) { return this.data.cast ? times(this.data.cast.by, time) : ORIGIN; }

  build() {
    const { data } = this, { cast, truth, answer, runs } = data;
    this.panels = [];
    const bodies = new Panel(this, 'The bodies', 'The bodies A and B with the nearest points. Arrow keys turn the view, plus and minus zoom, comma and full stop step, 0 resets.', (panel) => this.paintBodies(panel));
    bodies.content = () => {
      const points = [...this.a, ...this.b].flatMap((body) => body.p);
      if (cast) this.a.forEach((body) => points.push(...body.p.map((p) => plus(p, cast.by))));
      return points;
    };
    this.panels.push(bodies);
    const shown = runs.length ? runs : [null];
    shown.forEach((run) => {
      const name = 'M = A − B' + (run ? ', ' + run.name : '');
      const panel = new Panel(this, name, name + ' with the origin and the simplex of the iteration. Arrow keys turn the view, plus and minus zoom, comma and full stop step, 0 resets.', (panel) => this.paintDifference(panel, run));
      panel.content = () => [...this.m.p, ORIGIN, ...(cast ? [times(cast.by, -1)] : [])];
      panel.run = run;
      panel.says = document.createElement('p');
      panel.says.className = 'says';
      if (run) panel.element.append(panel.says);
      this.panels.push(panel);
    });
    const row = document.createElement('div');
    row.className = 'panels';
    row.append(...this.panels.map((panel) => panel.element));
    const bar = document.createElement('div');
    bar.className = 'bar';
    if (this.steps) {
      this.slider = slider('Iteration', { min: 1, max: this.steps, step: 1, value: 1 }, (value) => this.go(value));
      bar.append(button('‹', 'Previous iteration', () => this.go(this.step - 1)), this.slider.label, button('›', 'Next iteration', () => this.go(this.step + 1)));
      if (data.parted) {
        const place = this.placeOf(data.parted);
        bar.append(button('Runs part at ' + data.parted, 'Go to iteration ' + data.parted + ', the first at which the two runs differ', () => this.go(place)));
      }
    }
    if (cast) {
      this.clock = slider('Time', { min: 0, max: 1, step: 'any', value: cast.t }, (value) => this.at(value));
      bar.append(this.clock.label, button('First contact', cast.hits ? 'Go to the true time of the first contact' : 'Go to the time at which the bodies are nearest', () => this.at(cast.t)));
      if (!cast.hits) bar.lastChild.textContent = 'Nearest';
      if (cast.answer !== null) bar.append(button('Answer', 'Go to the time of the answer', () => this.at(cast.answer)));
    }
    const bar2 = document.createElement('div');
    bar2.className = 'bar';
    if (this.stretched) {
      this.stretcher = button('Stretch thin directions', 'Draw thin directions as wide as M is long: inside and outside stay, lengths and angles do not', () => this.setStretch(this.stretch ? null : this.stretched));
      this.stretcher.setAttribute('aria-pressed', 'false');
      bar2.append(this.stretcher);
    }
    if (truth.p || answer.p) bar2.append(button('Magnify the contact', '', () => this.magnify()));
    bar2.append(button('Zoom in', '', () => this.panels.forEach((panel) => panel.zoom(1.5))), button('Zoom out', '', () => this.panels.forEach((panel) => panel.zoom(1 / 1.5))), button('Reset', 'Reset the view', () => this.reset()));
    this.place.replaceChildren(row, bar, bar2);
    this.place.dataset.ready = 'true';
    // A view begins where the runs part or a circle begins, or at the end.
    const circle = runs.length && runs[0].circle;
    this.setStretch(this.isThin ? this.stretched : null);
    this.first = data.parted ? this.placeOf(data.parted) : circle ? this.placeOf(circle[0]) : this.steps;
    if (this.steps) this.go(this.first);
    if (cast) this.at(cast.t);
  }

  // The position of the slider for the iteration of this number.
  placeOf(number) {
    const longest = this.data.runs.reduce((one, other) => other.steps.length > one.steps.length ? other : one);
    const place = longest.steps.findIndex((step) => step.k >= number);
    return place < 0 ? longest.steps.length : place + 1;
  }

  go(step) {
    if (!this.steps) return;
    this.step = Math.min(Math.max(1, step), this.steps);
    const longest = this.data.runs.reduce((one, other) => other.steps.length > one.steps.length ? other : one);
    const number = longest.steps[this.step - 1].k;
    this.slider.input.value = this.step;
    this.slider.output.textContent = number + ' of ' + longest.count;
    this.slider.input.setAttribute('aria-valuetext', 'iteration ' + number + ' of ' + longest.count);
    this.panels.forEach((panel) => { if (panel.run) panel.says.textContent = this.stepText(panel.run); });
    this.place.dataset.step = this.step;
    this.draw();
  }

  at(time) {
    this.time = time;
    this.clock.input.value = time;
    this.clock.output.textContent = 't = ' + brief(time);
    this.draw();
  }

  // Fills the canvas of the bodies with the gap, the depth or the difference of times, and the others with its vector.
  magnify() {
    const { truth, answer, cast } = this.data;
    const size = (v) => Math.sqrt(dot(v, v));
    const points = [truth.p, answer.p].filter(Boolean);
    const at = points[0], focus = middle(at);
    // The true gap or depth; for a cast the way between the two times; else what the answer says. A length within rounding of the
    // coordinates cannot be seen.
    const of = (contact) => contact.p ? size(minus(...contact.p)) : 0;
    const late = cast && cast.answer !== null ? Math.abs(cast.answer - cast.t) * size(cast.by) : 0;
    const reach = [Math.max(of(truth), late), of(answer)].find((l) => l > 1e-14) || 1e-3;
    const ball = (centre, radius) => [0, 1, 2].flatMap((i) => [-1, 1].map((sign) => plus(centre, [0, 1, 2].map((j) => i === j ? sign * radius : 0))));
    this.look(false);
    this.setStretch(null);
    const [bodies, ...others] = this.panels, before = this.panels.map((panel) => panel.scale);
    bodies.fit(ball(focus, 0.8 * reach));
    const vector = cast ? null : [truth.v, answer.v].filter(Boolean).map(size).find((l) => l > 1e-14);
    const far = vector || reach;
    const origin = cast ? times(cast.by, -cast.t) : ORIGIN;
    others.forEach((panel) => panel.fit(ball(origin, 1.1 * far)));
    this.panels.forEach((panel, i) => { panel.title.textContent = panel.name + ' (magnified × ' + brief(Number((panel.scale / before[i]).toPrecision(2))) + ')'; });
  }

  paintBodies(panel) {
    const { data } = this, { cast, truth, answer } = data;
    const here = this.shift(), bodies = [];
    const add = (list, colour, by, style) => list.forEach((body) => bodies.push({ body: by ? moved(body, by) : body, colour, style }));
    if (cast) {
      [0, 1].forEach((time) => add(this.a, ink.a, this.shift(time), { fill: 0.1, line: 0.8, faint: 0.45 }));
    }
    add(this.a, ink.a, cast && here, { fill: 0.34, line: 1.2 });
    add(this.b, ink.b, null, { fill: 0.34, line: 1.2 });
    if (data.seen) this.seen.forEach((body, side) => bodies.push({ body: side ? body : moved(body, here), colour: side ? ink.b : ink.a, style: { fill: 0.2, line: 2 } }));
    // The farther body is painted first.
    bodies.map((item) => ({ ...item, near: panel.near(middle(item.body.p)) })).sort((one, other) => one.near - other.near)
      .forEach(({ body, colour, style }) => panel.solid(body, colour, style));
    if (cast) {
      const from = middle(this.a.flatMap((body) => body.p));
      panel.line([from, plus(from, cast.by)], ink.a, 1, 0.7);
      panel.text(from, 't = 0', ink.soft);
      panel.text(plus(from, cast.by), 't = 1', ink.soft);
      if (cast.answer !== null) this.a.forEach((body) => { const there = moved(body, this.shift(cast.answer)); there.edges.forEach((edge) => panel.line(edge.ends.map((end) => there.p[end]), ink.v, 1, 0.8, [4, 3])); });
    }
    if (truth.p) panel.line(truth.p, ink.ink, 2);
    if (answer.p) panel.line(answer.p, ink.v, 2, 1, [5, 4]);
    if (answer.p) answer.p.forEach((p) => panel.square(p, 6, ink.v));
    if (truth.p) truth.p.forEach((p) => panel.dot(p, 3.2, ink.ink));
    panel.text(plus(middle(this.a.flatMap((body) => body.p)), here), this.names[0], ink.a, true);
    panel.text(middle(this.b.flatMap((body) => body.p)), this.names[1], ink.b, true);
  }

  paintDifference(panel, run) {
    const { data } = this, { cast, truth, answer, radii } = data;
    const step = run && run.steps[Math.min(this.step, run.steps.length) - 1];
    panel.solid(this.m, ink.m, { fill: 0.2, line: 0.9, faint: 0.8 }, () => {
      if (step) this.paintStep(panel, run, this.shapeAt(run, step), step);
    });
    if (cast) {
      panel.line([ORIGIN, times(cast.by, -1)], ink.ink, 1.2);
      panel.dot(times(cast.by, -this.time), 3, ink.soft, true);
      if (cast.hits) panel.dot(times(cast.by, -cast.t), 3.5, ink.ink);
      if (cast.answer !== null) panel.square(times(cast.by, -cast.answer), 6, ink.v);
    }
    if (radii) panel.ring(ORIGIN, radii, ink.ink);
    // The v of the cores is shorter by the radii, or longer if the bodies meet.
    const end = ({ v, n }) => v && (radii ? n && minus(v, times(n, radii)) : v);
    if (!cast) {
      const drawn = [[truth, ink.ink, [], 2, data.same], [answer, ink.v, [5, 4], 2, true]];
      drawn.forEach(([contact, colour, dash, width, isOf]) => {
        const v = isOf && end(contact);
        if (v) panel.line([ORIGIN, v], colour, width, 1, dash);
        else if (isOf && !contact.n && contact.l) panel.ring(ORIGIN, contact.l, colour, dash.length ? dash : []);
      });
      const there = end(answer);
      if (there) panel.square(there, 6, ink.v);
      const right = data.same && end(truth);
      if (right) panel.dot(right, 3.2, ink.ink);
    }
    panel.cross(ORIGIN, ink.ink);
    panel.text(ORIGIN, 'O', ink.ink, true);
    if (step) this.paintMarks(panel, run, step);
  }

  isInCircle(run, step) { return run.circle && step.k >= run.circle[0] && step.k <= run.circle[1]; }

  // A step that only asks for a support point leaves the last simplex or polytope as it is.
  shapeAt(run, step) {
    if (step.s.length || step.t.length) return step;
    return run.steps.slice(0, run.steps.indexOf(step)).reverse().find((earlier) => earlier.s.length || earlier.t.length) || step;
  }

  paintStep(panel, run, step, newest) {
    const faint = step === newest ? 1 : 0.55;
    const colour = this.isInCircle(run, step) ? ink.circle : ink.step, at = (p) => step.o ? plus(p, step.o) : p;
    if (step.t.length) {
      step.t.forEach((corners, i) => {
        const facet = corners.map((corner) => run.q[corner]);
        panel.fill(facet, i ? colour : ink.v, faint * (i ? 0.1 : 0.4));
        panel.line([...facet, facet[0]], i ? colour : ink.v, i ? 1 : 2.2, faint * (i ? 0.75 : 1));
      });
      return;
    }
    const corners = step.s.map(at);
    for (let i = 0; i < corners.length; i++) for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) panel.fill([corners[i], corners[j], corners[k]], colour, 0.2 * faint);
      panel.line([corners[i], corners[j]], colour, 2, faint);
    }
  }

  paintMarks(panel, run, step) {
    const colour = this.isInCircle(run, step) ? ink.circle : ink.step, from = step.o || ORIGIN, at = (p) => plus(p, from);
    if (step.v) { panel.line([from, at(step.v)], ink.v, 2); panel.dot(at(step.v), 3.2, ink.v); }
    if (step.d) panel.arrow(from, step.d, ink.ink);
    if (!step.t.length) step.s.forEach((p, i) => {
      panel.dot(at(p), 4, colour, i === step.s.length - 1);
      if (step.i[i]) panel.text(at(p), step.i[i].join('−'), ink.ink);
    });
    if (step.w && !step.s.length) panel.dot(step.o ? at(step.w) : step.w, 4.5, colour, true);
  }

  stepText(run) {
    const place = Math.min(this.step, run.steps.length), step = run.steps[place - 1];
    if (this.step > run.steps.length) return 'Ended after ' + run.count + ' iterations: ' + run.end + '.';
    const parts = ['Iteration ' + step.k + '.'];
    const newest = step.i[step.i.length - 1];
    if (step.t.length) parts.push('Polytope of ' + step.t.length + ' facets; the purple one is the nearest.');
    else if (step.s.length) parts.push('Simplex of ' + step.s.length + (step.s.length === 1 ? ' point' : ' points') + (newest ? ', newest A[' + newest[0] + '] − B[' + newest[1] + ']' : '') + '.');
    else if (this.shapeAt(run, step) !== step) parts.push('A support point; the shape is that of iteration ' + this.shapeAt(run, step).k + '.');
    if (step.v) parts.push('|v| = ' + this.length(Math.sqrt(dot(step.v, step.v))) + '.');
    if (step.w && step.d) parts.push('w·d/|d| = ' + this.length(dot(step.d, step.w)) + '.');
    if (this.isInCircle(run, step)) parts.push('This step recurs (steps ' + run.circle[0] + ' to ' + run.circle[1] + ').');
    if (place === run.steps.length) parts.push(run.steps.length < run.count && step.k < run.count ? 'The rest repeats; end: ' + run.end + '.' : 'End: ' + run.end + '.');
    return parts.join(' ');
  }
}
