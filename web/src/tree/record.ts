// Trees from and to the JSON of records (docs/records.md).
import type { GameRecord, RecordTurn } from '../api';
import { addTurn, emptyTree, mainline, nodeOf, kRoot, type Notes, type Tree, type TreeNode } from './tree';

export type { GameRecord, RecordTurn };

/** What a record says of the game as a whole; the tree holds the rest. */
export type Heading = Omit<GameRecord, 'game' | 'options' | 'position' | 'comment' | 'turns'>;

export interface Study {
  tree: Tree;
  heading: Heading;
}

export const full = (turn: string | RecordTurn): RecordTurn => (typeof turn === 'string' ? { turn } : turn);

function notesOf(turn: RecordTurn): Notes {
  return {
    comment: turn.comment ?? '',
    glyphs: turn.glyphs ?? [],
    ...(turn.win ? { win: turn.win } : {}),
    ...(turn.clock_ms !== undefined ? { clock: turn.clock_ms } : {}),
  };
}

function addTurns(tree: Tree, turns: readonly (string | RecordTurn)[], after: number): Tree {
  let parent = after;
  for (const each of turns) {
    const turn = full(each);
    tree = addTurn(tree, turn.turn, notesOf(turn), parent);
    const id = tree.cursor;
    // A variation replaces the turn it stands with.
    for (const variation of turn.variations ?? []) tree = addTurns(tree, variation, parent);
    parent = id;
  }
  return tree;
}

/** The cursor stands at the start. The record must have been checked by the server. */
export function fromRecord(record: GameRecord): Study {
  const { game, options, position, comment, turns, ...heading } = record;
  let tree = emptyTree({ game, options: options ?? {}, position: position ?? '' });
  tree = addTurns(tree, turns, kRoot);
  const root = { ...nodeOf(tree, kRoot), comment: comment ?? '' };
  return { tree: { ...tree, nodes: new Map(tree.nodes).set(kRoot, root), cursor: kRoot }, heading };
}

function turnOf(node: TreeNode): RecordTurn {
  return {
    turn: node.turn,
    ...(node.clock !== undefined ? { clock_ms: node.clock } : {}),
    ...(node.win ? { win: [...node.win] } : {}),
    ...(node.glyphs.length > 0 ? { glyphs: [...node.glyphs] } : {}),
    ...(node.comment ? { comment: node.comment } : {}),
  };
}

/** The turns from a node on, which may be the second or a later child of its parent. */
function turnsFrom(tree: Tree, first: number, withSiblings: boolean): (string | RecordTurn)[] {
  return mainline(tree, first).map((node, i) => {
    const turn = turnOf(node);
    const siblings = nodeOf(tree, node.parent).children;
    if ((i > 0 || withSiblings) && siblings.length > 1) {
      turn.variations = siblings.slice(1).map((id) => turnsFrom(tree, id, false));
    }
    return Object.keys(turn).length === 1 ? turn.turn : turn;
  });
}

export function toRecord({ tree, heading }: Study): GameRecord {
  const root = nodeOf(tree, kRoot);
  const { game, options, position } = tree.setup;
  const first = root.children[0];
  return {
    game,
    ...(Object.keys(options).length > 0 ? { options: { ...options } } : {}),
    ...(position ? { position } : {}),
    ...heading,
    ...(root.comment ? { comment: root.comment } : {}),
    turns: first === undefined ? [] : turnsFrom(tree, first, true),
  };
}
