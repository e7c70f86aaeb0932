// What helps to see: duties, threats, learner's aids and the engine's candidates.
import { holeAt, kLeastText, type Layout } from './geometry';
import { looked } from './scene_choice';
import { reachOf, type Mark } from './shapes';
import type { BoardInfo, BoardUi, Candidate, View } from './types';

function reachMarks(board: BoardInfo, view: View, ui: BoardUi, where: Layout): Mark[] {
  if (board.holes.length === 0) return [];
  const marks: Mark[] = [];
  // Under the mouse, under the cursor of the keyboard, or tapped by a finger.
  const seen = looked(ui) ?? ui.peek;
  const piece = view.pieces.find((each) => each.cell === seen);
  if (piece && ui.selected === null) {
    for (const cell of reachOf(board, piece)) marks.push({ kind: 'reach', cell, ...where.centres[cell]! });
  }
  if (ui.attacked) {
    const me = ui.viewer ?? view.to_move;
    const enemies = view.pieces.filter((each) => each.player !== me);
    const cells = new Set(enemies.flatMap((each) => reachOf(board, each)));
    for (const cell of cells) marks.push({ kind: 'attacked', cell, ...where.centres[cell]! });
  }
  return marks;
}

export function hintMarks(board: BoardInfo, view: View, ui: BoardUi, where: Layout): { below: Mark[]; above: Mark[] } {
  const below = reachMarks(board, view, ui, where);
  for (const cell of view.must_block ?? []) below.push({ kind: 'must', cell, ...where.centres[cell]! });
  const occupied = new Set(view.pieces.map((each) => each.cell));
  const above = ui.aids
    .filter((aid) => !occupied.has(aid.cell))
    .map(
      (aid): Mark => ({
        kind: aid.kind,
        cell: aid.cell,
        ...where.centres[aid.cell]!,
        text: aid.kind === 'three' ? '!' : '★',
      }),
    );
  return { below, above };
}

export const kWordsSize = 20; // of the figures in a ring
const kLeastRing = 0.88; // of a cell: its number and two lines of figures fit inside
const kLeastNumbered = 0.72; // its number alone

// Figures that nobody could read are left out.
const hasRoom = ({ pixels }: BoardUi): boolean => kWordsSize * pixels >= kLeastText;

// A candidate stands where its stone comes to, or at the hole that gets a peg.
function candidateMark(board: BoardInfo, each: Candidate, ui: BoardUi, where: Layout): Mark[] {
  const cell = each.to ?? each.from;
  if (cell === undefined) return [];
  const centre = where.centres[cell]!;
  const hole = each.hole === undefined ? { x: 0, y: 0 } : holeAt(board, each.hole, ui.flipped);
  const at = { x: centre.x + hole.x, y: centre.y + hole.y };
  const worded = each.words !== undefined && each.hole === undefined && hasRoom(ui);
  const least = worded ? kLeastRing : kLeastNumbered;
  const look = { best: each.rank === 1, ...(each.faint ? { faint: true } : {}) };
  const ring: Mark = {
    kind: 'candidate',
    cell,
    ...at,
    ...look,
    size: each.hole === undefined ? least + (1 - least) * Math.sqrt(Math.min(1, each.share)) : 0.3,
    text: each.faint ? '' : String(each.rank),
    ...(worded ? { words: each.words! } : {}),
  };
  if (each.from === undefined || each.to === undefined) return [ring];
  return [{ kind: 'arrow', ...where.centres[each.from]!, to: at, ...look }, ring];
}

// The best one on top, and no arrow over a figure; of several at one place only the best has a ring, the others keep
// their arrows.
export function candidateMarks(board: BoardInfo, ui: BoardUi, where: Layout): Mark[] {
  const seen = new Set<string>();
  const marks = ui.candidates
    .flatMap((each) => {
      const place = `${each.to ?? each.from} ${each.hole ?? ''}`;
      const own = candidateMark(board, each, ui, where);
      if (seen.has(place)) return [own.filter((mark) => mark.kind === 'arrow')];
      seen.add(place);
      return [own];
    })
    .reverse()
    .flat();
  return [...marks.filter((mark) => mark.kind === 'arrow'), ...marks.filter((mark) => mark.kind !== 'arrow')];
}
