// Plays a motion on the drawing. Elements stand where they end up; animations bring them there.
import { holeAt, kUnit, type Layout, type Point } from './geometry';
import { kStepTime, type Motion } from './motion';
import type { BoardInfo } from './types';

const moved = (from: Point, to: Point): string => `translate(${from.x - to.x}px, ${from.y - to.y}px)`;

// Where a stone goes that is pushed over the edge.
export function beyond(where: Layout, cell: number, from: number): Point {
  const at = where.centres[cell]!;
  const start = where.centres[from]!;
  return { x: at.x + Math.sign(at.x - start.x) * kUnit, y: at.y + Math.sign(at.y - start.y) * kUnit };
}

export function animate(svg: Element, board: BoardInfo, where: Layout, motion: Motion): Animation[] {
  const running: Animation[] = [];
  const inner = (kind: string, cell: number): Element | null =>
    svg.querySelector(`[data-piece="${kind}${cell}"] > .inner`);
  const play = (element: Element | null, frames: Keyframe[], duration: number, delay = 0): void => {
    if (!element) return;
    running.push(element.animate(frames, { duration, delay, easing: 'ease-in-out', fill: 'backwards' }));
  };
  for (const { cell, frames } of motion.moves) {
    const end = where.centres[cell]!;
    const keys = frames.map((frame) => ({
      offset: frame.at / motion.duration,
      transform: moved(where.centres[frame.cell]!, end),
      easing: 'ease-in-out',
    }));
    const first = { ...keys[0]!, offset: 0 };
    const last = { ...keys[keys.length - 1]!, offset: 1 };
    play(inner('stand', cell), [first, ...keys, last], motion.duration);
  }
  for (const { piece, at, from } of motion.leaves) {
    const away = from === undefined ? { x: 0, y: 0 } : beyond(where, piece.cell, from);
    const home = where.centres[piece.cell]!;
    const transform = from === undefined ? 'scale(0.6)' : moved(away, home);
    play(
      inner('leave', piece.cell),
      [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0, transform }],
      kStepTime * 1.3,
      at,
    );
  }
  for (const { cell, hole, at } of motion.arrives) {
    if (hole === undefined) {
      play(
        inner('stand', cell),
        [
          { opacity: 0, transform: 'scale(1.5)' },
          { opacity: 1, transform: 'none' },
        ],
        kStepTime,
        at,
      );
      continue;
    }
    const { x, y } = holeAt(board, hole, where.flipped);
    const pegs = [...(inner('stand', cell)?.querySelectorAll('.peg') ?? [])];
    const peg = pegs.find((each) => each.getAttribute('transform') === `translate(${x} ${y})`);
    const start = `translate(${x}px, ${y - 26}px) scale(1.7)`;
    play(
      peg ?? null,
      [
        { opacity: 0, transform: start },
        { opacity: 1, transform: `translate(${x}px, ${y}px)` },
      ],
      kStepTime,
      at,
    );
  }
  return running;
}
