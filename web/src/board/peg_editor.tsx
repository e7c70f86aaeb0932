// A piece enlarged, so that fingers find its holes. Each hole shows on the board where it leads.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Tap } from './choose';
import { holeTarget } from './geometry';
import { Glyph } from './pieces';
import type { BoardInfo, Choice, View } from './types';

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

export function PegEditor({ board, view, choice, flipped, colours, onTap, onHoverHole }: PegEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const cell = choice.editing;
  useEffect(() => {
    if (cell === null) return;
    box.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
    // It opens below the board, which may fill the window.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [cell]);
  if (cell === null) return null;
  const piece = view.pieces.find((each) => each.cell === cell);
  if (!piece) return null;
  const rows = rowsOf(board, flipped);
  const flat = rows.flat();
  const legal = (hole: number): boolean => view.legal.some((step) => step.from === cell && step.hole === hole);
  const fresh = (hole: number): boolean =>
    view.last.some((each) => each.kind === 'peg' && each.to === cell && each.hole === hole);

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

  const label = (hole: number): string => {
    const { name } = board.holes[hole]!;
    const to = holeTarget(board, cell, hole);
    if (piece.pegs?.includes(hole)) return t('kWebHoleFull', name);
    return to === null ? t('kWebHoleOff', name) : t('kWebHoleTo', name, board.cells[to]!.name);
  };

  const look = (hole: number): string => {
    const to = holeTarget(board, cell, hole);
    const there = to === null ? undefined : view.pieces.find((each) => each.cell === to);
    return [
      'hole-button',
      ...(piece.pegs?.includes(hole) ? ['full'] : []),
      ...(fresh(hole) ? ['fresh'] : []),
      ...(to === null ? ['off'] : []),
      ...(there ? [`over c-${colours[there.player - 1]}`] : []),
    ].join(' ');
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
      {flat.map((hole) => {
        const { name, column, row } = board.holes[hole]!;
        const centre = column === 0 && row === 0;
        const to = centre ? null : holeTarget(board, cell, hole);
        return (
          <button
            key={name}
            type="button"
            class={centre ? 'hole-button centre' : look(hole)}
            data-hole={name}
            disabled={centre || !legal(hole)}
            aria-label={centre ? t('kWebHoleCentre') : label(hole)}
            onClick={() => onTap({ at: 'hole', hole })}
            onPointerEnter={() => onHoverHole(centre ? null : hole)}
            onFocus={() => onHoverHole(centre ? null : hole)}
            onBlur={() => onHoverHole(null)}
          >
            {centre
              ? <svg viewBox="-20 -20 40 40" aria-hidden="true"><Glyph player={piece.player} r={18} /></svg>
              : <span aria-hidden="true">{to === null ? '' : board.cells[to]!.name}</span>}
          </button>
        );
      })}
    </div>
  );
}
