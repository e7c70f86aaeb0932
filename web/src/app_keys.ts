// Single-key shortcuts of the page. The screen that was opened last is asked first.
import { useEffect, useRef } from 'preact/hooks';
import { shortcuts } from './settings';

export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

const maps: { current: KeyMap }[] = [];

// Where letters are text, or a control has a use of its own for the key.
function typing(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  if (!target?.closest) return false;
  if (target.closest('dialog')) return true; // Escape closes it
  if (target.closest('input, textarea, select, [contenteditable]')) return event.key !== 'Escape';
  const control = target.closest('button, a, summary, [role=gridcell], [role=grid]');
  return control !== null && (event.key === 'Enter' || event.key === ' ');
}

// "N" with Shift is "Shift+N"; other characters are what they are on this keyboard.
export function keyName(event: KeyboardEvent): string {
  const letter = /^[a-z]$/i.test(event.key);
  const name = letter ? event.key.toUpperCase() : event.key;
  return event.shiftKey && (letter || name.length > 1) ? `Shift+${name}` : name;
}

export function dispatchKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
  if (shortcuts.value === 'off' && event.key.length === 1) return;
  const name = keyName(event);
  for (const { current } of [...maps].reverse()) {
    const action = current[name];
    if (!action) continue;
    event.preventDefault();
    action(event);
    return;
  }
}

export function useKeys(map: KeyMap): void {
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => {
    maps.push(latest);
    return () => void maps.splice(maps.indexOf(latest), 1);
  }, []);
}

export function startKeys(): void {
  addEventListener('keydown', dispatchKey);
}
