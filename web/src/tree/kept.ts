// Links leave comments and glyphs out, so this window keeps the whole tree for a reload, under its link.
import { fromLink, toLink } from './link';
import { fromRecord, toRecord, type GameRecord, type Study } from './record';
import { goTo, kRoot, nodeOf, turnsTo, type Tree } from './tree';

const kKey = 'tabuleiro.tree';

interface Kept {
  game: string;
  link: string;
  record: GameRecord;
}

export function keepTree(study: Study): void {
  const link = toLink(study.tree);
  if (link === null) return;
  const kept: Kept = { game: study.tree.setup.game, link, record: toRecord(study) };
  try {
    sessionStorage.setItem(kKey, JSON.stringify(kept));
  } catch {
    // Private windows and full stores: the link has the turns, at least.
  }
}

function follow(tree: Tree, turns: readonly string[]): Tree {
  let at = kRoot;
  for (const turn of turns) at = nodeOf(tree, at).children.find((child) => nodeOf(tree, child).turn === turn) ?? at;
  return goTo(tree, at);
}

/** The tree that was left under this link, if it was the last one. */
export function keptTree(game: string, link: string): Study | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(kKey) ?? 'null') as Kept | null;
    const linked = fromLink(game, link);
    if (kept?.game !== game || kept.link !== link || typeof linked === 'string') return null;
    const { tree, heading } = fromRecord(kept.record);
    const shown = follow(tree, turnsTo(linked));
    return toLink(shown) === link ? { tree: shown, heading } : null;
  } catch {
    return null;
  }
}
