// Which screen the address names. Addresses are real paths, so that links and reloads work.
import { signal } from '@preact/signals';

export interface Route {
  screen:
    | 'home'
    | 'new'
    | 'table'
    | 'analyse'
    | 'edit'
    | 'review'
    | 'learn'
    | 'puzzles'
    | 'rules'
    | 'games'
    | 'reports'
    | 'help'
    | 'embed'
    | 'missing';
  name: string; // the game or the table, '' where the path names none
  query: URLSearchParams;
}

// What every screen takes.
export interface ScreenProps {
  route: Route;
}

const kScreens = new Map<string, Route['screen']>([
  ['new', 'new'],
  ['g', 'table'],
  ['analyse', 'analyse'],
  ['edit', 'edit'],
  ['review', 'review'],
  ['learn', 'learn'],
  ['puzzles', 'puzzles'],
  ['rules', 'rules'],
  ['games', 'games'],
  ['reports', 'reports'],
  ['help', 'help'],
  ['embed', 'embed'],
]);

export function parseRoute(path: string, search = ''): Route {
  const query = new URLSearchParams(search);
  const parts = path
    .replace(/^\/embed\/g\/(?=.)/, '/embed/g%2F')
    .split('/')
    .filter(Boolean);
  if (parts.length === 0) return { screen: 'home', name: '', query };
  const screen = kScreens.get(parts[0]!);
  const name = decode(parts[1] ?? '');
  if (!screen || parts.length > 2 || (!name && (screen === 'table' || screen === 'embed'))) {
    return { screen: 'missing', name: '', query };
  }
  return { screen, name, query };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

const here = (): Route =>
  typeof location === 'undefined' ? parseRoute('/') : parseRoute(location.pathname, location.search);

export const route = signal<Route>(here());

// Goes to an address of this page; `replace` leaves no entry in the history.
export function navigate(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.value = here();
  if (!replace) scrollTo(0, 0);
}

// A click with a modifier, or on a link that leaves the page, is the browser's.
function ownLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return null;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return null;
  return link;
}

export function startRouter(): void {
  addEventListener('popstate', () => (route.value = here()));
  document.addEventListener('click', (event) => {
    const link = ownLink(event);
    if (!link) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
