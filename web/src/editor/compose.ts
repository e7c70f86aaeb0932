// A position that is put together piece by piece. Whether it is one is for the server to say.
import type { Counter, EditRequest, Piece, View } from '../api';
import type { Setup } from '../tree/tree';

export interface Composed {
  readonly pieces: readonly Piece[];
  readonly toMove: number;
  readonly counters: readonly Counter[];
}

/** What the next tap on a cell does: a piece of this player (from 1), or 0: take away. */
export type Tool = number;

export const composedOf = (view: View): Composed => ({
  pieces: view.pieces.map(({ cell, player, pegs }) => ({ cell, player, ...(pegs ? { pegs } : {}) })),
  toMove: view.to_move,
  counters: view.counters,
});

export const pieceAt = ({ pieces }: Composed, cell: number): Piece | undefined =>
  pieces.find((piece) => piece.cell === cell);

const without = (composed: Composed, cell: number): readonly Piece[] =>
  composed.pieces.filter((piece) => piece.cell !== cell);

/** A second tap with the same piece takes it away again. */
export function tap(composed: Composed, cell: number, tool: Tool, pegs: boolean): Composed {
  const there = pieceAt(composed, cell);
  const rest = without(composed, cell);
  if (tool === 0 || there?.player === tool) return { ...composed, pieces: rest };
  const piece: Piece = { cell, player: tool, ...(pegs ? { pegs: there?.pegs ?? [] } : {}) };
  return { ...composed, pieces: [...rest, piece].sort((a, b) => a.cell - b.cell) };
}

export function togglePeg(composed: Composed, cell: number, hole: number): Composed {
  return {
    ...composed,
    pieces: composed.pieces.map((piece) => {
      if (piece.cell !== cell) return piece;
      const pegs = piece.pegs ?? [];
      const set = pegs.includes(hole) ? pegs.filter((each) => each !== hole) : [...pegs, hole];
      return { ...piece, pegs: set.sort((a, b) => a - b) };
    }),
  };
}

export const setCounter = (composed: Composed, player: number, value: number): Composed => ({
  ...composed,
  counters: composed.counters.map((each) => (each.player === player ? { ...each, value } : each)),
});

/** `base` is a legal position of the game: the server changes it into the one composed. */
export function editRequest(setup: Setup, base: string, composed: Composed, ownCounters: boolean): EditRequest {
  return {
    game: setup.game,
    options: { ...setup.options },
    position: base,
    pieces: composed.pieces.map((piece) => ({ ...piece })),
    to_move: composed.toMove,
    ...(ownCounters ? { counters: composed.counters.map(({ player, value }) => ({ player, value })) } : {}),
  };
}

/** What the board shows while the composition is no position. */
export const pictureOf = (view: View, composed: Composed): View => ({
  ...view,
  pieces: [...composed.pieces],
  counters: [...composed.counters],
  to_move: composed.toMove,
  legal: [],
  last: [],
  draft: [],
  must_block: [],
  outcome: { result: 'none', reason: '' },
});
