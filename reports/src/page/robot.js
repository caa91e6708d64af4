// All bodies of a scene in one view: those that meet are strong, the others faint; a pair that is pointed at is coloured as A and B.

class Overview {
  constructor(place, data, shells) {
    this.data = data;
    this.isFlat = false;
    this.bodies = data.bodies.map((body) => ({ name: body.name, solids: body.s.map((number) => surface(shells[number])) }));
    this.chosen = null;
    this.meeting = new Set(data.pairs.filter((pair) => pair.meets).flatMap((pair) => pair.of));
    this.look();
    const says = 'All bodies. Those that meet: ' + ([...this.meeting].map((body) => this.bodies[body].name).join(', ') || 'none') + '. Arrow keys turn the view, plus and minus zoom, 0 resets.';
    const panel = new Panel(this, 'All bodies', says, () => this.paint());
    panel.content = () => this.bodies.flatMap((body) => body.solids.flatMap((solid) => solid.p));
    this.panels = [panel];
    const bar = document.createElement('div');
    bar.className = 'bar';
    const strong = () => this.bodies.filter((body, number) => this.chosen ? this.chosen.of.includes(number) : this.meeting.has(number));
    if (data.pairs.length) bar.append(button('Zoom to the pair', 'Zoom to the pair that was pointed at, or to all that meet', () => { const points = strong().flatMap((body) => body.solids.flatMap((solid) => solid.p)); panel.fit(points.length ? points : panel.content()); }));
    bar.append(button('Zoom in', '', () => panel.zoom(1.5)), button('Zoom out', '', () => panel.zoom(1 / 1.5)), button('Reset', 'Reset the view', () => this.reset()));
    const key = document.createElement('p');
    key.className = 'soft';
    key.textContent = 'Orange: bodies that meet. Red: the points of a pair. A pair that is pointed at is blue and orange.';
    place.replaceChildren(panel.element, bar, key);
    place.dataset.ready = 'true';
    const point = (event) => { const link = event.target.closest && event.target.closest('[data-pair]'); if (link) this.choose(link.dataset.pair); };
    ['pointerover', 'focusin'].forEach((name) => document.addEventListener(name, point));
  }

  // The third axis is upwards.
  look() {
    this.frame = [[1, 0, 0], [0, 0, 1], [0, -1, 0]];
    View.prototype.turn.call(this, -0.6, 0, true);
    View.prototype.turn.call(this, 0, 0.3, true);
  }

  turn(x, y) { View.prototype.turn.call(this, x, y); }

  map(p) { return p; }

  normal(d) { return d; }

  get step() { return 0; }

  go() {}

  draw() { this.panels.forEach((panel) => panel.draw()); }

  reset() {
    this.chosen = null;
    this.look();
    this.panels.forEach((panel) => panel.fit());
  }

  choose(id) {
    const pair = this.data.pairs.find((pair) => pair.id === id);
    if (!pair || this.chosen === pair) return;
    this.chosen = pair;
    // The line between the points of the pair lies in the picture.
    const along = pair.p && minus(pair.p[0], pair.p[1]);
    if (along && dot(along, along) > 0) {
      const up = unit(along), aside = Math.abs(up[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], right = unit(cross(aside, up));
      this.frame = [right, up, cross(right, up)];
    }
    this.draw();
  }

  paint() {
    const [panel] = this.panels, { chosen } = this;
    const items = this.bodies.flatMap((body, number) => body.solids.map((solid) => {
      const side = chosen ? chosen.of.indexOf(number) : -1;
      const strong = chosen ? side >= 0 : this.meeting.has(number);
      const colour = side === 0 ? ink.a : side === 1 ? ink.b : strong ? ink.b : ink.m;
      return { solid, colour, style: strong ? { fill: 0.4, line: 1 } : { fill: 0.14, line: 0.6, faint: 0.7 }, near: panel.near(middle(solid.p)) };
    }));
    items.sort((one, other) => one.near - other.near).forEach(({ solid, colour, style }) => panel.solid(solid, colour, style));
    this.data.pairs.forEach((pair) => {
      if (pair.p && (chosen ? pair === chosen : pair.meets)) {
        panel.line(pair.p, ink.ink, 2);
        pair.p.forEach((p) => panel.dot(p, 3.5, ink.circle));
      }
    });
    this.bodies.forEach((body, number) => {
      const named = chosen ? chosen.of.includes(number) : this.meeting.has(number);
      if (named) panel.text(middle(body.solids.flatMap((solid) => solid.p)), body.name, ink.ink);
    });
  }
}
