// Turns, rays and stones in words, for the keys that ask. Loaded with the first question.
import table from 'tabuleiro:colours';
import { Message, t } from '../i18n';
import { movesFrom } from './choose';
import { rays } from './geometry';
import type { BoardInfo, BoardUi, View } from './types';
import { stoneWord, type Colours } from './words';

// "last turn: white places a stone on e5", as the server tells it. The last trace is of whoever played.
export function lastWords(view: View, colours: Colours): string {
  const player = view.last.at(-1)?.player;
  if (player === undefined) return t(Message.kWebSayNoLast);
  const known = table[colours[player - 1] ?? ''];
  return t(Message.kWebSayLast, `${known ? t(known.label) : player} ${view.last_words}`);
}

// What may be chosen now: of the selected stone, else of all.
export function legalWords(view: View, ui: BoardUi): string {
  const chosen = ui.selected ?? ui.editing;
  const steps =
    chosen === null
      ? view.legal
      : ui.editing === null
        ? movesFrom(view.legal, ui)
        : view.legal.filter((step) => step.from === chosen);
  if (steps.length === 0) return t(Message.kWebSayNoLegal);
  return t(Message.kWebSayLegal, steps.length, steps.map((step) => step.label ?? step.action).join(', '));
}

// The next stone in every direction.
export function rayWords(board: BoardInfo, view: View, colours: Colours, cell: number): string {
  const stones = new Map(view.pieces.map((piece) => [piece.cell, piece]));
  const found = rays(board, cell).flatMap((ray) => {
    const away = ray.findIndex((each) => stones.has(each));
    if (away < 0) return [];
    const at = ray[away]!;
    const word = stoneWord(board, colours, stones.get(at)!.player);
    return [t(Message.kWebSayRay, board.cells[at]!.name, word, away + 1)];
  });
  return found.length > 0 ? found.join('; ') : t(Message.kWebSayNoRay, board.cells[cell]!.name);
}

// Where everybody's stones are, those of `first` first.
export function stonesWords(board: BoardInfo, view: View, colours: Colours, first = view.to_move): string {
  const players = Array.from({ length: board.players }, (_, i) => ((first - 1 + i) % board.players) + 1);
  return players
    .map((player) => {
      const cells = view.pieces.filter((each) => each.player === player).map((each) => board.cells[each.cell]!.name);
      return t(Message.kWebSayStones, stoneWord(board, colours, player), cells.join(' ') || t(Message.kWebNoStones));
    })
    .join('; ');
}
