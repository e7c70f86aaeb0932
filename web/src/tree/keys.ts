// Which key means what on the screens that walk through a tree.
import type { KeyMap } from '../app_keys';

export type TreeKey =
  | 'back'
  | 'forward'
  | 'up'
  | 'down'
  | 'start'
  | 'end'
  | 'best'
  | 'engine'
  | 'hints'
  | 'mistake'
  | 'mistakeBefore'
  | 'longer'
  | 'shorter'
  | 'flip'
  | 'three'
  | 'type'
  | 'undo';

const kKeys: Record<string, TreeKey> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
  ',': 'back',
  '.': 'forward',
  '[': 'shorter',
  ']': 'longer',
  ' ': 'best',
  '/': 'type',
  E: 'engine',
  H: 'hints',
  N: 'mistake',
  'Shift+N': 'mistakeBefore',
  F: 'flip',
  '3': 'three',
  U: 'undo',
};

/** `act` says whether the key meant something now. */
export const treeKeys = (act: (key: TreeKey) => boolean): KeyMap =>
  Object.fromEntries(Object.entries(kKeys).map(([name, key]) => [name, () => act(key)]));
