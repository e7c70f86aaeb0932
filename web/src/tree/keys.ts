// Which key means what on the screens that walk through a tree. Pure, so that it can be tested.

export type TreeKey =
  | 'back' | 'forward' | 'up' | 'down' | 'start' | 'end' | 'best' | 'engine' | 'hints'
  | 'mistake' | 'mistakeBefore' | 'longer' | 'shorter' | 'flip' | 'three' | 'cancel';

/** Where the focus is: typing belongs to fields, arrows to the board, Space to buttons. */
export type Place = 'field' | 'board' | 'button' | 'elsewhere';

export interface Press {
  readonly key: string;
  readonly shift: boolean;
  readonly other: boolean; // Control, Alt or Meta
}

const kAnywhere: Record<string, TreeKey> = { ',': 'back', '.': 'forward', '[': 'shorter', ']': 'longer' };

const kLetters: Record<string, TreeKey> = {
  e: 'engine', h: 'hints', n: 'mistake', f: 'flip', '3': 'three',
};

const kMoving: Record<string, TreeKey> = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'up', ArrowDown: 'down', Home: 'start', End: 'end',
};

/** `letters`: may single letters be shortcuts? People may switch that off. */
export function treeKey(press: Press, place: Place, letters: boolean): TreeKey | null {
  if (press.other || place === 'field') return null;
  if (place !== 'board' && !press.shift && kMoving[press.key]) return kMoving[press.key]!;
  if (press.key === ' ') return place === 'elsewhere' ? 'best' : null;
  if (!letters) return null;
  if (press.key === 'N' || (press.key === 'n' && press.shift)) return 'mistakeBefore';
  return kAnywhere[press.key] ?? (press.shift ? null : (kLetters[press.key.toLowerCase()] ?? null));
}

export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]')) return 'field';
  if (target.closest('[role=grid]')) return 'board';
  return target.closest('button, a[href], summary, input, [role=button]') ? 'button' : 'elsewhere';
}
