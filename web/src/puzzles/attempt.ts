// How an attempt at a puzzle goes. Pure: which action is right is the puzzle's knowledge, not ours.
import type { Puzzle, PuzzleEntry } from '../api';

export interface Attempt {
  readonly puzzle: Puzzle;
  readonly state: 'asked' | 'wrong' | 'right' | 'shown';
  readonly tries: number; // wrong ones
}

export const begin = (puzzle: Puzzle): Attempt => ({ puzzle, state: 'asked', tries: 0 });

/** May an action be tried now? */
export const isOpen = ({ state }: Attempt): boolean => state === 'asked' || state === 'wrong';

/** The first action of a turn decides. */
export function tried(attempt: Attempt, action: string): Attempt {
  if (!isOpen(attempt)) return attempt;
  if (action === attempt.puzzle.answer) return { ...attempt, state: 'right' };
  return { ...attempt, state: 'wrong', tries: attempt.tries + 1 };
}

export const shown = (attempt: Attempt): Attempt => (isOpen(attempt) ? { ...attempt, state: 'shown' } : attempt);

/** How a puzzle was done: at once, after wrong tries, or by looking. */
export type How = 'first' | 'later' | 'shown';

export const howOf = ({ state, tries }: Attempt): How | null =>
  state === 'shown' ? 'shown' : state === 'right' ? (tries === 0 ? 'first' : 'later') : null;

export type Band = 'all' | 'easy' | 'medium' | 'hard';
export const kBands: readonly Band[] = ['all', 'easy', 'medium', 'hard'];
const kGrades: Record<Band, readonly [number, number]> = { all: [1, 10], easy: [1, 3], medium: [4, 6], hard: [7, 10] };

export const bandOf = (text: string | null): Band => kBands.find((band) => band === text) ?? 'all';

export function inBand(list: readonly PuzzleEntry[], band: Band): PuzzleEntry[] {
  const [low, high] = kGrades[band];
  return list.filter(({ grade }) => grade >= low && grade <= high);
}

/** The first puzzle after this one that is not done, from the beginning again; null where all are done. */
export function nextOf(list: readonly PuzzleEntry[], done: ReadonlySet<string>, after: string | null): string | null {
  const at = list.findIndex(({ id }) => id === after) + 1;
  const order = [...list.slice(at), ...list.slice(0, at)];
  return order.find(({ id }) => !done.has(id) && id !== after)?.id ?? null;
}
