import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Buttons go away when they are pressed: the keyboard stays with the words that they changed. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, arrived: boolean): () => void {
  const within = useRef(arrived);
  useLayoutEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (within.current && lost) box.current?.focus({ preventScroll: true });
    within.current = false;
  });
  return () => {
    within.current = box.current?.contains(document.activeElement) ?? false;
  };
}
