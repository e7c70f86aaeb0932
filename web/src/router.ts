// Which screen the address names. Addresses are real ones, so that links and reloads work.
import { signal } from '@preact/signals';
import { options, type VNode } from 'preact';
import { hasServer, isOwn, ownAddress, shownAddress } from './place';

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

function here(): Route {
  if (typeof location === 'undefined') return parseRoute('/');
  const { pathname, search } = ownAddress(location);
  return parseRoute(pathname, search);
}

export const route = signal<Route>(here());

// What is shown has another address now.
export const readdress = (address: string): void => history.replaceState(null, '', shownAddress(address));

// Goes to an address of this page; `replace` leaves no entry in the history.
export function navigate(address: string, replace = false): void {
  if (replace) readdress(address);
  else history.pushState(null, '', shownAddress(address));
  route.value = here();
  if (!replace) scrollTo(0, 0);
}

// A click with a modifier, or on a link that leaves the page, is the browser's.
function ownLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  if (!isOwn(link)) return null;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return null;
  return link;
}

// Screens name each other by the page's own addresses; where those are not the ones that the browser shows, every
// link is rewritten as it is made, so that opening it in a new tab or copying it works. Links that say `_self` lead to
// files, which have one address only.
function rewriteLinks(): void {
  const before = options.vnode;
  options.vnode = (node: VNode<{ href?: unknown; target?: unknown }>) => {
    const { type, props } = node;
    if (type === 'a' && props.target !== '_self' && typeof props.href === 'string' && props.href.startsWith('/')) {
      props.href = shownAddress(props.href);
    }
    before?.(node);
  };
}

export function startRouter(): void {
  if (!hasServer) rewriteLinks();
  addEventListener('popstate', () => (route.value = here()));
  document.addEventListener('click', (event) => {
    const link = ownLink(event);
    if (!link) return;
    event.preventDefault();
    const { pathname, search } = ownAddress(link);
    navigate(pathname + search + link.hash);
  });
}
