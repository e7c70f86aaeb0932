// What a key means on the board.
import type { Heading } from './geometry';

export type Command =
  | { do: 'go'; heading: Heading; other: boolean }
  | { do: 'edge'; end: boolean }
  | { do: 'act' }
  | { do: 'away' }
  | { do: 'ask'; what: 'cell' | 'last' | 'legal' | 'rays' | 'stones' | 'evaluation' | 'best' };

const kHeadings: Record<string, Heading> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const kAsks: Record<string, 'cell' | 'last' | 'legal' | 'rays' | 'stones' | 'evaluation' | 'best'> = {
  o: 'cell',
  l: 'last',
  m: 'legal',
  x: 'rays',
  w: 'stones',
  v: 'evaluation',
  g: 'best',
};

export interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

export function commandOf(event: Key, letters: boolean): Command | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const heading = kHeadings[event.key];
  if (heading) return { do: 'go', heading, other: event.shiftKey };
  if (event.key === 'Enter' || event.key === ' ') return { do: 'act' };
  if (event.key === 'Escape') return { do: 'away' };
  if (event.key === 'Home' || event.key === 'End') return { do: 'edge', end: event.key === 'End' };
  const what = kAsks[event.key.toLowerCase()]; // also with Caps Lock
  return letters && what && !event.shiftKey ? { do: 'ask', what } : null;
}
