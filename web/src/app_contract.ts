// What the screens and the boards agree on.
import type { AnalysisLine, BoardInfo, View } from './api';
import type { Route } from './router';

// Every screen is a lazily imported module with a default export that takes this.
export interface ScreenProps {
  route: Route;
}

// board/board.tsx exports `Board`, three/board3d.tsx exports `Board3d`; both take this.
export interface BoardProps {
  board: BoardInfo;
  view: View; // of the draft, where there is one
  label: string; // the grid's accessible name
  flipped?: boolean;
  // May the reader choose a step now? Without it the board only shows.
  active?: boolean;
  // A step of view.legal was chosen.
  onAction?: (action: string) => void;
  // Esc or a tap on nothing: take back the last step of the draft.
  onBack?: () => void;
  // A whole new beginning: another piece was chosen while the draft had already begun.
  onRestart?: (action: string) => void;
  // Candidates of the analysis, drawn as violet and grey rings.
  lines?: readonly AnalysisLine[];
  // Learner's aids (Yavalath).
  aids?: boolean;
  // Grows whenever the last turn shall be shown again, step by step.
  replay?: number;
  // A small picture on the home screen: no coordinates, no focus, hidden from screen readers.
  small?: boolean;
  // What a person asked by a key on the board (o, l, m, x …) is said here.
  onSay?: (sentence: string) => void;
  // The element under the cursor changed (for previews beside the board).
  onHover?: (cell: number | null) => void;
}
