// How links write setups and turns (tree/link.ts reads them); apart, because the play screen needs no trees.
import type { Setup } from './tree';

// What may stand in a fragment and means nothing here; everything else is percent-encoded.
const escaped = (text: string, keep: RegExp): string =>
  [...text].map((c) => (c === ' ' ? '~' : keep.test(c) ? c : encode(c))).join('');

const encode = (c: string): string =>
  encodeURIComponent(c).replace(/^[^%]$/, () => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export const turnText = (turn: string): string => escaped(turn, /[A-Za-z0-9,+\-:/]/);

/** `shown`: which of the turns written, from 1; 0 the start. */
export function linkText({ options, position }: Omit<Setup, 'game'>, turns: string, shown: number): string {
  const plain = (text: string): string => escaped(text, /[A-Za-z0-9,+\-:/=]/);
  const optionText = Object.entries(options)
    .sort()
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  return [
    ['o', plain(optionText)],
    ['p', plain(position)],
    ['m', turns],
    ['n', shown ? String(shown) : ''],
  ]
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}
