// A server, a browser, and pages whose every request and error is watched.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';

const kChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const kFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
];
const kPatience = 60_000; // only what hangs takes so long, however busy the machine is
const kDesk = { viewport: { width: 1280, height: 800 } };
export const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// Starts `PROGRAM serve` with a fresh database, on a free port where none is named.
export async function startServer(program, args = [], port = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'tabuleiro-e2e-'));
  const database = join(folder, 'games.db');
  const child = spawn(program, ['serve', '--port', String(port), '--db', database, '--lang', 'en', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const found = /http:\/\/[^\s/]+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.on('error', reject);
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // A test that hangs does not stop it.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  // A test that fails may stop one that it has stopped already.
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop, program };
}

export class Browser {
  static async start() {
    const made = new Browser();
    made.chromium = await chromium.launch({ executablePath: kChromium, args: kFlags });
    return made;
  }

  stage(server) {
    return new Stage(this.chromium, server);
  }

  stop() {
    return this.chromium.close();
  }
}

// What one test works with. Nothing may be asked of any other host, nothing may fail in the page.
export class Stage {
  static count = 0;

  constructor(chromium, { address, program }) {
    this.chromium = chromium;
    this.address = address;
    this.program = program;
    this.ends = []; // what a test started
    this.contexts = [];
    this.pages = [];
    this.faults = [];
    // Every test is a visitor of its own: the server limits how many tables one address makes.
    this.visitor = `127.0.0.${2 + (++Stage.count % 250)}`;
    this.expected = []; // patterns of faults that a test brings about
  }

  // A browser of its own: a person.
  async person(options = {}) {
    const context = await this.chromium.newContext({
      ...kDesk,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      colorScheme: 'light',
      serviceWorkers: 'block', // tests of their own look at that
      ...options,
    });
    context.setDefaultTimeout(kPatience);
    this.contexts.push(context);
    return context;
  }

  // `real`: with motion, and with the time in which taps are ignored after a change.
  // `prepare` is given the page before it goes anywhere; `at` is another host than the test's own server.
  async open(context, path = '/', { real = false, prepare = async () => undefined, at = this.address } = {}) {
    const page = await context.newPage();
    this.pages.push(page);
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== new URL(at).origin) this.faults.push(`asked ${url.href}`);
    });
    page.on('pageerror', (error) => this.faults.push(`page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(`console: ${message.text()} ${message.location().url}`);
    });
    // Both would only slow the tests down.
    if (!real) {
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => (document.documentElement.dataset.test = '')),
      );
    }
    await prepare(page);
    await page.goto(at + path);
    return page;
  }

  // The browser itself reports refused requests as errors: this one is what the test wants.
  refuses(status, path) {
    this.expected.push(new RegExp(`status of ${status} .*${path}$`));
  }

  // A request as a program makes it.
  api(method, path, body, token) {
    const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'en' };
    if (token) headers.Authorization = `Seat ${token}`;
    return new Promise((resolve, reject) => {
      const asked = request(
        this.address + path,
        { method, headers, localAddress: this.visitor, agent: false },
        (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString();
            resolve({ status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body && JSON.stringify(body));
    });
  }

  // Makes a table and gives its seat to a person's browser.
  async table(context, wishes) {
    const made = await this.api('POST', '/api/tables', {
      clock: null,
      exploration: true,
      aids: false,
      options: {},
      ...wishes,
    });
    if (made.status !== 201) throw new Error(`no table: ${JSON.stringify(made)}`);
    const { id, token, invites, table } = made.body;
    const held = [{ id, game: table.game, token, invites, at: Date.now(), over: false }];
    await context.addInitScript((text) => {
      if (localStorage.getItem('tabuleiro.tables') === null) localStorage.setItem('tabuleiro.tables', text);
    }, JSON.stringify(held));
    return { ...made.body };
  }

  check() {
    const real = this.faults.filter((fault) => !this.expected.some((pattern) => pattern.test(fault)));
    if (real.length > 0) throw new Error(real.join('\n'));
  }

  async picture(name) {
    mkdirSync('build/e2e', { recursive: true });
    for (const [i, page] of this.pages.entries()) {
      await page.screenshot({ path: `build/e2e/${name.replace(/\W+/g, '-')}-${i}.png` }).catch(() => undefined);
    }
  }

  async close() {
    await Promise.all(this.contexts.map((context) => context.close().catch(() => undefined)));
    for (const end of this.ends) await end();
  }
}

export function equal(found, expected, what = '') {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}`);
}

export function ok(found, what) {
  if (!found) throw new Error(what);
}

// Waits until what is found is what is expected.
export async function until(find, expected, what = '', limit = kPatience) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await find();
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    if (Date.now() > end) equal(found, expected, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Two pictures later: what a change brings about by itself is drawn, and what the page does after drawing is done.
export const drawn = (page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
  });

// Room for what a screen loads when its board is there, while that has not come.
export const kComing = '.drawers:empty, .peg-room:empty, .stage-pegs:empty';

export async function whole(page) {
  await page.waitForFunction((coming) => !document.querySelector(coming), kComing);
  await drawn(page);
}

// The address as the page has it: the browser tells it to others later.
export const addressOf = async (page) => new URL(await page.evaluate(() => location.href));

// Pixels that do not fit the window.
export const tooWide = (page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

// No violations of accessibility, nothing wider than the window.
export async function fit(page, name) {
  await whole(page);
  // Only what is wrong is described, and in this page: the page has no frames. Half the time.
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] };
  const found = await new AxeBuilder({ page }).options(options).setLegacyMode(true).analyze();
  equal(
    found.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')}`,
    ),
    [],
    name,
  );
  equal(await tooWide(page), 0, `${name}: too wide by`);
}

// The same, light and dark, and on a phone.
export async function fitEverywhere(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await fit(page, `${name}, ${colorScheme}`);
  }
  const size = page.viewportSize();
  await page.setViewportSize(kPhone.viewport);
  await fit(page, `${name}, phone`);
  await page.setViewportSize(size);
  await drawn(page);
}
