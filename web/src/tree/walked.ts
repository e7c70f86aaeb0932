import type { TreeKey } from './keys';
import { back, forward, sibling, toEnd, toStart, type Tree } from './tree';

function reached(tree: Tree, key: TreeKey): Tree {
  switch (key) {
    case 'back':
      return back(tree);
    case 'forward':
      return forward(tree);
    case 'up':
      return sibling(tree, -1);
    case 'down':
      return sibling(tree, 1);
    case 'start':
      return toStart(tree);
    case 'end':
      return toEnd(tree);
    default:
      return tree;
  }
}

/** The tree after a key that walks; null for other keys, and where there is nowhere to go. */
export function walked(tree: Tree, key: TreeKey): Tree | null {
  const next = reached(tree, key);
  return next === tree ? null : next;
}
