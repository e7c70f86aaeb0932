// A piece enlarged, so that fingers find its holes. Each hole shows on the board where it leads.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Tap } from './choose';
import { holeTarget } from './geometry';
import { Glyph } from './pieces';
import type { BoardInfo, Choice, Piece, View } from './types';

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

interface HoleProps extends PegEditorProps {
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
  if (piece.pegs?.includes(hole)) return t('kWebHoleFull', name);
  return to === null ? t('kWebHoleOff', name) : t('kWebHoleTo', name, board.cells[to]!.name);
}

// One hole, named after the cell that it points to. The one in the middle shows whose piece it is.
function HoleButton(props: HoleProps) {
  const { board, view, piece, hole, onTap, onHoverHole } = props;
  const { name, column, row } = board.holes[hole]!;
  const centre = column === 0 && row === 0;
  const to = centre ? null : holeTarget(board, piece.cell, hole);
  const legal = view.legal.some((step) => step.from === piece.cell && step.hole === hole);
  const look = (): void => onHoverHole(centre ? null : hole);
  return (
    <button
      type="button"
      class={centre ? 'hole-button centre' : holeLook(props, to)}
      data-hole={name}
      disabled={centre || !legal}
      aria-label={centre ? t('kWebHoleCentre') : holeLabel(props, to)}
      onClick={() => onTap({ at: 'hole', hole })}
      onPointerEnter={look}
      onFocus={look}
      onBlur={() => onHoverHole(null)}
    >
      {centre
        ? <svg viewBox="-20 -20 40 40" aria-hidden="true"><Glyph player={piece.player} r={18} /></svg>
        : <span aria-hidden="true">{to === null ? '' : board.cells[to]!.name}</span>}
    </button>
  );
}

export function PegEditor(props: PegEditorProps) {
  const { board, view, choice, flipped, colours, onTap, onHoverHole } = props;
  const box = useRef<HTMLDivElement>(null);
  const cell = choice.editing;
  useEffect(() => {
    if (cell === null) return;
    box.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
    // It opens below the board, which may fill the window.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [cell]);
  const piece = view.pieces.find((each) => each.cell === cell);
  if (cell === null || !piece) return null;
  const rows = rowsOf(board, flipped);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onTap({ at: 'away' });
    }
    const width = rows[0]!.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    if (step === undefined) return;
    event.preventDefault();
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
      aria-label={t('kWebPegEditor', board.cells[cell]!.name)}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHoverHole(null)}
    >
      {rows.flat().map((hole) => <HoleButton key={hole} {...props} piece={piece} hole={hole} />)}
    </div>
  );
}
