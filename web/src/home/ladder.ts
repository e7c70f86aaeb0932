// How strong the computer's levels were measured to be.
import ladder from '../../../src/engine/ladder.json';

const kLadder: Record<string, number[]> = ladder;

// How often a level beats the one below it, in per cent; 0 where that was not measured, as with three
// players.
export const measuredStep = (game: string, level: number, players: number): number =>
  level > 1 && players === 2 ? (kLadder[game]?.[level - 2] ?? 0) : 0;
