// What the server tells of boards and positions (docs/api.md), and what the board asks and tells.

export interface Cell {
  name: string;
  x: number; // to the right, one unit a cell
  y: number; // upwards
  row: number;
  column: number;
  far?: number; // the player who wants to reach this cell's row
}

// A hole of a piece: its offset from the centre in cells of the board.
export interface Hole {
  name: string;
  column: number;
  row: number;
}

// What never changes in a game with these options.
export interface Board {
  game: string;
  options: Record<string, string>;
  shape: 'square' | 'hexagon';
  players: number;
  colours: string[];
  cells: Cell[];
  holes: Hole[];
}

export type TraceKind =
  | 'place' | 'move' | 'capture' | 'replace' | 'push_off' | 'peg' | 'swap' | 'sacrifice' | 'end';

export interface Trace {
  kind: TraceKind;
  player: number;
  from?: number;
  to?: number;
  hole?: number;
}

export interface Step {
  action: string;
  kind: string; // place, move, peg, push, swap, sacrifice, end …
  from?: number;
  to?: number;
  hole?: number;
  label?: string; // of an action that is chosen by name
  traces?: Trace[]; // where the action does more than the step itself tells
}

export interface Piece {
  cell: number;
  player: number;
  pegs?: number[];
  locked?: boolean;
}

export interface Counter {
  player: number;
  label: string;
  value: number;
}

export interface Outcome {
  result: 'none' | 'p1win' | 'p2win' | 'p3win' | 'draw';
  reason: string;
  line?: number[];
}

export interface View {
  game: string;
  options: Record<string, string>;
  position: string;
  to_move: number;
  turn: number;
  pieces: Piece[];
  counters: Counter[];
  out: number[];
  last: Trace[];
  draft: string[];
  draft_state: 'empty' | 'incomplete' | 'complete';
  prompt: string;
  legal: Step[];
  must_block: number[];
  outcome: Outcome;
}

// A move that the engine proposes: violet and numbered on the board. `share` is its part of the
// work (0 to 1) and gives the size; a faint one has no number.
export interface Candidate {
  rank: number;
  from?: number;
  to?: number;
  hole?: number;
  share: number;
  text?: string; // "62 %", drawn where there is room
  faint?: boolean;
}

// A learner's aid: placing here makes three or four.
export interface Aid {
  cell: number;
  kind: 'three' | 'four';
}

export const kThemes = ['wood', 'slate', 'paper', 'pattern'] as const;
export type Theme = (typeof kThemes)[number];

// What the board shows besides the position. Plain data: keep it in a signal, change it with
// `{...ui, flipped: true}`. Cells and holes are indices into the Board; null: none.
export interface BoardUi {
  // The person's choice so far, changed by choose() and through onUi.
  cursor: number; // the cell with the tab stop
  selected: number | null; // the stone that is about to move
  target: number | null; // its target, while several ways of going there are open
  taken: number[]; // the captures chosen among those
  editing: number | null; // the piece whose holes are open in the peg editor
  hover: number | null;
  hoverHole: number | null;
  kind: string | null; // only steps of this kind, after tapping the chip of Push or Move
  // Wishes of the screen around the board.
  flipped: boolean;
  theme: Theme;
  coordinates: boolean;
  targets: boolean; // show where things may go
  attacked: boolean; // show every cell that enemy pieces reach
  candidates: Candidate[];
  aids: Aid[];
  colours?: string[]; // instead of the board's own, by player; names as in kColours
  pegColour?: string;
  replay: number; // counting up plays the last turn again
}

export const kNoUi: BoardUi = {
  cursor: 0,
  selected: null,
  target: null,
  taken: [],
  editing: null,
  hover: null,
  hoverHole: null,
  kind: null,
  flipped: false,
  theme: 'wood',
  coordinates: true,
  targets: true,
  attacked: false,
  candidates: [],
  aids: [],
  replay: 0,
};

// The colours that a seat may have; their values are in css/board.css.
export const kColours = ['green', 'red', 'blue', 'white', 'black', 'orange', 'sky', 'yellow'] as const;

// A question that the board itself cannot answer: evaluation and best move.
export type Query = 'evaluation' | 'best';

// How <Board> is used:
//   const ui = signal({ ...kNoUi, flipped: seat === 2 });
//   <Board board={board} view={view} ui={ui.value} label="Yavalath"
//          onUi={(next) => (ui.value = next)} onStep={(step, restart) => …} />
//   <PegEditor …same props/>   shows itself while a piece is open
//   <Chips …same props/>       swap, end of turn, sacrifice, captures to choose
export interface BoardProps {
  board: Board;
  view: View;
  ui: BoardUi;
  label: string; // the accessible name of the grid
  onUi: (ui: BoardUi) => void;
  // The person chose an action; with `restart` it replaces a finished draft. Absent: nobody may act
  // here (spectators, the opponent's turn).
  onStep?: (step: Step, restart: boolean) => void;
  // Escape with nothing selected: take back a step of the draft.
  onCancel?: () => void;
  onSay?: (text: string) => void; // to be announced to a screen reader
  onQuery?: (query: Query) => void;
  // What was legal when the turn started: lets another choice replace a finished draft.
  startLegal?: Step[];
  three?: boolean; // show the 3D view; the grid stays for screen readers
  // The editor: any cell may be chosen and is told as it is.
  onCell?: (cell: number) => void;
  still?: boolean; // no animation (small boards, lists)
}
