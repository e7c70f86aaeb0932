// How large a board is drawn.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

// Pixels of the screen for a hundredth of a cell, in steps, so that what is written does not flicker.
export function usePixels(svg: RefObject<SVGSVGElement | null>, wanted: boolean): number {
  const [pixels, set] = useState(1);
  useLayoutEffect(() => {
    if (!wanted || !svg.current || typeof ResizeObserver === 'undefined') return undefined;
    const drawing = svg.current;
    const measure = (): void => {
      const scale = drawing.getScreenCTM()?.a ?? 1;
      if (scale > 0) set(Math.max(0.05, Math.floor(scale * 20) / 20));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(drawing);
    measure();
    return () => observer.disconnect();
  }, [wanted]);
  return pixels;
}
