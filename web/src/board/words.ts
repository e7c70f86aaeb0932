// Cells, stones and turns in words, for screen readers and for the keys that ask.
import { t, type MessageName } from '../i18n';
import { captures, movable, movesFrom } from './choose';
import { rays } from './geometry';
import type { BoardInfo, BoardUi, Step, Trace, View } from './types';

const kHues: Record<string, MessageName> = {
  white: 'kWebHueWhite',
  black: 'kWebHueBlack',
  red: 'kWebHueRed',
  blue: 'kWebHueBlue',
  green: 'kWebHueGreen',
  orange: 'kWebHueOrange',
  sky: 'kWebHueSky',
  yellow: 'kWebHueYellow',
};

export type Colours = readonly string[];

const hue = (colours: Colours, player: number): string => {
  const name = kHues[colours[player - 1] ?? ''];
  return name ? t(name) : String(player);
};

// Pieces with holes are called pieces, all others stones.
const stoneWord = (board: BoardInfo, colours: Colours, player: number): string =>
  t(board.holes.length > 0 ? 'kWebPiece' : 'kWebStone', hue(colours, player));

function standing(board: BoardInfo, view: View, colours: Colours, cell: number): string {
  const piece = view.pieces.find((each) => each.cell === cell);
  if (!piece) return t('kWebEmpty');
  const stone = stoneWord(board, colours, piece.player);
  if (board.holes.length === 0) return stone;
  const pegs = (piece.pegs ?? []).map((hole) => board.holes[hole]!.name).join(' ');
  return `${stone}, ${t('kWebPegs', pegs || t('kWebNoPegs'))}`;
}

function targetWords(board: BoardInfo, view: View, step: Step): string[] {
  const taken = captures(step).map((cell) => board.cells[cell]!.name);
  const count = (step.traces ?? []).filter((each) => each.kind === 'move' && each.player === view.to_move).length;
  return [
    t('kWebTarget'),
    ...(step.kind === 'push' ? [t('kWebPushes')] : []),
    ...(taken.length > 0 ? [t('kWebCaptures', taken.join(' '))] : []),
    ...(taken.length > 0 && count > 1 ? [t('kWebVersus', count, taken.length)] : []),
  ];
}

function choiceWords(board: BoardInfo, view: View, ui: BoardUi, cell: number): string[] {
  if (ui.selected === cell || ui.editing === cell) return [t('kWebSelected')];
  const target = movesFrom(view.legal, ui).find((step) => step.to === cell);
  if (target) return targetWords(board, view, target);
  const from = view.legal.filter((step) => step.from === cell);
  if (from.some((step) => step.hole !== undefined)) return [t('kWebCanPeg')];
  if (movable(view.legal, cell)) return [t('kWebCanMove')];
  if (view.legal.some((step) => step.from === undefined && step.to === cell)) return [t('kWebCanPlace')];
  const swap = view.legal.find((step) => step.kind === 'swap');
  return swap && swap.traces?.[0]?.to === cell ? [t('kWebCanSwap')] : [];
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
    ...(piece?.locked ? [t('kWebLocked')] : []),
    ...(piece && view.out.includes(piece.player) ? [t('kWebPlayerOut')] : []),
    ...(ui.active ? choiceWords(board, view, ui, cell) : []),
    ...(view.must_block?.includes(cell) ? [t('kWebCellMustBlock')] : []),
    ...(aid ? [t(aid.kind === 'three' ? 'kWebMakesThree' : 'kWebMakesFour')] : []),
    ...(candidate ? [t('kWebCandidate', candidate.rank)] : []),
    ...(view.outcome.line?.includes(cell) ? [t('kWebWinningLine')] : []),
    ...(touched ? [t(view.draft.length > 0 ? 'kWebInDraft' : 'kWebInLastTurn')] : []),
  ].join(', ');
}

function traceWords(board: BoardInfo, colours: Colours, trace: Trace): string {
  const name = (cell: number | undefined): string => (cell === undefined ? '' : board.cells[cell]!.name);
  const stone = stoneWord(board, colours, trace.player);
  switch (trace.kind) {
    case 'place':
    case 'replace': return t('kWebSayPlace', stone, name(trace.to));
    case 'move': return t('kWebSayMove', stone, name(trace.from), name(trace.to));
    case 'capture': return t('kWebSayCapture', stone, name(trace.from));
    case 'push_off': return t('kWebSayPushOff', stone, name(trace.from));
    case 'peg': return t('kWebSayPeg', board.holes[trace.hole!]!.name, name(trace.to));
    case 'swap': return t('kWebSaySwap', name(trace.to));
    case 'sacrifice': return t('kWebSaySacrifice');
    case 'end': return '';
  }
}

export function lastWords(board: BoardInfo, view: View, colours: Colours): string {
  const words = view.last.map((each) => traceWords(board, colours, each)).filter((each) => each !== '');
  return words.length > 0 ? t('kWebSayLast', words.join('; ')) : t('kWebSayNoLast');
}

// What may be chosen now: of the selected stone, else of all.
export function legalWords(view: View, ui: BoardUi): string {
  const chosen = ui.selected ?? ui.editing;
  const steps = chosen === null ? view.legal
    : ui.editing === null ? movesFrom(view.legal, ui)
    : view.legal.filter((step) => step.from === chosen);
  if (steps.length === 0) return t('kWebSayNoLegal');
  return t('kWebSayLegal', steps.length, steps.map((step) => step.label ?? step.action).join(', '));
}

// The next stone in every direction.
export function rayWords(board: BoardInfo, view: View, colours: Colours, cell: number): string {
  const found = rays(board, cell).flatMap((ray) => {
    const away = ray.findIndex((each) => view.pieces.some((piece) => piece.cell === each));
    if (away < 0) return [];
    const at = ray[away]!;
    const piece = view.pieces.find((each) => each.cell === at)!;
    return [t('kWebSayRay', board.cells[at]!.name, stoneWord(board, colours, piece.player), away + 1)];
  });
  return found.length > 0 ? found.join('; ') : t('kWebSayNoRay', board.cells[cell]!.name);
}

// Where everybody's stones are, those of `first` first.
export function stonesWords(board: BoardInfo, view: View, colours: Colours, first = view.to_move): string {
  const players = Array.from({ length: board.players }, (_, i) => ((first - 1 + i) % board.players) + 1);
  return players
    .map((player) => {
      const cells = view.pieces.filter((each) => each.player === player).map((each) => board.cells[each.cell]!.name);
      return t('kWebSayStones', stoneWord(board, colours, player), cells.join(' ') || t('kWebNoStones'));
    })
    .join('; ');
}
