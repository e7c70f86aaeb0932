// Positions as the server tells them; test/record.mjs asks for them again.
import eigMid from './fixtures/eig-mid.json';
import eigPeg from './fixtures/eig-peg.json';
import eigPlayed from './fixtures/eig-played.json';
import epaCrossed from './fixtures/epa-crossed.json';
import epaRules from './fixtures/epa-rules.json';
import filMid from './fixtures/fil-mid.json';
import filWon from './fixtures/fil-won.json';
import sixDraft from './fixtures/six-draft.json';
import sixOptional from './fixtures/six-optional.json';
import sixPush from './fixtures/six-push.json';
import sixStart from './fixtures/six-start.json';
import yavDraft from './fixtures/yav-draft.json';
import yavMid from './fixtures/yav-mid.json';
import yavSwap from './fixtures/yav-swap.json';
import yavThree from './fixtures/yav-three.json';
import yavWon from './fixtures/yav-won.json';
import type { BoardInfo, View } from '../src/api';

export interface Fixture {
  board: BoardInfo;
  view: View;
}

const all = {
  eigMid,
  eigPeg,
  eigPlayed,
  epaCrossed,
  epaRules,
  filMid,
  filWon,
  sixDraft,
  sixOptional,
  sixPush,
  sixStart,
  yavDraft,
  yavMid,
  yavSwap,
  yavThree,
  yavWon,
};

export const kFixtures = all as unknown as Record<keyof typeof all, Fixture>;

export const cellOf = (board: BoardInfo, name: string): number => {
  const found = board.cells.findIndex((cell) => cell.name === name);
  if (found < 0) throw new Error(`no cell ${name}`);
  return found;
};

export const holeOf = (board: BoardInfo, name: string): number => board.holes.findIndex((hole) => hole.name === name);
