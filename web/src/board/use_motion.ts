// How a turn comes to be seen: in motion, or where nothing shall move, mark by mark.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isStill, kNoMotion, newTraces, plan, type Motion } from './motion';
import { stepsOfLast } from './scene_last';
import type { BoardProps, View } from './types';

const kStepPause = 700; // milliseconds between two marks

// The motion that brought this view about; kept until the next one.
export function useMotion({ board, view, replay = 0 }: BoardProps): Motion {
  const before = useRef<View | null>(null);
  const stood = useRef<View | null>(null); // the last one without a draft
  const played = useRef(replay);
  return useMemo(() => {
    const again = played.current !== replay;
    const from = before.current;
    const traces = again ? view.last : newTraces(from, view, stood.current);
    played.current = replay;
    before.current = view;
    if (view.draft.length === 0) stood.current = view;
    return isStill() ? kNoMotion : plan(board, again ? null : from, traces);
  }, [board, view, replay]);
}

// How many steps of the last turn are marked: all, but while they are shown again without motion.
export function useLastSteps({ board, view, replay = 0 }: BoardProps): number {
  const [shown, show] = useState(Infinity);
  const played = useRef(replay);
  useEffect(() => {
    const again = played.current !== replay;
    played.current = replay;
    const steps = stepsOfLast(view, board).length;
    if (!again || !isStill() || steps === 0) return show(Infinity);
    let at = 0;
    show(at);
    const timer = setInterval(() => {
      show(++at < steps ? at : Infinity);
      if (at >= steps) clearInterval(timer);
    }, kStepPause);
    return () => clearInterval(timer);
  }, [board, view, replay]);
  return shown;
}
