// A tap right after something changed under the pointer was meant for what was there before.
import { useRef } from 'preact/hooks';
import { isTest } from './motion';
import type { View } from './types';

const kGuard = 300; // milliseconds

interface Guard {
  since: number; // when what is shown came or last changed
}

export const isGuarded = ({ since }: Guard): boolean => !isTest() && performance.now() - since < kGuard;

// For an element that comes unasked: clicks inside it count only when it has been there for a while.
export const guarding = (guard: Guard): { onClickCapture: (event: Event) => void } => ({
  onClickCapture: (event) => {
    if (!isGuarded(guard)) return;
    event.preventDefault();
    event.stopPropagation();
  },
});

// From the moment something appears; with a view, also from the moment somebody else changed it.
export function useGuard(view?: View): Guard {
  const guard = useRef<Guard>(null);
  guard.current ??= { since: performance.now() };
  const last = useRef(view?.position);
  if (view && last.current !== view.position && view.draft.length === 0) guard.current.since = performance.now();
  last.current = view?.position;
  return guard.current;
}
