// Is the window as narrow as a phone's, or as low as one held sideways?
import { signal } from '@preact/signals';

const kNarrow = '(max-width: 600px), (max-height: 560px)';
const narrow = signal(false);

if (typeof matchMedia === 'function') {
  const media = matchMedia(kNarrow);
  narrow.value = media.matches;
  media.addEventListener('change', () => (narrow.value = media.matches));
}

export const useNarrow = (): boolean => narrow.value;
