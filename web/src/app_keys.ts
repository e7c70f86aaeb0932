// Single-key shortcuts of the page. The screen that was opened last is asked first.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shortcuts } from './settings';

// What a key does; false: nothing now, the key stays the browser's.
export type KeyMap = Record<string, (event: KeyboardEvent) => unknown>;

const maps: { current: KeyMap }[] = [];

// Where the focus is: letters are text in fields, arrows move radios and scroll boxes that can be focused.
export type Place = 'field' | 'mover' | 'button' | 'elsewhere';

export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.matches('input[type=radio]')) return 'mover';
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return 'field';
  if (target.closest('button, a[href], summary, input, [role=gridcell]')) return 'button';
  return target.matches('[tabindex="0"]') ? 'mover' : 'elsewhere';
}

// Has what is focused a use of its own for the key?
export function isTaken(key: string, place: Place): boolean {
  switch (place) {
    case 'field':
      return key !== 'Escape';
    case 'mover':
      return /^( |Enter|Arrow.*|Home|End|Page.*)$/.test(key);
    case 'button':
      return key === ' ' || key === 'Enter';
    default:
      return false;
  }
}

// "N" with Shift is "Shift+N"; other characters are what they are on this keyboard.
export function keyName(event: KeyboardEvent): string {
  const letter = /^[a-z]$/i.test(event.key);
  const name = letter ? event.key.toUpperCase() : event.key;
  return event.shiftKey && (letter || name.length > 1) ? `Shift+${name}` : name;
}

export function dispatchKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTaken(event.key, placeOf(event.target)) || document.querySelector('dialog[open]')) return;
  // Space is no shortcut of letters: it is how buttons are pressed, too.
  if (shortcuts.value === 'off' && event.key.length === 1 && event.key !== ' ') return;
  const name = keyName(event);
  for (const { current } of [...maps].reverse()) {
    if (!current[name] || current[name](event) === false) continue;
    event.preventDefault();
    return;
  }
}

export function useKeys(map: KeyMap): void {
  const latest = useRef(map);
  latest.current = map;
  // At once: who presses a key right after a screen has come or gone means what is seen.
  useLayoutEffect(() => {
    maps.push(latest);
    return () => void maps.splice(maps.indexOf(latest), 1);
  }, []);
}

export function startKeys(): void {
  addEventListener('keydown', dispatchKey);
}
