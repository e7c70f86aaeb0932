// What a refused tap is told, at the place of the tap and for a moment only.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const kTime = 4_000; // milliseconds
const kEdge = 4; // pixels

export interface Refusal {
  cell: number;
  why: string;
}

export function useRefusal(
  onSay?: (sentence: string) => void,
): [Refusal | null, (cell: number, why: string | null) => void] {
  const [refusal, set] = useState<Refusal | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refuse = (cell: number, why: string | null): void => {
    clearTimeout(timer.current);
    set(why === null ? null : { cell, why });
    if (why === null) return;
    onSay?.(why);
    timer.current = setTimeout(() => set(null), kTime);
  };
  return [refusal, refuse];
}

// How far a bubble has to go to be in the window, and within the box around the board, which may cut it off.
function inside(bubble: DOMRect, box: DOMRect): { x: number; y: number } {
  const within = (from: number, to: number, least: number, most: number): number =>
    Math.max(least + kEdge - from, Math.min(0, most - kEdge - to));
  return {
    x: within(bubble.left, bubble.right, Math.max(0, box.left), Math.min(innerWidth, box.right)),
    y: within(bubble.top, bubble.bottom, 0, innerHeight),
  };
}

// Above the cell, below it in the upper half of the board.
export function RefusalBubble({ refusal, at }: { refusal: Refusal; at: { left: number; top: number } }) {
  const low = at.top < 50 ? ' below' : '';
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style, offsetParent } = bubble.current!;
    style.translate = '';
    const by = inside(bubble.current!.getBoundingClientRect(), offsetParent!.getBoundingClientRect());
    style.translate = `${by.x}px ${by.y}px`;
  });
  return (
    <div ref={bubble} class={`refusal${low}`} style={{ left: `${at.left}%`, top: `${at.top}%` }} aria-hidden="true">
      {refusal.why}
    </div>
  );
}
