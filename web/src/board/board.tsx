// A board: the grid that people see, touch, walk through by keys and hear.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lazily } from '../app_lazy';
import { Message, t } from '../i18n';
import { boardTheme, coordinates } from '../settings';
import { Art, cellClass, cellPath, Ground } from './art';
import { Chips } from './chips';
import { coloursOf } from './colours';
import { holeAt } from './geometry';
import { Lens } from './lens';
import type { Motion } from './motion';
import { Paints } from './pieces';
import { scene } from './scene';
import { kPlainPiece, type PieceShape, type Shapes } from './shapes';
import { aidsOf, type BoardProps, type BoardUi } from './types';
import { useBoardKeys } from './use_keys';
import { useChoice } from './use_choice';
import { useLastSteps, useMotion } from './use_motion';
import { useNarrow } from './use_narrow';
import { usePixels } from './use_pixels';
import { usePointers } from './use_pointers';
import { RefusalBubble, useRefusal } from './use_refusal';
import { cellWords } from './words';

// What moves stones comes after the board: a turn that is played before is seen without motion.
let animator: typeof import('./animate').animate | null = null;
const loadAnimator = (): void =>
  void import('./animate').then(
    ({ animate }) => (animator = animate),
    () => undefined,
  );

const Three = lazily(
  async () => (await import('./three_box')).Three,
  ({ onFail }) => onFail(),
);

function leavingOf(motion: Motion, board: BoardProps['board'], shapes: Shapes): PieceShape[] {
  return motion.leaves.map(({ piece }) => ({
    ...kPlainPiece,
    cell: piece.cell,
    player: piece.player,
    ...shapes.where.centres[piece.cell]!,
    pegs: (piece.pegs ?? []).map((hole) => ({ hole, ...holeAt(board, hole, shapes.where.flipped), fresh: false })),
  }));
}

// The rows of the grid from the top of the picture down.
function rowsOf(shapes: Shapes): number[][] {
  const rows = new Map<number, number[]>();
  for (const { cell, y } of shapes.cells) {
    const key = Math.round(y);
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  const x = (cell: number): number => shapes.cells[cell]!.x;
  return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, cells]) => cells.sort((a, b) => x(a) - x(b)));
}

interface GridProps {
  props: BoardProps;
  shapes: Shapes;
  ui: BoardUi;
  colours: readonly string[];
}

// The cells, which screen readers walk through.
const Rows = ({
  props: { board, view, small },
  shapes,
  ui,
  colours,
  rows,
}: GridProps & { rows: readonly number[][] }) => (
  <>
    {rows.map((cells, i) => (
      <g key={i} {...(small ? {} : { role: 'row' })}>
        {cells.map((cell) => (
          <path
            key={cell}
            class={cellClass(shapes, cell)}
            d={cellPath(shapes, cell)}
            data-cell={board.cells[cell]!.name}
            data-index={cell}
            {...(small
              ? {}
              : {
                  role: 'gridcell',
                  tabindex: cell === ui.cursor ? 0 : -1,
                  'aria-label': cellWords(board, view, ui, colours, cell),
                  'aria-selected': ui.selected === cell || ui.editing === cell,
                })}
          />
        ))}
      </g>
    ))}
  </>
);

