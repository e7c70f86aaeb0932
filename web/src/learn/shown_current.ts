// Where the ways to others are a line that scrolls, the one that is shown is in sight.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export function useShownCurrent(list: RefObject<HTMLElement | null>, at: unknown): void {
  useEffect(() => {
    const line = list.current?.closest<HTMLElement>('.lesson-head');
    if (!line) return;
    // The page stays where the reader has it.
    const show = (): void => {
      const shown = list.current?.querySelector<HTMLElement>('[aria-current]');
      if (shown) line.scrollLeft += shown.getBoundingClientRect().left - line.getBoundingClientRect().left - 24;
    };
    const watch = new ResizeObserver(show); // the line is shorter when the board has come; calls at once, too
    watch.observe(line);
    return () => watch.disconnect();
  }, [at]);
}
