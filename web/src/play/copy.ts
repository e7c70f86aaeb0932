// Copying text. The clipboard's own interface exists only on secure pages, which a page in the
// house network is not; selecting and copying works everywhere.
import { wholeAddress } from '../place';

export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: try the old way.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  field.setAttribute('aria-hidden', 'true');
  const holder = document.querySelector('dialog[open]') ?? document.body;
  holder.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

// What another site writes to show a board of ours.
export const embedCode = (path: string): string =>
  `<iframe src="${wholeAddress(path)}" title="Tabuleiro" width="480" height="560"></iframe>`;
