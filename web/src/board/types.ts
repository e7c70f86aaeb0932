// What the board component is given, what it remembers and what it tells.

import type { ActionKind, BoardInfo, Cell, Hole, Piece, Step, Trace, View } from '../api';

export type { ActionKind, BoardInfo, Cell, Hole, Piece, Step, Trace, View };

// A move that the engine proposes: violet and numbered on the board. `share` is its part of the
// work (0 to 1) and gives the size; a faint one has no number.
export interface Candidate {
  rank: number;
  from?: number;
  to?: number;
  hole?: number;
  share: number;
  words?: readonly string[]; // "62 %", "−4": drawn where there is room
  faint?: boolean;
}

// A learner's aid: placing here makes three or four.
export interface Aid {
  cell: number;
  kind: 'three' | 'four';
}

export const aidsOf = (view: View): Aid[] => [
  ...(view.aids?.loses ?? []).map((cell): Aid => ({ cell, kind: 'three' })),
  ...(view.aids?.wins ?? []).map((cell): Aid => ({ cell, kind: 'four' })),
];

// The person's choice so far, changed by choose() alone. Cells and holes are indices into the board.
export interface Choice {
  cursor: number; // the cell with the tab stop
  selected: number | null; // the stone that is about to move
  target: number | null; // its target, while several ways of going there are open
  taken: number[]; // the captures chosen among those
  editing: number | null; // the piece whose holes are open in the peg editor
  kind: string | null; // only steps of this kind, after tapping the chip of Push or Move
  peek: number | null; // a piece that was tapped only to see its reach
  hover: number | null;
  hoverHole: number | null; // the hole that is looked at
  holeOf: number | null; // its piece; null: the one that is open in the editor
}

export const kNoChoice: Choice = {
  cursor: 0,
  selected: null,
  target: null,
  taken: [],
  editing: null,
  kind: null,
  peek: null,
  hover: null,
  hoverHole: null,
  holeOf: null,
};

// Everything that the scene shows besides the position.
export interface BoardUi extends Choice {
  active: boolean; // may a step be chosen?
  flipped: boolean;
  coordinates: boolean;
  pixels: number; // of the screen for a hundredth of a cell: what is written stays readable
  tight: boolean; // a small screen: no frame, coordinates inside the cells at the edge
  focused: boolean; // the cursor is shown
  attacked: boolean; // mark every cell that enemy pieces reach
  viewer?: number | undefined; // whose enemies; without one, those of the player to move
  lastSteps: number; // how many steps of the last turn are marked
  candidates: readonly Candidate[];
  aids: readonly Aid[];
}

export const kNoUi: BoardUi = {
  ...kNoChoice,
  active: false,
  flipped: false,
  coordinates: true,
  pixels: 1,
  tight: false,
  focused: false,
  attacked: false,
  lastSteps: Infinity,
  candidates: [],
  aids: [],
};

// A question that the board itself cannot answer: evaluation and best move.
export type Query = 'evaluation' | 'best';

// <Board> keeps the choice itself and draws its own chips (swap, end of turn, sacrifice, captures to
// choose) below the grid. A screen that wants the chips elsewhere, or shows pieces with their holes, holds
// the choice in a signal and passes choice and onChoice to <Board>, <Chips> (then chips={false}) and
// <PegPanel>.
// Theme, coordinates and motion come from the settings.
export interface BoardProps {
  board: BoardInfo;
  view: View; // of the draft, where there is one
  label: string; // the grid's accessible name
  flipped?: boolean;
  choice?: Choice; // with onChoice: held by the screen; kNoChoice at first
  onChoice?: (choice: Choice) => void;
  chips?: boolean; // false: the screen shows <Chips> itself
  active?: boolean; // may the reader choose a step now? Without it the board only shows
  onAction?: (action: string, step: Step) => void; // a step of view.legal was chosen
  onBack?: () => void; // Esc with nothing selected: take back the last step of the draft
  viewer?: number; // the player whose stones are told first, and whose enemies attack
  // The draft was complete and something else was chosen: the turn begins anew, with this action or,
  // where only a stone was selected, with none yet. Needs startLegal, what was legal when the turn
  // started.
  onRestart?: (action: string | null) => void;
  startLegal?: readonly Step[];
  candidates?: readonly Candidate[]; // of the analysis: violet and grey rings
  attacked?: boolean; // mark every cell that enemy pieces reach
  replay?: number; // grows whenever the last turn shall be shown again, step by step
  small?: boolean; // a picture: no coordinates, no focus, hidden from screen readers
  three?: boolean; // the 3D view; the grid stays for screen readers
  onSay?: (sentence: string) => void; // what a person asked by a key on the board (o, l, m, x, w)
  onQuery?: (query: Query) => void; // keys v and g
  onHover?: (cell: number | null) => void;
  onCell?: (cell: number) => void; // the position editor: any cell is told as it is tapped
}
