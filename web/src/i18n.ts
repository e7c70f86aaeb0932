// The page's sentences, from the same catalogue as the terminal's.
import { signal } from '@preact/signals';
import type { MessageName } from 'tabuleiro:messages';
import { language, type Language } from './settings';

export type { MessageName };

const texts = signal<Record<string, string>>({});

async function load(which: Language): Promise<Record<string, string>> {
  return which === 'pt'
    ? (await import('tabuleiro:messages-pt')).default
    : (await import('tabuleiro:messages-en')).default;
}

// Loads a language and makes it the page's. The one before stays if the new one cannot be had.
export async function speak(which: Language): Promise<void> {
  const loaded = await load(which);
  texts.value = loaded;
  language.value = which;
}

// Puts argument N where the pattern says {N}.
export const fill = (pattern: string, values: readonly (string | number)[]): string =>
  pattern.replace(/\{(\d)\}/g, (slot, index: string) => String(values[Number(index)] ?? slot));

export const t = (name: MessageName, ...values: (string | number)[]): string =>
  fill(texts.value[name] ?? name, values);

export const percent = (share: number): string =>
  new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 0 }).format(share);

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
