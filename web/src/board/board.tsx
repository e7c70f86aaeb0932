// A board: the grid that people see, touch, walk through by keys and hear.
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { boardTheme, coordinates, shortcuts } from '../settings';
import { animate } from './animate';
import { Art, cellClass, cellPath, Ground } from './art';
import { Chips } from './chips';
import { choose, movesFrom, openSteps, stillOpen, type Tap } from './choose';
import { cellAt, neighbour, type Point } from './geometry';
import { commandOf, type Command } from './keys';
import { Lens } from './lens';
import { isStill, isTest, kNoMotion, newTraces, plan, type Motion } from './motion';
import { PegEditor } from './peg_editor';
import { Paints } from './pieces';
import { Pointers, type PointerHost, type Spot } from './pointer';
import { scene } from './scene';
import { kPlainPiece, type PieceShape, type Shapes } from './shapes';
import { Three } from './three_box';
import { aidsOf, kNoChoice, type BoardProps, type BoardUi, type Choice, type View } from './types';
import { cellWords, lastWords, legalWords, rayWords, stonesWords } from './words';

const kGuard = 300; // milliseconds after a change in which a tap was meant for the board before

// The motion that brought this view about; kept until the next one.
function useMotion({ board, view, replay = 0 }: BoardProps): Motion {
  const before = useRef<View | null>(null);
  const played = useRef(replay);
  const motion = useMemo(() => {
    const again = played.current !== replay;
    const from = before.current;
    played.current = replay;
    before.current = view;
    if (isStill()) return kNoMotion;
    return plan(board, again ? null : from, again ? view.last : newTraces(from, view));
  }, [board, view, replay]);
  return motion;
}

// When the board last changed by somebody else's doing.
function useChangedAt(view: View): { current: number } {
  const changed = useRef(0);
  const last = useRef(view.position);
  if (last.current !== view.position && view.draft.length === 0) changed.current = performance.now();
  last.current = view.position;
  return changed;
}

