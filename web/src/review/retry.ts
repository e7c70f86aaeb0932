// "Try again": the person looks for a better turn than the one played. The answer stays hidden until
// something good enough was found, or until the person gives up.

/** A turn that loses at most so many points is good enough. */
export const kGoodEnough = 5;

export interface Puzzle {
  readonly turn: number; // which turn of the game, from 1
  readonly player: number; // who plays it, from 1
  readonly played: string;
  readonly best: number; // the player's chance before the turn, 0 to 1
  readonly better: readonly (readonly string[])[];
}

export type Retry =
  | { readonly state: 'off' }
  | { readonly state: 'asked'; readonly puzzle: Puzzle; readonly tries: number }
  | { readonly state: 'checking'; readonly puzzle: Puzzle; readonly tries: number; readonly tried: string }
  | {
      readonly state: 'wrong';
      readonly puzzle: Puzzle;
      readonly tries: number;
      readonly tried: string;
      readonly loss: number | null;
    }
  | {
      readonly state: 'right';
      readonly puzzle: Puzzle;
      readonly tries: number;
      readonly tried: string;
      readonly loss: number;
    }
  | { readonly state: 'shown'; readonly puzzle: Puzzle; readonly tries: number };

export const kNoRetry: Retry = { state: 'off' };

export const begin = (puzzle: Puzzle): Retry => ({ state: 'asked', puzzle, tries: 0 });

/** May the better lines be seen? */
export const answerHidden = (retry: Retry): boolean =>
  retry.state === 'asked' || retry.state === 'checking' || retry.state === 'wrong';

/** May a turn be tried now? */
export const accepts = (retry: Retry): boolean => retry.state === 'asked' || retry.state === 'wrong';

/** A whole turn was played: known ones are answered at once, others have to be judged. */
export function attempt(retry: Retry, tried: string): Retry {
  if (!accepts(retry) || retry.state === 'off') return retry;
  const { puzzle } = retry;
  const tries = retry.tries + 1;
  if (puzzle.better.some((line) => line[0] === tried)) {
    return { state: 'right', puzzle, tries, tried, loss: 0 };
  }
  if (tried === puzzle.played) return { state: 'wrong', puzzle, tries, tried, loss: null };
  return { state: 'checking', puzzle, tries, tried };
}

/** The chance of the person's player after the tried turn is known. */
export function judged(retry: Retry, tried: string, chance: number): Retry {
  if (retry.state !== 'checking' || retry.tried !== tried) return retry;
  const loss = Math.max(0, (retry.puzzle.best - chance) * 100);
  return { ...retry, state: loss <= kGoodEnough ? 'right' : 'wrong', loss };
}

/** The judgement could not be had: the try does not count. */
export function failed(retry: Retry): Retry {
  if (retry.state !== 'checking') return retry;
  return { state: 'asked', puzzle: retry.puzzle, tries: retry.tries - 1 };
}

export function giveUp(retry: Retry): Retry {
  if (!answerHidden(retry) || retry.state === 'off') return retry;
  return { state: 'shown', puzzle: retry.puzzle, tries: retry.tries };
}
