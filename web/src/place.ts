// Where the page stands. A server has addresses of its own (/analyse/yavalath); in a folder that any host serves
// there is only index.html, so the address of a screen is its query (folder/?/analyse/yavalath). The part behind #
// holds positions and seats in both, which is why screens are not told apart by it.
const meta = (name: string): string =>
  (typeof document !== 'undefined' && document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content) || '';

export const hasServer = meta('place') !== 'folder';

// The engine of this browser: the list of what it consists of, and the games that it knows. Nothing where the page
// came without one.
const [list = '', ...games] = typeof WebAssembly === 'undefined' ? [] : meta('engine').split(' ');
export const engineList = list;
export const hasEngine = list !== '';
export const engineKnows = (game: string): boolean => games.includes(game);

const folder = (): string => location.pathname.replace(/[^/]*$/, '');

// A file that came with the page.
export const fileAddress = (name: string): string => (hasServer ? '/' : folder()) + name;

// The address that the browser shows for one of the page's own (`/new/yavalath?with=friend`).
export const shownAddress = (address: string): string =>
  hasServer ? address : folder() + (/^\/($|#)/.test(address) ? address.slice(1) : `?${address}`);

export const wholeAddress = (address: string): string => location.origin + shownAddress(address);

interface Address {
  readonly pathname: string;
  readonly search: string;
}

// The other way round.
export function ownAddress({ pathname, search }: Address): Address {
  if (hasServer) return { pathname, search };
  const [, path = '/', query = ''] = /^\?(\/[^?&]*)[?&]?(.*)$/.exec(search) ?? [];
  return { pathname: path, search: query && `?${query}` };
}

// Does this link lead to a screen of the page, and not to one of its files or away?
export const isOwn = (link: Address & { readonly origin: string }): boolean =>
  link.origin === location.origin &&
  (hasServer ? !link.pathname.startsWith('/api/') : link.pathname === folder() || link.pathname === location.pathname);

// The page without a network: only browsers that trust the way it came have that. In a frame it is somebody else's.
// What is not shown at first is fetched when nothing else is to be done, but not for those who save data.
export function startOffline(): void {
  if (!('serviceWorker' in navigator) || window !== window.parent) return;
  const { serviceWorker } = navigator;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const keepRest = (): void => {
    if (connection?.saveData) return;
    (globalThis.requestIdleCallback ?? setTimeout)(() => serviceWorker.controller?.postMessage('idle'));
  };
  addEventListener('load', () => serviceWorker.register(fileAddress('sw.js')).then(keepRest, () => undefined));
  serviceWorker.addEventListener('controllerchange', keepRest); // the first one, or that of a new version
}
