// The parts of a page that react: views that open, tables that sort and filter, glosses of terms, and commands to copy.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const views = [];

function dataOf(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

let shells = null;
function openView(place) {
  if (place.dataset.ready) return;
  shells = shells || dataOf('shells') || [];
  const data = dataOf(place.dataset.scene);
  if (data) views.push(new View(place, data, shells));
}

function openViews() {
  all('.map').forEach((place) => views.push(new FailureMap(place, dataOf(place.dataset.map))));
  // A view is made when it is first seen.
  all('.overview').forEach((place) => {
    shells = shells || dataOf('shells') || [];
    views.push(new Overview(place, dataOf(place.dataset.scene), shells));
  });
  all('.view').forEach((place) => {
    const folded = place.closest('details');
    if (!folded || folded.open) openView(place);
    else folded.addEventListener('toggle', () => { if (folded.open) openView(place); });
  });
}

// The rows of a table as they came.
const orders = new Map();
const collator = new Intl.Collator('en', { numeric: true });
function sortTable(head, table) {
  const place = [...head.parentElement.children].indexOf(head);
  const down = head.getAttribute('aria-sort') === 'ascending';
  all('th[aria-sort]', table.tHead).forEach((other) => other.setAttribute('aria-sort', 'none'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const body = table.tBodies[0];
  if (!orders.has(table)) orders.set(table, [...body.rows]);
  const value = (row) => row.cells[place].dataset.value ?? row.cells[place].textContent.trim();
  const rows = [...body.rows].map((row, index) => ({ row, index, value: value(row) }));
  const isEmpty = (text) => text === '' || text === '–';
  rows.sort((one, other) => {
    // A row without a number is last in both orders.
    if (isEmpty(one.value) !== isEmpty(other.value)) return isEmpty(one.value) ? 1 : -1;
    const numbers = [Number(one.value), Number(other.value)];
    const order = numbers.every((x) => !Number.isNaN(x)) && one.value !== '' ? numbers[0] - numbers[1] : collator.compare(one.value, other.value);
    return (down ? -order : order) || one.index - other.index;
  });
  body.append(...rows.map(({ row }) => row));
  const says = document.getElementById('status');
  if (says) says.textContent = 'Sorted by ' + head.textContent.trim() + (down ? ', greatest first' : ', least first');
}

function sortable() {
  all('table[data-sorts]').forEach((table) => all('thead th', table).forEach((head) => {
    if (!head.textContent.trim()) return;
    const inner = button('', '', () => sortTable(head, table)), link = head.querySelector('a.term');
    inner.append(...head.childNodes);
    // A link cannot be in a button: the button has the gloss.
    if (link) {
      inner.className = 'term';
      inner.dataset.term = link.getAttribute('href');
      link.replaceWith(...link.childNodes);
    }
    head.append(inner);
    head.setAttribute('aria-sort', 'none');
  }));
}

function filters() {
  all('form[data-filters]').forEach((form) => {
    const tables = form.dataset.filters.split(' ').map((id) => document.getElementById(id));
    const apply = () => {
      const wanted = (name) => all(`input[name="${name}"]:checked`, form).map((box) => box.value);
      const [kinds, can] = [wanted('kind'), wanted('can')];
      const text = (form.elements.text ? form.elements.text.value : '').trim().toLowerCase();
      tables.forEach((table) => {
        table.classList.toggle('bounds', form.elements.bounds ? form.elements.bounds.checked : false);
        let shown = 0;
        [...table.tBodies[0].rows].forEach((row) => {
          const has = row.dataset.can ? row.dataset.can.split(' ') : [];
          row.hidden = !((kinds.includes(row.dataset.kind) || !form.elements.kind) && can.every((one) => has.includes(one)) && row.dataset.name.toLowerCase().includes(text));
          shown += row.hidden ? 0 : 1;
        });
        const note = document.getElementById(table.id + '-count');
        if (note) note.textContent = shown + ' of ' + table.tBodies[0].rows.length + ' rows';
      });
    };
    form.addEventListener('input', apply);
    form.addEventListener('reset', () => setTimeout(() => {
      tables.forEach((table) => {
        all('th[aria-sort]', table.tHead).forEach((head) => head.setAttribute('aria-sort', 'none'));
        table.tBodies[0].append(...(orders.get(table) || []));
      });
      apply();
    }));
    form.addEventListener('submit', (event) => event.preventDefault());
    apply();
  });
}

function glosses() {
  const box = document.createElement('div');
  box.id = 'gloss';
  box.setAttribute('role', 'tooltip');
  box.hidden = true;
  document.body.append(box);
  const hide = () => { box.hidden = true; all('[aria-describedby="gloss"]').forEach((link) => link.removeAttribute('aria-describedby')); };
  const show = (link) => {
    const meaning = document.getElementById((link.dataset.term || link.getAttribute('href')).slice(1));
    if (!meaning || !meaning.nextElementSibling) return;
    box.textContent = meaning.nextElementSibling.textContent;
    box.hidden = false;
    link.setAttribute('aria-describedby', 'gloss');
    const at = link.getBoundingClientRect(), wide = box.offsetWidth;
    box.style.left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - wide - 8)) + window.scrollX + 'px';
    box.style.top = at.bottom + window.scrollY + 6 + 'px';
  };
  const term = (event) => event.target.closest && event.target.closest('.term');
  document.addEventListener('pointerover', (event) => { const link = term(event); if (link) show(link); else hide(); });
  document.addEventListener('focusin', (event) => { const link = term(event); if (link) show(link); else hide(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
}

function copies() {
  all('pre[data-copy]').forEach((block) => {
    const copy = button('Copy', 'Copy the ' + block.dataset.copy, async () => {
      try {
        await navigator.clipboard.writeText(block.textContent);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(block);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand('copy');
      }
      copy.textContent = 'Copied';
      setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
    });
    block.after(copy);
  });
}

// A link to a folded part opens it.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let folded = target.closest('details'); folded; folded = folded.parentElement.closest('details')) folded.open = true;
  target.scrollIntoView();
}

function redraw() {
  readInk();
  views.forEach((view) => view.draw());
}

readInk();
sortable();
filters();
glosses();
copies();
openViews();
unfold();
window.addEventListener('hashchange', unfold);
['(prefers-color-scheme: dark)', 'print'].forEach((query) => matchMedia(query).addEventListener('change', redraw));
window.addEventListener('beforeprint', redraw);
window.addEventListener('afterprint', redraw);
