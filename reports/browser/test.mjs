// Opens the pages of a folder in a headless Chromium, in light and dark, on a wide and on a narrow screen, and uses them as a person
// would: `node test.mjs CHROMIUM FOLDER [SCREENSHOTS]`. The folder is made by `.ci/browser`. Exit status 1 if anything fails.

import { readFileSync, readdirSync, mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [, , executablePath, folder, screenshots] = process.argv;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const faults = [];
let checks = 0;

// Records a fault unless the condition holds.
function expect(holds, where, what) {
  checks += 1;
  if (!holds) {
    faults.push(`${where}: ${what}`);
    console.log(`FAULT ${where}: ${what}`);
  }
}

const WIDTHS = [390, 1400];
const SCHEMES = ['light', 'dark'];

// Pages whose policy is broken on purpose.
const muted = new Set();

// The pixels of a canvas as a number that differs if they differ.
const picture = (locator) => locator.evaluate((canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0, colours = new Set();
  for (let i = 0; i < data.length; i += 4) {
    const colour = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
    sum = (Math.imul(sum, 31) + colour) | 0;
    if (colours.size < 50) colours.add(colour);
  }
  return { sum, colours: colours.size };
});

async function opened(browser, file, { width, scheme, touch }) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, hasTouch: Boolean(touch) });
  const page = await context.newPage();
  const where = `${file} ${width} ${scheme}`;
  // The test itself reads the canvases.
  const isOwn = (message) => message.text().includes('willReadFrequently');
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !isOwn(message) && !muted.has(page)) expect(false, where, `console: ${message.text()}`); });
  page.on('pageerror', (error) => expect(false, where, `error: ${error.message}`));
  page.on('dialog', (dialog) => { expect(false, where, `dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => expect(/^(file|data|blob):/.test(request.url()), where, `asks for ${request.url()}`));
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) window.shifted += entry.value; })).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(pathToFileURL(resolve(folder, file)).href);
  await page.waitForTimeout(150);
  return { page, where, context };
}

// What holds on every page.
async function common(page, where, withRules) {
  const { wide, has, shifted, run } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    has: document.documentElement.clientWidth,
    shifted: window.shifted,
    run: Boolean(window.harmed),
  }));
  expect(wide <= has, where, `is ${wide} pixels wide on a screen of ${has}`);
  expect(shifted < 0.05, where, `its layout shifts by ${shifted}`);
  expect(!run, where, 'a name was run as a script');
  expect(await page.locator('img[src="x"]').count() === 0, where, 'a name became an element');
  // The rules of accessibility take seconds on a large page.
  if (!withRules) return;
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, help, nodes } of violations) expect(false, where, `axe ${id}: ${help} (${nodes.length}, such as ${nodes[0].html.slice(0, 120)})`);
  checks += 1;
}

// A view is drawn, turns by dragging and by keys, steps, zooms and resets.
async function view(page, where, place, touch) {
  await place.scrollIntoViewIfNeeded();
  await page.waitForTimeout(120);
  const canvases = place.locator('canvas');
  const count = await canvases.count();
  expect(count >= 2, where, `the view has ${count} canvases`);
  const first = canvases.first(), begun = await picture(first);
  expect(begun.colours > 3, where, 'the bodies are not drawn');
  for (let i = 1; i < count; i++) expect((await picture(canvases.nth(i))).colours > 3, where, `canvas ${i} is empty`);
  const box = await first.boundingBox();
  const isFlat = await place.evaluate((element) => JSON.parse(document.getElementById(element.dataset.scene).textContent).dim === 2);
  const reset = place.getByRole('button', { name: 'Reset' });
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  if (touch) {
    const client = await page.context().newCDPSession(page);
    const at = (x, y) => [{ x: middle[0] + x, y: middle[1] + y }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0, 0) });
    for (let i = 1; i < 6; i++) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(12 * i, 5 * i) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } else {
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 60, middle[1] + 25, { steps: 5 });
    await page.mouse.up();
  }
  const dragged = await picture(first);
  expect(dragged.sum !== begun.sum, where, `does not turn by ${touch ? 'touch' : 'dragging'}`);
  await first.focus();
  await page.keyboard.press('ArrowRight');
  if (!isFlat) expect((await picture(first)).sum !== dragged.sum, where, 'does not turn by keys');
  const before = await picture(first);
  await page.keyboard.press('+');
  expect((await picture(first)).sum !== before.sum, where, 'does not zoom by keys');
  const slider = place.locator('.slider input').first();
  if (await place.locator('button[aria-label="Next iteration"]').count()) {
    const steps = Number(await slider.getAttribute('max'));
    const step = () => place.evaluate((element) => Number(element.dataset.step));
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await step() === 1, where, 'Home does not lead to the first iteration');
    const one = await picture(canvases.nth(1));
    if (steps > 1) {
      await page.keyboard.press('ArrowRight');
      expect(await step() === 2, where, 'the arrow key does not step');
      await page.keyboard.press('End');
      expect(await step() === steps, where, 'End does not lead to the last iteration');
      expect((await picture(canvases.nth(1))).sum !== one.sum, where, 'steps look the same');
    }
    expect(/Iteration|Ended/.test(await place.locator('.says').first().textContent()), where, 'a step is not described');
  }
  const magnify = place.getByRole('button', { name: 'Magnify the contact' });
  if (await magnify.count()) await magnify.click();
  await reset.click();
  await first.evaluate((canvas) => canvas.blur());
  expect((await picture(first)).sum === begun.sum, where, 'Reset does not lead back');
}

async function studyPage(page, where, touch) {
  const table = page.locator('#trust-f64, #trust-f32').first(), id = await table.getAttribute('id');
  const rows = () => table.locator('tbody tr:visible').count();
  const all = await rows();
  expect(all > 1, where, 'the first table has rows');
  expect((await table.boundingBox()).y < 900, where, 'the first table is not in the first screen');
  const values = () => table.evaluate((element) => [...element.tBodies[0].rows].map((row) => row.cells[2].dataset.value).filter((value) => value !== undefined).map(Number));
  const head = table.locator('thead th').nth(2);
  await head.locator('button').click();
  const up = await values();
  expect(await head.getAttribute('aria-sort') === 'ascending' && up.every((value, i) => !i || up[i - 1] <= value), where, 'is not sorted, least first');
  await head.locator('button').focus();
  await page.keyboard.press('Enter');
  const down = await values();
  expect(await head.getAttribute('aria-sort') === 'descending' && down.every((value, i) => !i || down[i - 1] >= value), where, 'is not sorted, greatest first');
  const box = page.locator('form[data-filters] input[name="can"]').first();
  await box.check();
  const can = await box.getAttribute('value');
  const filtered = await table.evaluate((element, can) => [...element.tBodies[0].rows].filter((row) => !row.hidden).map((row) => row.dataset.can.split(' ').includes(can)), can);
  expect(filtered.length > 0 && filtered.length < all && filtered.every(Boolean), where, `the filter ${can} leaves ${filtered.length} of ${all} rows`);
  expect((await page.locator(`#${id}-count`).textContent()).startsWith(`${filtered.length} of`), where, 'the number of rows is wrong');
  await page.locator('form[data-filters] input[name="bounds"]').check();
  expect(await table.locator('tbody tr:visible .bound').first().isVisible(), where, 'bounds are not shown');
  await page.locator('form[data-filters] button[type="reset"]').click();
  await page.waitForTimeout(50);
  expect(await rows() === all, where, 'Reset does not show all rows');
  expect(!await table.locator('.bound').first().isVisible(), where, 'Reset leaves the bounds');
  await page.locator('form[data-filters] input[name="text"]').fill('zzz');
  expect(await rows() === 0, where, 'a name that nothing has leaves rows');
  await page.locator('form[data-filters] button[type="reset"]').click();
  await page.waitForTimeout(50);
  const term = page.locator('.term:visible').first();
  if (await term.count()) {
    await term.focus();
    expect(await page.locator('#gloss').isVisible() && (await page.locator('#gloss').textContent()).length > 10, where, 'a term has no gloss');
    await page.keyboard.press('Escape');
    expect(!await page.locator('#gloss').isVisible(), where, 'Escape does not close the gloss');
  }
  const pictures = await page.locator('figure.sheet img').evaluateAll((images) => images.map((image) => image.decode().then(() => image.naturalWidth > 0, () => false)).reduce(async (all, one) => (await all) && one, Promise.resolve(true)));
  expect(pictures, where, 'a figure is not drawn');
  const link = page.locator('#cases table a').last();
  if (await link.count()) {
    await link.click();
    await page.waitForTimeout(150);
    const open = page.locator('#cases > details[open]').last();
    expect(await open.count() > 0, where, 'the link to a case does not open it');
    await view(page, where, open.locator('.view'), touch);
  }
}

async function mapPage(page, where) {
  const canvas = page.locator('.maps canvas').nth(1);
  const said = () => page.locator('.map pre').textContent();
  const before = await said();
  const caseOf = (command) => JSON.parse(command.slice(command.indexOf('{'), command.lastIndexOf('}') + 1));
  const [saved] = readFileSync(join(folder, 'map.jsonl'), 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const { id, a, b } = caseOf(before);
  expect(id === saved.id && JSON.stringify([a, b]) === JSON.stringify([saved.a, saved.b]), where, `the case of a pixel is ${id}, and the program says ${saved.id}`);
  expect(before.includes(`' | gjk check - --variant ${saved.note.split(' ')[0]}`), where, 'a pixel has no command');
  await canvas.focus();
  await page.keyboard.press('ArrowUp');
  expect(await said() !== before, where, 'the arrow keys do not move the cursor');
  await canvas.click({ position: { x: 5, y: 5 } });
  expect(await said() !== before, where, 'a click does not choose a pixel');
}

async function pairsPage(page, where) {
  const canvas = page.locator('.overview canvas');
  if (await canvas.count() === 0) return;
  const before = await picture(canvas);
  expect(before.colours > 3, where, 'the bodies are not drawn');
  expect((await canvas.boundingBox()).y < 1400, where, 'the bodies are far below');
  await page.locator('[data-pair]').last().focus();
  expect((await picture(canvas)).sum !== before.sum, where, 'a pair that is chosen looks as before');
}

// On paper nothing is wider than the page, and no table or view is cut.
async function printed(browser, file) {
  const { page, where, context } = await opened(browser, file, { width: 718, scheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await page.waitForTimeout(100);
  const cut = await page.evaluate(() => [...document.querySelectorAll('table, figure, pre, .panels, h1, h2, h3, p')]
    .filter((element) => element.getClientRects().length && element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((element) => element.tagName + ' ' + element.textContent.slice(0, 40)));
  expect(cut.length === 0, where, `on paper ${cut.length} parts are cut, such as ${cut[0]}`);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper === 'rgb(255, 255, 255)', where, `paper is ${paper}`);
  await page.pdf({ format: 'A4', path: screenshots ? join(screenshots, file.replaceAll('/', '-') + '.pdf') : undefined });
  await context.close();
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
if (screenshots) mkdirSync(screenshots, { recursive: true });
const files = readdirSync(folder).filter((name) => name.endsWith('.html')).sort();
async function used(file) {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      const touch = width === 390;
      const { page, where, context } = await opened(browser, file, { width, scheme, touch });
      try {
        await common(page, where);
        if (file.startsWith('study')) await studyPage(page, where, touch);
        else if (file.startsWith('map')) await mapPage(page, where);
        else {
          await pairsPage(page, where);
          const folded = page.locator('main details:has(.view)').first();
          if (await folded.count() && !await folded.evaluate((element) => element.open)) await folded.locator('summary').first().click();
          await view(page, where, page.locator('.view').first(), touch);
        }
        await common(page, where + ', used', true);
        if (file.includes('hostile')) {
          // Even a name that became an element could do nothing.
          muted.add(page);
          await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="y" onerror="window.harmed = 1"><a id="trap" href="javascript:window.harmed = 1">x</a>'));
          await page.evaluate(() => { const script = document.createElement('script'); script.textContent = 'window.harmed = 1'; document.body.append(script); document.getElementById('trap').click(); });
          await page.waitForTimeout(100);
          expect(!await page.evaluate(() => window.harmed), where, 'the policy lets other scripts run');
        }
        if (screenshots) {
          await page.evaluate(() => window.scrollTo(0, 0));
          await page.screenshot({ path: join(screenshots, `${file}-${width}-${scheme}.png`) });
        }
      } catch (error) {
        expect(false, where, String(error.message).split('\n')[0]);
      }
      await context.close();
    }
  }
  await printed(browser, file);
}

// Two at a time, the large pages first.
const waiting = files.slice().sort((one, other) => statSync(join(folder, other)).size - statSync(join(folder, one)).size);
const worker = async () => { for (let file = waiting.shift(); file; file = waiting.shift()) await used(file); };
await Promise.all([worker(), worker()]);
await browser.close();
console.log(`${files.length} pages, ${checks} checks, ${faults.length} faults`);
process.exit(faults.length || !files.length ? 1 : 0);
