// What was done of the puzzles, kept in this browser: the latest last.
import { signal } from '@preact/signals';
import { read, write } from '../settings';
import type { How } from './attempt';

export interface Done {
  readonly id: string;
  readonly how: How;
  readonly day: string; // "2026-11-18", of UTC
  readonly daily: boolean; // it was the puzzle of that day
}

const kKey = 'puzzles';
const kMost = 2000; // more than there are puzzles

const kHows: readonly How[] = ['first', 'later', 'shown'];

/** One puzzle a word: `yavalath-17:first:2026-11-18:d`. What cannot be read is left out. */
export function parseDone(text: string): Done[] {
  return text.split(' ').flatMap((word) => {
    const [id, how, day, daily] = word.split(':');
    const known = kHows.find((one) => one === how);
    return id && known && /^\d{4}-\d\d-\d\d$/.test(day ?? '')
      ? [{ id, how: known, day: day!, daily: daily === 'd' }]
      : [];
  });
}

export const doneText = (list: readonly Done[]): string =>
  list.map(({ id, how, day, daily }) => [id, how, day, daily ? 'd' : ''].join(':')).join(' ');

/** The first time counts; only a day's puzzle that was done before it was the day's counts for its day too. */
export function withDone(list: readonly Done[], done: Done): Done[] {
  const known = list.find(({ id }) => id === done.id);
  if (!known) return [...list, done].slice(-kMost);
  if (!done.daily || known.daily) return [...list];
  return [...list.filter((one) => one !== known), { ...done, how: known.how }];
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** So many days in a row, up to today or yesterday, the day's puzzle was solved. */
export function streak(list: readonly Done[], today: string): number {
  const days = new Set(list.filter(({ daily, how }) => daily && how !== 'shown').map(({ day }) => day));
  let day = days.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; days.has(day); day = dayBefore(day)) ++count;
  return count;
}

export const kept = signal<readonly Done[]>(parseDone(read(kKey) ?? ''));

export function keep(done: Done): void {
  kept.value = withDone(kept.value, done);
  write(kKey, doneText(kept.value));
}

export const doneIds = (): ReadonlySet<string> => new Set(kept.value.map(({ id }) => id));
export const today = (): string => new Date().toISOString().slice(0, 10);
