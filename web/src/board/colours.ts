// The colours of the players: those of the rules pages, or those that the person chose for a seat.
import { kSeatColours, seatColours } from '../settings';
import type { BoardInfo } from './types';

// A chosen colour goes first; whoever is left without gets the own one, or one that is free.
export function withChosen(own: readonly string[], chosen: readonly string[]): string[] {
  const taken = new Set(chosen.slice(0, own.length).filter((each) => each !== 'auto'));
  return own.map((colour, i) => {
    if (chosen[i] !== undefined && chosen[i] !== 'auto') return chosen[i];
    const free = [colour, ...own, ...kSeatColours.slice(1)].find((each) => !taken.has(each))!;
    taken.add(free);
    return free;
  });
}

export const coloursOf = (board: BoardInfo): readonly string[] =>
  withChosen(
    board.colours,
    seatColours.map((each) => each.value),
  );