function leavingOf(motion: Motion, board: BoardProps['board'], shapes: Shapes): PieceShape[] {
  return motion.leaves.map(({ piece }) => ({
    ...kPlainPiece,
    cell: piece.cell,
    player: piece.player,
    ...shapes.where.centres[piece.cell]!,
    pegs: (piece.pegs ?? []).map((hole) => {
      const { column, row } = board.holes[hole]!;
      const sign = shapes.where.flipped ? -1 : 1;
      return { hole, x: sign * column * 17, y: -sign * row * 17, fresh: false };
    }),
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

function pointOn(svg: SVGSVGElement, x: number, y: number): Point {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: NaN, y: NaN };
}

export function Board(props: BoardProps) {
  const { board, view, label, active = false, small = false, startLegal = [] } = props;
  const colours = props.colours ?? board.colours;
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const [kept, keep] = useState<Choice>(kNoChoice);
  const choice = props.choice ?? kept;
  const [focused, setFocused] = useState(false);
  const [flat, setFlat] = useState(false); // 3D does not work here
  const three = props.three === true && !flat;
  const [lens, setLens] = useState<Spot | null>(null);
  const motion = useMotion(props);
  const changedAt = useChangedAt(view);

  const legal = openSteps(view, startLegal);
  const now = stillOpen(active ? legal : [], choice.cursor < board.cells.length ? choice : { ...choice, cursor: 0 });
  const ui: BoardUi = {
    ...now,
    active,
    focused: focused && !small,
    flipped: props.flipped ?? false,
    coordinates: !small && coordinates.value === 'on',
    attacked: props.attacked ?? false,
    candidates: props.candidates ?? [],
    aids: props.aids ?? aidsOf(view),
  };
  const shapes = scene(board, view, ui);
  const { where } = shapes;

  // Several things may happen before the next drawing: each builds on the one before.
  const held = useRef(now);
  held.current = now;
  const change = (next: Partial<Choice>): void => {
    const before = held.current;
    held.current = { ...before, ...next };
    if (held.current.hover !== before.hover) props.onHover?.(held.current.hover);
    (props.onChoice ?? keep)(held.current);
  };

  const tap = (what: Tap): void => {
    if (what.at === 'cell' && props.onCell) return props.onCell(what.cell);
    if (!active || (!isTest() && performance.now() - changedAt.current < kGuard)) return;
    const chosen = choose(view, held.current, what, startLegal);
    change(chosen.choice);
    if (chosen.restart) props.onRestart?.(chosen.step?.action ?? null);
    else if (chosen.step) props.onAction?.(chosen.step.action, chosen.step);
    if (chosen.back) props.onBack?.();
  };

  const host: PointerHost = {
    spot: (event) => {
      const point = pointOn(svg.current!, event.clientX, event.clientY);
      return { point, cell: cellAt(where, point.x, point.y) };
    },
    cellWidth: () => (svg.current!.getBoundingClientRect().width / where.box.width) * 100,
    canDrag: (cell) => active && legal.some((step) => step.from === cell && step.to !== undefined),
    isTarget: (from, to) => movesFrom(legal, { ...now, selected: from }).some((step) => step.to === to),
    tap: (cell) => {
      setFocused(false);
      if (cell === null) return tap({ at: 'away' });
      focusCell(cell);
      tap({ at: 'cell', cell });
    },
    pick: (cell) => change({ selected: cell, editing: null, target: null, taken: [], cursor: cell }),
    hover: (cell) => {
      if (cell !== held.current.hover) change({ hover: cell });
    },
    lens: setLens,
    drag: (cell, point) => {
      const piece = cell === null ? null : svg.current!.querySelector(`[data-piece="stand${cell}"]`);
      dragged.current?.classList.remove('dragged');
      dragged.current = piece;
      if (!piece || cell === null) return;
      const home = where.centres[cell]!;
      piece.classList.add('dragged');
      piece.firstElementChild?.animate(
        [{ transform: `translate(${point.x - home.x}px, ${point.y - home.y}px)` }, { transform: `translate(${point.x - home.x}px, ${point.y - home.y}px)` }],
        { duration: 150 },
      );
    },
  };
  const dragged = useRef<Element | null>(null);
  const pointers = useRef<Pointers>(null);
  pointers.current ??= new Pointers(host);
  pointers.current.host = host;
  const pointer = pointers.current;

  const focusCell = (cell: number): void =>
    svg.current?.querySelector<SVGElement>(`[data-index="${cell}"]`)?.focus({ preventScroll: true });

  const ask = (what: (Command & { do: 'ask' })['what']): void => {
    if (what === 'evaluation' || what === 'best') return props.onQuery?.(what);
    props.onSay?.(
      what === 'cell' ? cellWords(board, view, ui, colours, now.cursor)
        : what === 'last' ? lastWords(board, view, colours)
        : what === 'legal' ? legalWords(view, ui)
        : what === 'rays' ? rayWords(board, view, colours, now.cursor)
        : stonesWords(board, view, colours),
    );
  };

  const go = (cell: number | null | undefined): void => {
    if (cell === null || cell === undefined) return;
    change({ cursor: cell, hover: null });
    focusCell(cell);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const command = commandOf(event, shortcuts.value === 'on');
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(true);
    if (command.do === 'go') go(neighbour(board, held.current.cursor, command.heading, command.other, ui.flipped));
    if (command.do === 'edge') {
      const row = rowsOf(shapes).find((cells) => cells.includes(held.current.cursor))!;
      go(command.end ? row[row.length - 1] : row[0]);
    }
    if (command.do === 'act') tap({ at: 'cell', cell: held.current.cursor });
    if (command.do === 'away') tap({ at: 'away' });
    if (command.do === 'ask') ask(command.what);
  };

  useLayoutEffect(() => {
    if (motion.duration === 0 || !svg.current) return;
    const running = animate(svg.current, board, where, motion);
    return () => running.forEach((each) => each.cancel());
  }, [motion]);

  // The editor closes with the step it took: the keyboard goes on at its piece.
  const editing = useRef(now.editing);
  useLayoutEffect(() => {
    if (editing.current !== null && now.editing === null) focusCell(now.cursor);
    editing.current = now.editing;
  }, [now.editing]);

  const onFocusIn = (event: FocusEvent): void => {
    const target = event.target as Element;
    if (target.matches(':focus-visible')) setFocused(true);
  };

  const { box } = where;
  const grid = (
    <svg
      ref={svg}
      class={`board theme-${boardTheme.value} game-${board.game}${active ? ' active' : ''}${small ? ' small' : ''}${three ? ' under' : ''}`}
      viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
      {...(small ? { 'aria-hidden': true } : { role: 'grid', 'aria-label': label })}
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
        {rowsOf(shapes).map((cells, i) => (
          <g key={i} {...(small ? {} : { role: 'row' })}>
            {cells.map((cell) => (
              <path
                key={cell}
                class={cellClass(shapes, cell)}
                d={cellPath(shapes, cell)}
                data-cell={board.cells[cell]!.name}
                data-index={cell}
                {...(small ? {} : {
                  role: 'gridcell',
                  tabindex: cell === now.cursor ? 0 : -1,
                  'aria-label': cellWords(board, view, ui, colours, cell),
                  'aria-selected': now.selected === cell || now.editing === cell,
                })}
              />
            ))}
          </g>
        ))}
        <Art board={board} shapes={shapes} colours={colours} leaving={leavingOf(motion, board, shapes)} />
      </g>
      {lens && <Lens href={`#${id}`} spot={lens} where={where} name={lens.cell === null ? '' : board.cells[lens.cell]!.name} />}
    </svg>
  );
  if (small) return grid;
  return (
    <div class="board-box">
      {three && (
        <Three
          board={board} view={view} shapes={shapes} colours={colours} motion={motion} host={host}
          theme={boardTheme.value} onFail={() => setFlat(true)}
        />
      )}
      {props.three && flat && <p class="notice" role="status">{t('kWebNo3d')}</p>}
      {/* Not on the drawing itself: one that listens to focus would become a tab stop. */}
      <div onKeyDown={onKeyDown} onFocusIn={onFocusIn} onFocusOut={() => setFocused(false)}>{grid}</div>
      <PegEditor
        board={board} view={view} choice={now} flipped={ui.flipped} colours={colours} onTap={tap}
        onHoverHole={(hole) => hole !== held.current.hoverHole && change({ hoverHole: hole })}
      />
      {active && props.chips !== false && <Chips {...props} choice={now} onChoice={change} />}
    </div>
  );
}
