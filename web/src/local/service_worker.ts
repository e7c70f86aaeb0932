// Keeps the page and the engine for when there is no network. Only files that came with the page are ever kept: what
// a server answers is not, and neither is any address with a seat in it.

// Of this build, filled in by it. Names with a hash of their content never change what they mean.
declare const kRelease: {
  version: string;
  shell: readonly string[]; // fetched at once: home and a table
  rest: readonly string[]; // fetched when the page is idle: whatever goes on without a network
  later: readonly string[]; // kept where somebody asked for it
};

// The part of a service worker's surroundings that is used here: the page's own types do not have it.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Offline {
  registration: { readonly scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
const worker = self as unknown as Offline;

export {}; // names of its own

const kPatience = 5_000; // milliseconds for a server that does not say no

const { scope } = worker.registration;
const prefix = `tabuleiro ${scope} `;
const own = prefix + kRelease.version;
const others = new Set([...kRelease.rest, ...kRelease.later]);
const files = new Set([...kRelease.shell, ...others]);

const address = (name: string): string => new URL(name, scope).href;
const isHashed = (name: string): boolean => /-[A-Z0-9]{8}\.\w+$/.test(name);

async function fetched(name: string, priority: RequestPriority = 'auto'): Promise<Response> {
  // What has the same name in the version before is the same.
  const known = isHashed(name) && (await caches.match(address(name)));
  const response = known || (await fetch(address(name), { cache: isHashed(name) ? 'default' : 'reload', priority }));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// All of it or nothing: otherwise the version before stays.
async function install(): Promise<void> {
  const cache = await caches.open(own);
  await Promise.all(kRelease.shell.map(async (name) => cache.put(address(name), await fetched(name))));
  await worker.skipWaiting();
}

// One file after the other, behind whatever the page itself asks for. What fails is tried on the next visit.
async function fetchRest(): Promise<void> {
  const cache = await caches.open(own);
  for (const name of kRelease.rest) {
    if (await cache.match(address(name))) continue;
    await cache.put(address(name), await fetched(name, 'low'));
  }
}

let fetching: Promise<void> | null = null; // several pages may ask

function keepRest(): Promise<void> {
  fetching ??= fetchRest()
    .catch(() => undefined)
    .finally(() => (fetching = null));
  return fetching;
}

// Pages of the version before are still open: their parts stay until the next one.
async function activate(): Promise<void> {
  const before = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(name: string): Promise<Response | undefined> {
  const cache = await caches.open(own);
  return (await cache.match(address(name))) ?? (isHashed(name) ? caches.match(address(name)) : undefined);
}

// As it came with this version; without a network as the version before had it.
async function file(name: string, request: Request): Promise<Response> {
  const found = await kept(name);
  if (found) return found;
  const response = await fetch(request).catch(() => caches.match(address(name)));
  if (response?.ok && others.has(name)) await (await caches.open(own)).put(address(name), response.clone());
  return response ?? Response.error();
}

const inTime = (work: Promise<Response>): Promise<Response> =>
  Promise.race([
    work,
    new Promise<Response>((_, reject) => {
      setTimeout(() => reject(new Error('late')), kPatience);
    }),
  ]);

// A screen: as the server has it, else from what is kept. All screens are one page.
async function page(request: Request): Promise<Response> {
  const response = await inTime(fetch(request)).catch(() => null);
  if (response && response.status < 500) return response;
  return (await kept('./')) ?? response ?? Response.error();
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(keepRest())); // the page is idle
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const name = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  if (name.startsWith('api/')) return;
  if (request.mode === 'navigate' && !files.has(name)) event.respondWith(page(request));
  else event.respondWith(file(name, request));
});
