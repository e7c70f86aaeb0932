// Addresses of the other screens.
import { optionsText, type Table } from '../api';

// The analysis of a game at one of its turns, as tree/link.ts reads it.
export function analyseLink(table: Table, shown: number): string {
  const parts = [
    ['o', optionsText(table.options)],
    ['p', table.position],
    ['m', table.turns.map(encodeURIComponent).join('.')],
    ['n', shown > 0 ? String(shown) : ''],
  ];
  const text = parts
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${key === 'm' ? value : encodeURIComponent(value!)}`);
  return `/analyse/${table.game}#${text.join('&')}`;
}
