// A piece enlarged, so that fingers find its holes. Each hole shows on the board where it leads.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Message, t } from '../i18n';
import type { Tap } from './choose';
import { holeTarget } from './geometry';
import { Glyph } from './pieces';
import type { BoardInfo, Choice, Piece, View } from './types';
import { useTaps, type TapsProps } from './use_taps';

interface PegEditorProps {
  board: BoardInfo;
  view: View;
  choice: Choice;
  flipped: boolean;
  colours: readonly string[];
  onTap: (tap: Tap) => void;
  onHoverHole: (hole: number | null) => void;
}

// Holes as they lie on the board, the upper left one first.
function rowsOf(board: BoardInfo, flipped: boolean): number[][] {
  const sign = flipped ? -1 : 1;
  const order = board.holes
    .map((hole, i) => ({ i, row: -sign * hole.row, column: sign * hole.column }))
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const rows = new Map<number, number[]>();
  for (const each of order) rows.set(each.row, [...(rows.get(each.row) ?? []), each.i]);
  return [...rows.values()];
}

interface HoleProps {
  board: BoardInfo;
  view: View;
  colours: readonly string[];
  piece: Piece;
  hole: number;
}

function holeLook({ view, colours, piece, hole }: HoleProps, to: number | null): string {
  const there = view.pieces.find((each) => each.cell === to);
  const fresh = view.last.some((each) => each.kind === 'peg' && each.to === piece.cell && each.hole === hole);
  return [
    'hole-button',
    ...(piece.pegs?.includes(hole) ? ['full'] : []),
    ...(fresh ? ['fresh'] : []),
    ...(to === null ? ['off'] : []),
    ...(there ? [`over c-${colours[there.player - 1]}`] : []),
  ].join(' ');
}

function holeLabel({ board, piece, hole }: HoleProps, to: number | null): string {
  const { name } = board.holes[hole]!;
  if (piece.pegs?.includes(hole)) return t(Message.kWebHoleFull, name);
  return to === null ? t(Message.kWebHoleOff, name) : t(Message.kWebHoleTo, name, board.cells[to]!.name);
}

const isCentre = (board: BoardInfo, hole: number): boolean =>
  board.holes[hole]!.column === 0 && board.holes[hole]!.row === 0;

// What is to be seen of a hole: its name, as turns are written; in the middle whose piece it is.
const HoleFace = ({ board, piece, hole }: HoleProps) =>
  isCentre(board, hole) ? (
    <svg viewBox="-20 -20 40 40" aria-hidden="true">
      <Glyph player={piece.player} r={18} />
    </svg>
  ) : (
    <span aria-hidden="true">{board.holes[hole]!.name}</span>
  );

function HoleButton(props: HoleProps & Pick<PegEditorProps, 'onTap' | 'onHoverHole'>) {
  const { board, view, piece, hole, onTap, onHoverHole } = props;
  const centre = isCentre(board, hole);
  const to = centre ? null : holeTarget(board, piece.cell, hole);
  const legal = view.legal.some((step) => step.from === piece.cell && step.hole === hole);
  const look = (): void => onHoverHole(centre ? null : hole);
  return (
    <button
      type="button"
      class={centre ? 'hole-button centre' : holeLook(props, to)}
      data-hole={board.holes[hole]!.name}
      disabled={centre || !legal}
      aria-label={centre ? t(Message.kWebHoleCentre) : holeLabel(props, to)}
      onClick={() => onTap({ at: 'hole', hole })}
      onPointerEnter={look}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && look()}
      onBlur={() => onHoverHole(null)}
    >
      <HoleFace {...props} />
    </button>
  );
}

function PegEditor(props: PegEditorProps) {
  const { board, view, choice, flipped, colours, onTap, onHoverHole } = props;
  const box = useRef<HTMLDivElement>(null);
  const cell = choice.editing;
  const set = view.draft.length;
  // It has the keyboard while it is open, also after the hole just filled went dead.
  useLayoutEffect(() => {
    if (cell === null || box.current?.querySelector('button:enabled:focus')) return;
    box.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
  }, [cell, set]);
  const piece = view.pieces.find((each) => each.cell === cell);
  if (cell === null || !piece) return null;
  const rows = rowsOf(board, flipped);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onTap({ at: 'escape' });
    }
    const width = rows[0]!.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // arrows elsewhere look back through the game
    const buttons = [...box.current!.querySelectorAll<HTMLButtonElement>('button')];
    let i = buttons.indexOf(document.activeElement as HTMLButtonElement) + step;
    while (buttons[i]?.disabled) i += step;
    buttons[i]?.focus();
  };

  return (
    <div
      ref={box}
      class={`peg-editor p${piece.player} c-${colours[piece.player - 1]}`}
      role="group"
      aria-label={t(Message.kWebPegEditor, board.cells[cell]!.name)}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHoverHole(null)}
    >
      {rows.flat().map((hole) => (
        <HoleButton
          key={hole}
          board={board}
          view={view}
          colours={colours}
          piece={piece}
          hole={hole}
          onTap={onTap}
          onHoverHole={onHoverHole}
        />
      ))}
    </div>
  );
}

// A piece that was only chosen or looked at, as large, without anything to press.
function PegPicture({ board, view, colours, piece, flipped }: Omit<HoleProps, 'hole'> & { flipped: boolean }) {
  const parts = { board, view, colours, piece };
  return (
    <div class={`peg-editor p${piece.player} c-${colours[piece.player - 1]}`} aria-hidden="true">
      {rowsOf(board, flipped)
        .flat()
        .map((hole) => (
          <span
            key={hole}
            class={
              isCentre(board, hole)
                ? 'hole-button centre'
                : holeLook({ ...parts, hole }, holeTarget(board, piece.cell, hole))
            }
          >
            <HoleFace {...parts} hole={hole} />
          </span>
        ))}
    </div>
  );
}

type PanelProps = TapsProps & Pick<PegEditorProps, 'board' | 'flipped' | 'colours'> & { active: boolean };

// Beside the board, always in the same place: the piece that is being filled, else the one that is looked at.
export function PegPanel(props: PanelProps) {
  const { board, view, choice, flipped, colours, active, onChoice } = props;
  const onTap = useTaps(props);
  const { editing } = choice;
  const takes = active && view.legal.some((step) => step.hole !== undefined && step.from === editing);
  const looked = choice.selected ?? choice.peek ?? editing;
  const piece = view.pieces.find((each) => each.cell === looked);
  return (
    <div class="peg-panel">
      {takes ? (
        <PegEditor
          {...props}
          onTap={onTap}
          onHoverHole={(hole) => hole !== choice.hoverHole && onChoice({ ...choice, hoverHole: hole, holeOf: null })}
        />
      ) : piece ? (
        <PegPicture board={board} view={view} colours={colours} piece={piece} flipped={flipped} />
      ) : (
        <p class="hint">{t(Message.kWebPegPanel)}</p>
      )}
    </div>
  );
}