export function Board(props: BoardProps) {
  const { board, view, active = false, small = false } = props;
  const colours = coloursOf(board);
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [flat, setFlat] = useState(false); // 3D does not work here
  const three = props.three === true && !flat;
  const narrow = useNarrow();
  const pixels = usePixels(svg, !small && !three);
  const motion = useMotion(props);
  const [refusal, refuse] = useRefusal(props.onSay);
  const choosing = useChoice(props, refuse);
  const { now, change } = choosing;
  const ui: BoardUi = {
    ...now,
    active,
    focused: focused && !small,
    flipped: props.flipped ?? false,
    coordinates: !small && coordinates.value === 'on',
    pixels: three ? (narrow ? 0.45 : 1) : pixels,
    tight: narrow && !small,
    attacked: props.attacked ?? false,
    viewer: props.viewer,
    lastSteps: useLastSteps(props),
    candidates: props.candidates ?? [],
    aids: aidsOf(view),
  };
  const shapes = scene(board, view, ui);
  const rows = rowsOf(shapes);
  const { box } = shapes.where;

  const focusCell = (cell: number): void =>
    svg.current?.querySelector<SVGElement>(`[data-index="${cell}"]`)?.focus({ preventScroll: true });
  const { pointer, host, lens } = usePointers(svg, board, shapes.where, active, choosing, (cell) => {
    setFocused(false);
    if (cell !== null) focusCell(cell);
  });
  const onKeyDown = useBoardKeys(props, ui, colours, choosing, rows, focusCell, setFocused);

  useEffect(loadAnimator, []);
  useLayoutEffect(() => {
    if (motion.duration === 0 || !svg.current) return;
    const running = animator?.(svg.current, board, shapes.where, motion) ?? [];
    return () => {
      for (const each of running) each.cancel();
    };
  }, [motion]);

  // The editor closes with the step it took: the keyboard goes on at its piece.
  const editing = useRef(now.editing);
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement?.closest('.peg-editor');
    if (editing.current !== null && now.editing === null && lost) focusCell(now.cursor);
    editing.current = now.editing;
  }, [now.editing]);

  const look = `board theme-${boardTheme.value} game-${board.game}${active ? ' active' : ''}${small ? ' small' : ''}${three ? ' under' : ''}${now.selected === null ? '' : ' choosing'}`;
  const grid = (
    <svg
      ref={svg}
      class={look}
      viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
      {...(small ? { 'aria-hidden': true } : { role: 'grid', 'aria-label': props.label })}
      onPointerDown={pointer.down}
      onPointerMove={pointer.move}
      onPointerUp={pointer.up}
      onPointerCancel={pointer.cancel}
      onPointerLeave={pointer.leave}
      onContextMenu={(event) => lens && event.preventDefault()}
    >
      <Paints />
      <g id={id}>
        <Ground shapes={shapes} />
        <Rows props={props} shapes={shapes} ui={ui} colours={colours} rows={rows} />
        <Art
          board={board}
          shapes={shapes}
          colours={colours}
          leaving={leavingOf(motion, board, shapes)}
          written={!small}
        />
      </g>
      {lens && (
        <Lens
          href={`#${id}`}
          spot={lens}
          where={shapes.where}
          name={lens.cell === null ? '' : board.cells[lens.cell]!.name}
        />
      )}
    </svg>
  );
  // Where a cell lies in the box around the drawing, in per cent.
  const placeOf = (cell: number): { left: number; top: number } => {
    const { x, y } = shapes.where.centres[cell]!;
    const drawn = svg.current?.getScreenCTM();
    const around = svg.current?.closest('.board-box')?.getBoundingClientRect();
    if (!drawn || !around) return { left: 50, top: 50 };
    return {
      left: ((drawn.a * x + drawn.e - around.left) / around.width) * 100,
      top: ((drawn.d * y + drawn.f - around.top) / around.height) * 100,
    };
  };
  if (small) return grid;
  return (
    <div class="board-box">
      {three && (
        <Three
          board={board}
          view={view}
          shapes={shapes}
          colours={colours}
          motion={motion}
          host={host}
          theme={boardTheme.value}
          onFail={() => setFlat(true)}
        />
      )}
      {props.three && flat && (
        <p class="notice" role="status">
          {t(Message.kWebNo3d)}
        </p>
      )}
      {/* Not on the drawing itself: one that listens to focus would become a tab stop. */}
      <div
        onKeyDown={onKeyDown}
        onFocusIn={(event) => (event.target as Element).matches(':focus-visible') && setFocused(true)}
        onFocusOut={() => setFocused(false)}
      >
        {grid}
      </div>
      {refusal && active && !three && <RefusalBubble refusal={refusal} at={placeOf(refusal.cell)} />}
      {active && props.chips !== false && <Chips {...props} choice={now} onChoice={change} />}
    </div>
  );
}
