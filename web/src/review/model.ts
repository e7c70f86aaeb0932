// A review as the server tells it (docs/api.md), made ready for the screen.
import type { Judged, JudgedTurn, Reason } from '../api';
import { full, type GameRecord } from '../tree/record';
import { addTurn, annotate, below, kRoot, nodeOf, remove, type Tree } from '../tree/tree';

export type MarkGlyph = 0 | 2 | 4 | 6;

const kGlyphOf = { '': 0, '?!': 6, '?': 2, '??': 4 } as const;

/** The record with a review written into it, and what it says turn by turn. */
export interface Review {
  readonly record: GameRecord;
  readonly judged: Judged;
}

export interface ReviewedTurn {
  readonly number: number; // from 1
  readonly turn: string;
  readonly does: string; // the turn in words; empty before the review has told
  readonly player: number; // from 1; 0 before the review has told
  readonly before: readonly number[] | null; // chances of each player
  readonly after: readonly number[] | null;
  readonly loss: number; // points of the player's own chance
  readonly glyph: MarkGlyph;
  readonly words: string; // what the review says of it
  readonly steps: readonly { readonly text: string; readonly loss: number }[];
  readonly better: readonly (readonly string[])[];
  readonly reasons: readonly Reason[]; // why, each with its cells
}

const reviewedTurn = (turn: JudgedTurn): ReviewedTurn => ({
  number: turn.turn,
  turn: turn.text,
  does: turn.turn_words ?? '',
  player: turn.player,
  before: turn.before ?? null,
  after: turn.win ?? null,
  loss: turn.loss ?? 0,
  glyph: kGlyphOf[turn.mark ?? ''],
  words: turn.words ?? '',
  steps: turn.steps ?? [],
  better: turn.best ?? [],
  reasons: turn.reasons ?? [],
});

/** Before there is a review: the turns, with chances that somebody wrote down earlier. */
const bareTurns = (record: GameRecord): ReviewedTurn[] =>
  record.turns.map(full).map(({ turn, win }, i) => ({
    ...reviewedTurn({ turn: i + 1, text: turn, player: 0, judged: false }),
    after: win ?? null,
  }));

export const reviewedTurns = (record: GameRecord, review: Review | null): ReviewedTurn[] =>
  review ? review.judged.turns.map(reviewedTurn) : bareTurns(record);

/** A review that was stopped early, over the one before it: what it did not reach stays as it was. */
export function laidOver(before: Review | null, partial: Review): Review {
  if (!before) return partial;
  const reached = (i: number): boolean => partial.judged.turns[i]?.judged ?? false;
  const turns = before.judged.turns.map((turn, i) => (reached(i) ? partial.judged.turns[i]! : turn));
  const written = before.record.turns.map((turn, i) => (reached(i) ? partial.record.turns[i]! : turn));
  return { record: { ...before.record, turns: written }, judged: { ...before.judged, turns } };
}

/** Marked turns, those that lost most first; of one player where a number is given. */
export function mistakes(turns: readonly ReviewedTurn[], player = 0): ReviewedTurn[] {
  return turns
    .filter((turn) => turn.glyph !== 0 && (player === 0 || turn.player === player))
    .sort((a, b) => b.loss - a.loss || a.number - b.number);
}

/** The next marked turn after so many turns, or the last one before; going round at the ends. */
export function nextMistake(turns: readonly ReviewedTurn[], at: number, by: 1 | -1, player = 0): ReviewedTurn | null {
  const marked = mistakes(turns, player).sort((a, b) => a.number - b.number);
  if (marked.length === 0) return null;
  return by > 0
    ? (marked.find((turn) => turn.number > at) ?? marked[0]!)
    : (marked.filter((turn) => turn.number < at).at(-1) ?? marked.at(-1)!);
}

export interface PlayerSummary {
  readonly player: number;
  readonly accuracy: number | null;
  readonly marks: readonly { readonly glyph: MarkGlyph; readonly count: number }[];
}

export function summary({ judged }: Review, turns: readonly ReviewedTurn[]): PlayerSummary[] {
  return judged.accuracy.map((accuracy, i) => ({
    player: i + 1,
    accuracy,
    marks: ([6, 2, 4] as const).map((glyph) => ({
      glyph,
      count: turns.filter((turn) => turn.player === i + 1 && turn.glyph === glyph).length,
    })),
  }));
}

const childBy = (tree: Tree, parent: number, turn: string): number | undefined =>
  nodeOf(tree, parent).children.find((child) => nodeOf(tree, child).turn === turn);

/** Turns that only the older record had: lines of its review. Not where the reader is. */
function stale(tree: Tree, older: Tree, newer: Tree): number[] {
  const found: number[] = [];
  const walk = (at: number, old: number, now: number): void => {
    for (const child of nodeOf(tree, at).children) {
      const { turn } = nodeOf(tree, child);
      const [was, is] = [childBy(older, old, turn), childBy(newer, now, turn)];
      if (was === undefined) continue;
      if (is !== undefined) walk(child, was, is);
      else if (!below(tree, child).includes(tree.cursor)) found.push(child);
    }
  };
  walk(kRoot, kRoot, kRoot);
  return found;
}

/**
 * Puts a newer review into a tree that was made from the older record: its notes and lines replace the
 * older ones, and what the reader added stays.
 */
export function merge(into: Tree, older: Tree, newer: Tree): Tree {
  let tree = stale(into, older, newer).reduce(remove, into);
  const { cursor } = tree;
  const copy = (source: number, target: number): void => {
    const { comment, glyphs, win, clock, children } = nodeOf(newer, source);
    const notes = { comment, glyphs, ...(win ? { win } : {}), ...(clock !== undefined ? { clock } : {}) };
    tree = annotate(tree, target, notes);
    for (const child of children) {
      tree = addTurn(tree, nodeOf(newer, child).turn, {}, target);
      copy(child, tree.cursor);
    }
  };
  copy(kRoot, kRoot);
  return { ...tree, cursor };
}
