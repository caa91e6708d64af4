// A failure map whose pixels can be read: each is a case, with one vertex moved by units in the last place.

// The float this many places after x in the order of the floats of a scalar.
function neighbour(x, scalar, places) {
  const view = new DataView(new ArrayBuffer(8)), isSingle = scalar === 'f32';
  if (isSingle) view.setFloat32(0, Math.abs(x)); else view.setFloat64(0, Math.abs(x));
  const size = isSingle ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
  const number = (x < 0 || Object.is(x, -0) ? -size : size) + BigInt(places), isNegative = number < 0n, bits = isNegative ? -number : number;
  if (isSingle) view.setUint32(0, Number(bits)); else view.setBigUint64(0, bits);
  const moved = isSingle ? view.getFloat32(0) : view.getFloat64(0);
  return isNegative ? -moved : moved;
}

class FailureMap {
  constructor(place, data) {
    this.data = data;
    this.least = -Math.floor(data.size / 2);
    this.element = document.createElement('div');
    this.element.className = 'maps';
    this.says = document.createElement('div');
    this.says.setAttribute('aria-live', 'polite');
    this.command = document.createElement('pre');
    this.panels = data.panels.map((panel, number) => this.panel(panel, number));
    this.shown = data.panels.length > 1 ? 1 : 0;
    const copy = button('Copy the command', '', () => { navigator.clipboard.writeText(this.command.textContent).catch(() => {}); });
    place.replaceChildren(this.element, this.says, this.command, copy);
    place.dataset.ready = 'true';
    this.choose(...this.nearestFailure());
  }

  // The failure nearest to the middle, in the first panel that has one.
  nearestFailure() {
    const { size, palette, panels } = this.data;
    const fails = (letter) => /^(missed|phantom|off|no answer)/.test(palette[letter.charCodeAt(0) - 97][1]);
    for (let number = 1; number < panels.length; number++) {
      let best = null;
      [...panels[number].pixels].forEach((letter, at) => {
        if (!fails(letter)) return;
        const i = at % size + this.least, j = Math.floor(at / size) + this.least, far = i * i + j * j;
        if (!best || far < best[2]) best = [i, j, far];
      });
      if (best) { this.shown = number; return best; }
    }
    return [0, 0];
  }

  panel(panel, number) {
    const figure = document.createElement('figure'), title = document.createElement('figcaption'), canvas = document.createElement('canvas');
    figure.className = 'panel';
    title.textContent = panel.name;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', 'Map of ' + panel.name + '. Arrow keys move the cursor, with Shift by ten pixels.');
    figure.append(title, canvas);
    this.element.append(figure);
    const point = (event) => {
      const box = canvas.getBoundingClientRect(), cell = box.width / this.data.size;
      this.shown = number;
      this.choose(Math.floor((event.clientX - box.left) / cell) + this.least, this.least + this.data.size - 1 - Math.floor((event.clientY - box.top) / cell));
    };
    canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); point(event); });
    canvas.addEventListener('pointermove', (event) => { if (event.buttons) point(event); });
    canvas.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step) return;
      event.preventDefault();
      this.shown = number;
      const far = event.shiftKey ? 10 : 1;
      this.choose(this.i + far * step[0], this.j + far * step[1]);
    });
    new ResizeObserver(() => this.draw()).observe(canvas);
    return { canvas, panel, image: this.image(panel) };
  }

  // The pixels of a panel, one dot each.
  image(panel) {
    const { size, palette } = this.data, image = document.createElement('canvas');
    image.width = image.height = size;
    const g = image.getContext('2d');
    for (let place = 0; place < panel.pixels.length; place++) {
      g.fillStyle = palette[panel.pixels.charCodeAt(place) - 97][0];
      g.fillRect(place % size, size - 1 - Math.floor(place / size), 1, 1);
    }
    return image;
  }

  choose(i, j) {
    const last = this.least + this.data.size - 1, within = (x) => Math.min(Math.max(x, this.least), last);
    [this.i, this.j] = [within(i), within(j)];
    this.describe();
    this.draw();
  }

  // The case of the chosen pixel.
  case() {
    const { data } = this, found = JSON.parse(data.case), body = found[data.body], points = body.points || body.core || body.hull;
    [this.i, this.j].forEach((steps, place) => {
      const axis = data.axes[place], point = points[data.vertex];
      point[axis] = neighbour(point[axis], data.scalar, BigInt(steps) * BigInt(data.step));
    });
    const sign = (steps) => String(BigInt(steps) * BigInt(data.step));
    found.id = (found.id + '.' + 'xyz'[data.axes[0]] + sign(this.i) + '.' + 'xyz'[data.axes[1]] + sign(this.j));
    return { found, point: points[data.vertex] };
  }

  describe() {
    const { data } = this, at = (this.j - this.least) * data.size + this.i - this.least;
    const { found, point } = this.case(), axes = data.axes.map((axis) => 'xyz'[axis] + ' = ' + point[axis]);
    const list = document.createElement('dl');
    list.className = 'facts';
    const add = (name, value) => { const dt = document.createElement('dt'), dd = document.createElement('dd'); dt.textContent = name; dd.textContent = value; list.append(dt, dd); };
    add('pixel', '(' + this.i + ', ' + this.j + '): ' + axes.join(', '));
    add('truth', ['separated', 'touching', 'overlapping'][Number(data.truth[at])]);
    data.panels.slice(1).forEach((panel) => add(panel.name, data.palette[panel.pixels.charCodeAt(at) - 97][1]));
    this.says.replaceChildren(list);
    const { options } = data.panels[this.shown];
    this.command.textContent = "echo '" + JSON.stringify(found) + "' | gjk check -" + (options ? ' ' + options : ' --truth --scalar ' + data.scalar);
  }

  draw() {
    const { data } = this, { size } = data;
    this.panels.forEach(({ canvas, image }, number) => {
      const wide = canvas.clientWidth, ratio = Math.min(window.devicePixelRatio || 1, 3);
      if (!wide) return;
      canvas.width = canvas.height = Math.round(wide * ratio);
      const g = canvas.getContext('2d'), cell = canvas.width / size;
      const at = (i, j) => [i * cell, (size - 1 - j) * cell];
      g.imageSmoothingEnabled = false;
      g.drawImage(image, 0, 0, canvas.width, canvas.height);
      // The exact border between bodies apart and bodies that meet.
      const meets = (i, j) => data.truth[j * size + i] !== '0';
      g.strokeStyle = '#000';
      g.lineWidth = ratio;
      g.beginPath();
      for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) {
        const [x, y] = at(i, j);
        if (i + 1 < size && meets(i, j) !== meets(i + 1, j)) { g.moveTo(x + cell, y); g.lineTo(x + cell, y + cell); }
        if (j + 1 < size && meets(i, j) !== meets(i, j + 1)) { g.moveTo(x, y); g.lineTo(x + cell, y); }
      }
      g.stroke();
      const [x, y] = at(this.i - this.least, this.j - this.least), half = Math.max(cell / 2, 5 * ratio);
      const [cx, cy] = [x + cell / 2, y + cell / 2];
      [['#fff', 4], [number === this.shown ? '#c81e3c' : '#000', 2]].forEach(([colour, width]) => {
        g.strokeStyle = colour;
        g.lineWidth = width * ratio;
        g.strokeRect(cx - half, cy - half, 2 * half, 2 * half);
      });
    });
  }
}
