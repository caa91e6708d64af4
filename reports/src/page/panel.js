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
