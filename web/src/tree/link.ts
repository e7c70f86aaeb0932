// Trees from and to the part of an address behind `#`, which stays in the browser and in links.
//
//   o=size=3,swap=off   options that are not the default
//   p=3/4/5/4/3~w~-     position text the tree starts from, a space as ~
//   m=a1.b2(c3.d4)e5    turns; a variation in parentheses replaces the turn before it
//   n=4                 which turn is shown: the fourth of those, 0 the start
//
// Comments and glyphs are left to records.
import { linkText, turnText } from './link_text';
import { addTurn, emptyTree, goTo, mainline, nodeOf, kRoot, type Tree } from './tree';

export const kMaxLink = 16000;
export const kMaxTurns = 2000;
const kMaxNesting = 32;

export type LinkProblem = 'too_long' | 'malformed';

function unescaped(text: string): string {
  return decodeURIComponent(text.replaceAll('~', ' '));
}

/** The turns of a tree in the order in which a link writes them. */
function written(tree: Tree, first: number, withSiblings: boolean): (number | '(' | ')')[] {
  return mainline(tree, first).flatMap((node, i) => {
    const siblings = i > 0 || withSiblings ? nodeOf(tree, node.parent).children.slice(1) : [];
    return [node.id, ...siblings.flatMap((id) => ['(' as const, ...written(tree, id, false), ')' as const])];
  });
}

function turnsText(tree: Tree, words: readonly (number | '(' | ')')[]): string {
  let text = '';
  for (const word of words) {
    if (typeof word !== 'number') text += word;
    else text += (/[^()]$/.test(text) ? '.' : '') + turnText(nodeOf(tree, word).turn);
  }
  return text;
}

function nesting(words: readonly (number | '(' | ')')[]): number {
  let now = 0;
  let most = 0;
  for (const word of words) {
    if (word === '(') most = Math.max(most, ++now);
    if (word === ')') --now;
  }
  return most;
}

/** Without `#`; nothing where the tree is too large for a link. */
export function toLink(tree: Tree): string | null {
  const first = nodeOf(tree, kRoot).children[0];
  const words = first === undefined ? [] : written(tree, first, true);
  const order = words.filter((word) => typeof word === 'number');
  if (order.length > kMaxTurns || nesting(words) > kMaxNesting) return null;
  const shown = tree.cursor === kRoot ? 0 : order.indexOf(tree.cursor) + 1;
  const text = linkText(tree.setup, turnsText(tree, words), shown);
  return text.length > kMaxLink ? null : text;
}

class Malformed extends Error {}

function readOptions(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const pair of text ? text.split(',') : []) {
    const match = /^([a-z_]+)=([A-Za-z0-9_-]+)$/.exec(pair);
    if (!match) throw new Malformed();
    options[match[1]!] = match[2]!;
  }
  return options;
}

interface Level {
  parent: number; // of the last turn
  last: number;
}

function readTurns(tree: Tree, text: string): { tree: Tree; order: number[] } {
  const order: number[] = [];
  const outer: Level[] = [];
  let level: Level = { parent: -1, last: kRoot };
  let empty = true; // no turn yet since the last '('
  for (const [word] of text.matchAll(/[().]|[^().]+/g)) {
    if (word === '.') {
      if (empty) throw new Malformed();
    } else if (word === '(') {
      if (level.parent < 0 || empty || outer.length === kMaxNesting) throw new Malformed();
      outer.push(level);
      level = { parent: -1, last: level.parent };
      empty = true;
    } else if (word === ')') {
      const wider = outer.pop();
      if (!wider || empty) throw new Malformed();
      level = wider;
    } else {
      if (order.length === kMaxTurns) throw new Malformed();
      tree = addTurn(tree, unescaped(word), {}, level.last);
      level = { parent: level.last, last: tree.cursor };
      order.push(tree.cursor);
      empty = false;
    }
  }
  if (outer.length > 0) throw new Malformed();
  return { tree: goTo(tree, kRoot), order };
}

function read(game: string, link: string): Tree {
  const fields = new Map<string, string>();
  for (const part of link ? link.split('&') : []) {
    const match = /^([opmn])=(.*)$/.exec(part);
    if (!match || fields.has(match[1]!)) throw new Malformed();
    fields.set(match[1]!, match[2]!);
  }
  const setup = {
    game,
    options: readOptions(unescaped(fields.get('o') ?? '')),
    position: unescaped(fields.get('p') ?? ''),
  };
  const { tree, order } = readTurns(emptyTree(setup), fields.get('m') ?? '');
  const shown = fields.get('n') ?? '0';
  if (!/^\d{1,4}$/.test(shown) || Number(shown) > order.length) throw new Malformed();
  return goTo(tree, order[Number(shown) - 1] ?? kRoot);
}

/** The turns are not yet checked against the rules: the server does that when they are shown. */
export function fromLink(game: string, link: string): Tree | LinkProblem {
  if (link.length > kMaxLink) return 'too_long';
  try {
    return read(game, link);
  } catch (error) {
    // decodeURIComponent's complaint, or our own
    if (error instanceof Malformed || error instanceof URIError) return 'malformed';
    throw error;
  }
}
