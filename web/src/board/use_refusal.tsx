// What a refused tap is told, at the place of the tap and for a moment only.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Message, t } from '../i18n';

const kTime = 3_000; // milliseconds

export interface Refusal {
  cell: number;
  why: Message;
}

export function useRefusal(
  onSay?: (sentence: string) => void,
): [Refusal | null, (cell: number, why: Message | null) => void] {
  const [refusal, set] = useState<Refusal | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refuse = (cell: number, why: Message | null): void => {
    clearTimeout(timer.current);
    set(why === null ? null : { cell, why });
    if (why === null) return;
    onSay?.(t(why));
    timer.current = setTimeout(() => set(null), kTime);
  };
  return [refusal, refuse];
}

// Above the cell, below it in the upper half of the board; never beyond its sides.
export function RefusalBubble({ refusal, at }: { refusal: Refusal; at: { left: number; top: number } }) {
  const low = at.top < 50 ? ' below' : '';
  const side = at.left < 30 ? ' from-left' : at.left > 70 ? ' from-right' : '';
  return (
    <div class={`refusal${low}${side}`} style={{ left: `${at.left}%`, top: `${at.top}%` }} aria-hidden="true">
      {t(refusal.why)}
    </div>
  );
}
