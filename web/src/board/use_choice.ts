// What the person has chosen so far, and what a tap makes of it.
import { useRef, useState } from 'preact/hooks';
import { choose, openSteps, stillOpen, type Tap } from './choose';
import { isGuarded, useGuard } from './guard';
import { kNoChoice, type BoardProps, type Choice, type Step } from './types';

export interface Choosing {
  now: Choice;
  held: { readonly current: Choice }; // with everything that happened since the last drawing
  legal: readonly Step[];
  change: (next: Partial<Choice>) => void;
  tap: (what: Tap) => void;
}

export function useChoice(props: BoardProps): Choosing {
  const { board, view, active = false, startLegal = [] } = props;
  const [kept, keep] = useState<Choice>(kNoChoice);
  const guard = useGuard(view);
  const choice = props.choice ?? kept;
  const legal = openSteps(view, startLegal);
  const now = stillOpen(active ? legal : [], choice.cursor < board.cells.length ? choice : { ...choice, cursor: 0 });

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
    if (isGuarded(guard)) return;
    if (!active) {
      // One may look at pieces while others play.
      const { peek } = held.current;
      return change({ peek: what.at !== 'cell' || what.cell === peek ? null : what.cell });
    }
    const chosen = choose(view, held.current, what, startLegal);
    change(chosen.choice);
    if (chosen.restart) props.onRestart?.(chosen.step?.action ?? null);
    else if (chosen.step) props.onAction?.(chosen.step.action, chosen.step);
    if (chosen.back) props.onBack?.();
  };
  return { now, held, legal, change, tap };
}
