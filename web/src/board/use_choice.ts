// What the person has chosen so far, and what a tap makes of it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { choose, givesUp, openSteps, stillOpen, type Tap } from './choose';
import { isGuarded, useGuard } from './guard';
import { refusalOf } from './refusal';
import { kNoChoice, type BoardProps, type Choice, type Step, type View } from './types';

export interface Choosing {
  now: Choice;
  held: { readonly current: Choice }; // with everything that happened since the last drawing
  legal: readonly Step[];
  change: (next: Partial<Choice>) => void;
  tap: (what: Tap) => void;
}

// Where the piece stands that the draft has moved, while the turn's first peg is to be set in it or another one.
function movedToPeg({ last, draft, legal }: View): number | null {
  const move = last.find((trace) => trace.kind === 'move');
  if (draft.length === 0 || last.some((trace) => trace.kind === 'peg')) return null;
  return legal.some((step) => step.hole !== undefined && step.from === move?.to) ? move!.to! : null;
}

export function useChoice(props: BoardProps, onRefused: (cell: number, why: string | null) => void): Choosing {
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
    if (isGuarded(guard) && !givesUp(what)) return;
    if (!active) {
      // One may look at pieces while others play.
      const { peek } = held.current;
      return change({ peek: what.at !== 'cell' || what.cell === peek ? null : what.cell });
    }
    const before = held.current;
    const chosen = choose(view, before, what, startLegal);
    // A piece with holes is tapped to see its reach, too, and once more to end that.
    if (chosen.nothing && what.at === 'cell' && what.cell !== before.peek) {
      onRefused(what.cell, refusalOf({ board, view, legal, choice: before, cell: what.cell }));
    }
    change(chosen.choice);
    if (chosen.restart) props.onRestart?.(chosen.step?.action ?? null);
    else if (chosen.step) props.onAction?.(chosen.step.action, chosen.step);
    if (chosen.back) props.onBack?.();
  };
  // The piece that has just moved is open for its pegs.
  const moved = active ? movedToPeg(view) : null;
  useLayoutEffect(() => {
    if (moved !== null && held.current.editing === null) change({ editing: moved, cursor: moved });
  }, [moved]);
  return { now, held, legal, change, tap };
}
