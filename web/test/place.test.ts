// Addresses of a page that stands in a folder, where only index.html is served.
import assert from 'node:assert/strict';
import test from 'node:test';

const metas: Record<string, string> = { place: 'folder' };
Object.assign(globalThis, {
  document: {
    querySelector: (selector: string) => ({ content: metas[/name=(\w+)/.exec(selector)![1]!] ?? '' }),
  },
  location: { origin: 'http://h', pathname: '/boards/', search: '', href: 'http://h/boards/' },
});
const { fileAddress, isOwn, ownAddress, shownAddress, startOffline, wholeAddress } = await import('../src/place');
const { parseRoute } = await import('../src/router');

const shown = (address: string): URL => new URL(shownAddress(address), 'http://h');

test('every address of the page is shown in the query, and read back', () => {
  for (const address of ['/', '/new/yavalath', '/new/yavalath?with=friend', '/g/local-a1?join', '/embed/g/local-a1']) {
    const url = shown(address);
    assert.equal(url.pathname, '/boards/', address);
    const { pathname, search } = ownAddress(url);
    assert.equal(pathname + search, address);
  }
});

test('what stands behind # stays there', () => {
  const url = shown('/analyse/yavalath#e5.d4');
  assert.equal(url.hash, '#e5.d4');
  assert.equal(ownAddress(url).pathname, '/analyse/yavalath');
  assert.equal(shown('/#x').href, 'http://h/boards/#x');
  assert.equal(wholeAddress('/learn/eigenstate'), 'http://h/boards/?/learn/eigenstate');
});

test('index.html may be named', () => {
  const { pathname, search } = ownAddress({ pathname: '/boards/index.html', search: '?/puzzles/yavalath?grade=2' });
  const route = parseRoute(pathname, search);
  assert.deepEqual([route.screen, route.name, route.query.get('grade')], ['puzzles', 'yavalath', '2']);
});

test('foreign queries lead home, and files are no screens', () => {
  assert.deepEqual(ownAddress({ pathname: '/boards/', search: '?fbclid=1' }), { pathname: '/', search: '' });
  const link = (href: string) => isOwn(new URL(href));
  assert.ok(link('http://h/boards/?/games'));
  assert.ok(!link('http://h/boards/rules-yavalath.en.txt'));
  assert.ok(!link('http://h/elsewhere/'));
  assert.ok(!link('http://other/boards/'));
  assert.equal(fileAddress('sw.js'), '/boards/sw.js');
});

// What a browser is asked to do for when there is no network, once the page has come.
async function offline(saveData: boolean): Promise<string[]> {
  const asked: string[] = [];
  const loads: (() => Promise<void>)[] = [];
  const serviceWorker = {
    controller: { postMessage: (words: string) => asked.push(words) },
    register: async (script: string) => asked.push(script),
    addEventListener: () => undefined,
  };
  Object.defineProperty(globalThis, 'navigator', {
    value: { serviceWorker, connection: { saveData } },
    configurable: true,
  });
  const window = { parent: null as unknown };
  window.parent = window;
  Object.assign(globalThis, {
    window,
    addEventListener: (_: string, load: () => Promise<void>) => loads.push(load),
    requestIdleCallback: (idle: () => void) => idle(),
  });
  startOffline();
  await Promise.all(loads.map((load) => load()));
  return asked;
}

test('the rest is fetched when the page is idle, but not for those who save data', async () => {
  assert.deepEqual(await offline(false), ['/boards/sw.js', 'idle']);
  assert.deepEqual(await offline(true), ['/boards/sw.js']);
});
