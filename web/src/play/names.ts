// What players and their colours are called.
import ladder from 'tabuleiro:ladder';
import type { BoardInfo, Result, Seat, Table } from '../api';
import { coloursOf } from '../board/colours';
import { capital, t, type MessageName } from '../i18n';

const kColours: Record<string, MessageName> = {
  white: 'kColourWhite',
  black: 'kColourBlack',
  red: 'kColourRed',
  blue: 'kColourBlue',
  green: 'kColourGreen',
  yellow: 'kColourYellow',
  orange: 'kWebHueOrange',
  sky: 'kColourSky',
};

// "red", whatever has it.
export const nameOfColour = (colour: string): string => (kColours[colour] ? t(kColours[colour]) : colour);

export const colourName = (board: BoardInfo, player: number): string =>
  nameOfColour(coloursOf(board)[player - 1] ?? '');

export const kLevelWords: MessageName[] = [
  'kWebLevel1', 'kWebLevel2', 'kWebLevel3', 'kWebLevel4', 'kWebLevel5',
  'kWebLevel6', 'kWebLevel7', 'kWebLevel8', 'kWebLevel9', 'kWebLevel10',
];

export const levelOf = (who: string): number => Number(/^level:(\d+)$/.exec(who)?.[1] ?? 0);

// "level 3", "random", "classic".
export function whoName(who: string): string {
  const level = levelOf(who);
  if (level) return t('kWebComputerLevel', level);
  if (who === 'random') return t('kWebComputerRandom');
  if (who === 'classic') return t('kWebComputerClassic');
  return who === 'human' ? capital(t('kWhoHuman')) : who;
}

// How often a level beats the one below it, in per cent; 0 where that was not measured, as with three
// players.
export const measuredStep = (game: string, level: number, players: number): number =>
  level > 1 && players === 2 ? (ladder[game]?.[level - 2] ?? 0) : 0;

// A seat's name; colours tell several seats of one person apart.
export function seatName(table: Table, board: BoardInfo, seat: Seat): string {
  if (seat.who !== 'human') return whoName(seat.who);
  const alone = table.seats.filter((other) => other.yours).length > 1;
  if (seat.name && !(alone && seat.yours)) return seat.name;
  if (seat.yours) return alone ? capital(colourName(board, seat.player)) : t('kWebYou');
  return seat.taken ? t('kWebGuest') : t('kWebOpenSeat');
}

// "White wins", "Draw".
export function resultText({ result }: { result: Result }, board: BoardInfo): string {
  if (result === 'draw') return t('kWebDrawn');
  const winner = Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);
  return winner ? t('kWebWins', capital(colourName(board, winner))) : '';
}
