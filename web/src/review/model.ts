// A review, as the server writes it into the record of the game (docs/review.md), made ready for the
// screen. Who played a turn is the server's knowledge too: it comes from the views of the positions.
import type { GameRecord, RecordTurn } from '../tree/record';
import { addTurn, annotate, below, kRoot, nodeOf, remove, type Tree } from '../tree/tree';

export type MarkGlyph = 0 | 2 | 4 | 6;

export interface StepLoss {
  readonly action: string;
  readonly loss: number;
}

export interface ReviewedTurn {
  readonly number: number; // from 1
  readonly turn: string;
  readonly player: number; // from 1; 0 where it is not known yet
  readonly before: readonly number[] | null; // chances of each player
  readonly after: readonly number[] | null;
  readonly loss: number; // points of the player's own chance
  readonly glyph: MarkGlyph;
  readonly words: string; // what the review says of it
  readonly steps: readonly StepLoss[];
  readonly better: readonly (readonly string[])[];
}

// How the words of a review begin, in either language of the server (kReviewLabel).
const kLabel = /(?:^|\s)(?:review|revisão): /;

const full = (turn: string | RecordTurn): RecordTurn => (typeof turn === 'string' ? { turn } : turn);

const isReviews = (comment: string | undefined): boolean => kLabel.exec(comment ?? '')?.index === 0;

/** What a review wrote into a comment, without what people did. */
export function wordsOf(comment: string | undefined): string {
  const found = kLabel.exec(comment ?? '');
  return found ? comment!.slice(found.index + found[0].length) : '';
}

/** "10.8 points lost (a1-a2 -9.0, b1+c3 -1.8)": what is in the parentheses. */
export function stepsOf(words: string): StepLoss[] {
  const inside = /\(([^()]*)\)$/.exec(words)?.[1] ?? '';
  return inside.split(', ').flatMap((part) => {
    const match = /^(\S+) -(\d+(?:\.\d+)?)$/.exec(part);
    return match ? [{ action: match[1]!, loss: Number(match[2]) }] : [];
  });
}

function glyphOf(turn: RecordTurn): MarkGlyph {
  return (turn.glyphs?.find((glyph) => glyph === 2 || glyph === 4 || glyph === 6) ?? 0) as MarkGlyph;
}

function betterOf(turn: RecordTurn): RecordTurn[][] {
  return (turn.variations ?? [])
    .map((variation) => variation.map(full))
    .filter((variation) => isReviews(variation[0]?.comment));
}

/** REQUIRES: movers has a number for every turn of the record, 0 where it is not known. */
export function reviewedTurns(record: GameRecord, movers: readonly number[]): ReviewedTurn[] {
  let before: readonly number[] | null = null;
  return record.turns.map(full).map((turn, i) => {
    const better = betterOf(turn);
    // One value a position: a turn starts from what the one before it ended with.
    const from = before ?? better[0]?.[0]?.win ?? null;
    const after = turn.win ?? null;
    const player = movers[i] ?? 0;
    const own = (chances: readonly number[] | null): number => chances?.[player - 1] ?? 0;
    const words = wordsOf(turn.comment);
    before = after;
    return {
      number: i + 1,
      turn: turn.turn,
      player,
      before: from,
      after,
      loss: from && after && player > 0 ? Math.max(0, (own(from) - own(after)) * 100) : 0,
      glyph: glyphOf(turn),
      words,
      steps: stepsOf(words),
      better: better.map((line) => line.map((each) => each.turn)),
    };
  });
}

/** Marked turns, those that lost most first; of one player where a number is given. */
export function mistakes(turns: readonly ReviewedTurn[], player = 0): ReviewedTurn[] {
  return turns
    .filter((turn) => turn.glyph !== 0 && (player === 0 || turn.player === player))
    .sort((a, b) => b.loss - a.loss || a.number - b.number);
}

/** The next marked turn after so many turns, or the last one before; going round at the ends. */
export function nextMistake(
  turns: readonly ReviewedTurn[], at: number, by: 1 | -1, player = 0,
): ReviewedTurn | null {
  const marked = mistakes(turns, player).sort((a, b) => a.number - b.number);
  if (marked.length === 0) return null;
  return by > 0
    ? (marked.find((turn) => turn.number > at) ?? marked[0]!)
    : (marked.filter((turn) => turn.number < at).at(-1) ?? marked.at(-1)!);
}

export interface PlayerSummary {
  readonly player: number;
  readonly accuracy: string; // "76.9", '' where there is none
  readonly marks: readonly { readonly glyph: MarkGlyph; readonly count: number }[];
}

export function summary(record: GameRecord, turns: readonly ReviewedTurn[], players: number): PlayerSummary[] {
  return Array.from({ length: players }, (_, i) => ({
    player: i + 1,
    accuracy: record.tags?.[`Accuracy${i + 1}`] ?? '',
    marks: ([6, 2, 4] as const).map((glyph) => ({
      glyph,
      count: turns.filter((turn) => turn.player === i + 1 && turn.glyph === glyph).length,
    })),
  }));
}

/** The nodes of a tree that are only a review's better lines, and where the reader is not. */
function stale(tree: Tree): number[] {
  return [...tree.nodes.values()]
    .filter((node) => node.id !== kRoot && isReviews(node.comment) && nodeOf(tree, node.parent).children[0] !== node.id)
    .filter((node) => !below(tree, node.id).includes(tree.cursor))
    .map((node) => node.id);
}

/** Puts a newer review into a tree: its notes and lines replace the older ones, own variations stay. */
export function merge(into: Tree, from: Tree): Tree {
  let tree = stale(into).reduce((soFar, id) => (soFar.nodes.has(id) ? remove(soFar, id) : soFar), into);
  const { cursor } = tree;
  const copy = (source: number, target: number): void => {
    const { comment, glyphs, win, clock, children } = nodeOf(from, source);
    const notes = { comment, glyphs, ...(win ? { win } : {}), ...(clock !== undefined ? { clock } : {}) };
    tree = annotate(tree, target, notes);
    for (const child of children) {
      tree = addTurn(tree, nodeOf(from, child).turn, {}, target);
      copy(child, tree.cursor);
    }
  };
  copy(kRoot, kRoot);
  return { ...tree, cursor };
}
