// What players and their colours are called.
import colours from 'tabuleiro:colours';
import type { BoardInfo, Result, Seat, Table } from '../api';
import { coloursOf } from '../board/colours';
import { capital, Message, t } from '../i18n';

// "red", whatever has it.
export const nameOfColour = (colour: string): string => (colours[colour] ? t(colours[colour].label) : colour);

export const colourName = (board: BoardInfo, player: number): string =>
  nameOfColour(coloursOf(board)[player - 1] ?? '');

export const kLevelWords: Message[] = [
  Message.kWebLevel1,
  Message.kWebLevel2,
  Message.kWebLevel3,
  Message.kWebLevel4,
  Message.kWebLevel5,
  Message.kWebLevel6,
  Message.kWebLevel7,
  Message.kWebLevel8,
  Message.kWebLevel9,
  Message.kWebLevel10,
];

export const levelOf = (who: string): number => Number(/^level:(\d+)$/.exec(who)?.[1] ?? 0);

// "level 3", "random", "classic".
export function whoName(who: string): string {
  const level = levelOf(who);
  if (level) return t(Message.kWebComputerLevel, level);
  if (who === 'random') return t(Message.kWebComputerRandom);
  if (who === 'classic') return t(Message.kWebComputerClassic);
  return who === 'human' ? capital(t(Message.kWhoHuman)) : who;
}

// A seat's name; colours tell several seats of one person apart.
export function seatName(table: Table, board: BoardInfo, seat: Seat): string {
  if (seat.who !== 'human') return whoName(seat.who);
  const alone = table.seats.filter((other) => other.yours).length > 1;
  if (seat.name && !(alone && seat.yours)) return seat.name;
  if (seat.yours) return alone ? capital(colourName(board, seat.player)) : t(Message.kWebYou);
  return seat.taken ? t(Message.kWebGuest) : t(Message.kWebOpenSeat);
}

// "White wins", "Draw".
export function resultText({ result }: { result: Result }, board: BoardInfo): string {
  if (result === 'draw') return t(Message.kWebDrawn);
  const winner = Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);
  return winner ? t(Message.kWebWins, capital(colourName(board, winner))) : '';
}
