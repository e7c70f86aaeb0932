// Keys of a screen, while it is there.
import { useEffect } from 'preact/hooks';
import { shortcuts } from '../settings';
import { placeOf, treeKey, type TreeKey } from './keys';

/** `act` says whether the key meant something; then the browser does nothing else with it. */
export function useKeys(act: (key: TreeKey) => boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const press = {
        key: event.key,
        shift: event.shiftKey,
        other: event.ctrlKey || event.altKey || event.metaKey,
      };
      const key = treeKey(press, placeOf(event.target), shortcuts.value === 'on');
      if (key && act(key)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
