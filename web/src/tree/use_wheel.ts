// The wheel as steps: a notch of a mouse is one, a finger on a pad needs some way for each.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const kNotch = 50; // pixels
const kLine = 16; // pixels of a line, where a browser counts in lines
const kPause = 400; // milliseconds after which a gesture begins anew

/** 0: less than a step so far. */
export type WheelStep = -1 | 0 | 1;

/** `step` says whether the wheel is wanted here; then the page does not scroll. */
export function useWheel(box: RefObject<HTMLElement | null>, step: (by: WheelStep) => boolean): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    let gone = 0; // since the last step
    let before = 0;
    const turned = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return; // zooming, or sideways
      const by = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * kLine * 3;
      if (event.timeStamp - before > kPause || by * gone < 0) gone = 0;
      before = event.timeStamp;
      gone += by;
      const steps = Math.abs(gone) < kNotch ? 0 : gone > 0 ? 1 : -1;
      if (!latest.current(steps)) return;
      if (steps !== 0) gone = 0;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before what lies inside, whose own use of the wheel is to come nearer.
    const element = box.current!;
    element.addEventListener('wheel', turned, { passive: false, capture: true });
    return () => element.removeEventListener('wheel', turned, { capture: true });
  }, []);
}
