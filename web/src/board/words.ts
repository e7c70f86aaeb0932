// Cells and stones in words, for screen readers.
import table from 'tabuleiro:colours';
import { Message, t } from '../i18n';
import { captures, movable, movesFrom } from './choose';
import type { BoardInfo, BoardUi, Step, View } from './types';

export type Colours = readonly string[];

const hue = (colours: Colours, player: number): string => {
  const known = table[colours[player - 1] ?? ''];
  return known ? t(known.stone) : String(player);
};

// Pieces with holes are called pieces, all others stones.
export const stoneWord = (board: BoardInfo, colours: Colours, player: number): string =>
  t(board.holes.length > 0 ? Message.kWebPiece : Message.kWebStone, hue(colours, player));

function standing(board: BoardInfo, view: View, colours: Colours, cell: number): string {
  const piece = view.pieces.find((each) => each.cell === cell);
  if (!piece) return t(Message.kWebEmpty);
  const stone = stoneWord(board, colours, piece.player);
  if (board.holes.length === 0) return stone;
  const pegs = (piece.pegs ?? []).map((hole) => board.holes[hole]!.name).join(' ');
  return `${stone}, ${t(Message.kWebPegs, pegs || t(Message.kWebNoPegs))}`;
}

function targetWords(board: BoardInfo, view: View, step: Step): string[] {
  const taken = captures(step).map((cell) => board.cells[cell]!.name);
  const count = (step.traces ?? []).filter((each) => each.kind === 'move' && each.player === view.to_move).length;
  return [
    t(Message.kWebTarget),
    ...(step.kind === 'push' ? [t(Message.kWebPushes)] : []),
    ...(taken.length > 0 ? [t(Message.kWebCaptures, taken.join(' '))] : []),
    ...(taken.length > 0 && count > 1 ? [t(Message.kWebVersus, count, taken.length)] : []),
  ];
}

function choiceWords(board: BoardInfo, view: View, ui: BoardUi, cell: number): string[] {
  if (ui.selected === cell || ui.editing === cell) return [t(Message.kWebSelected)];
  const target = movesFrom(view.legal, ui).find((step) => step.to === cell);
  if (target) return targetWords(board, view, target);
  const from = view.legal.filter((step) => step.from === cell);
  if (from.some((step) => step.hole !== undefined)) return [t(Message.kWebCanPeg)];
  if (movable(view.legal, cell)) return [t(Message.kWebCanMove)];
  if (view.legal.some((step) => step.from === undefined && step.to === cell)) return [t(Message.kWebCanPlace)];
  const swap = view.legal.find((step) => step.kind === 'swap');
  return swap && swap.traces?.[0]?.to === cell ? [t(Message.kWebCanSwap)] : [];
}

// "c4, dark stone, can move".
export function cellWords(board: BoardInfo, view: View, ui: BoardUi, colours: Colours, cell: number): string {
  const piece = view.pieces.find((each) => each.cell === cell);
  const touched = view.last.some((each) => each.to === cell || each.from === cell);
  const aid = piece ? undefined : ui.aids.find((each) => each.cell === cell);
  const candidate = ui.candidates.find((each) => (each.to ?? each.from) === cell && !each.faint);
  return [
    board.cells[cell]!.name,
    standing(board, view, colours, cell),
    ...(piece?.locked ? [t(Message.kWebLocked)] : []),
    ...(piece && view.out.includes(piece.player) ? [t(Message.kWebPlayerOut)] : []),
    ...(ui.active ? choiceWords(board, view, ui, cell) : []),
    ...(view.must_block?.includes(cell) ? [t(Message.kWebCellMustBlock)] : []),
    ...(aid ? [t(aid.kind === 'three' ? Message.kWebMakesThree : Message.kWebMakesFour)] : []),
    ...(candidate ? [t(Message.kWebCandidate, candidate.rank)] : []),
    ...(view.outcome.line?.includes(cell) ? [t(Message.kWebWinningLine)] : []),
    ...(touched ? [t(view.draft.length > 0 ? Message.kWebInDraft : Message.kWebInLastTurn)] : []),
  ].join(', ');
}
