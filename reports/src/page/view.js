// A view that turns: two bodies, and next to them their difference M = A − B with a run on it, step by step.
// Surfaces, runs and contacts come with the data; here they are projected, clipped and painted.

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
