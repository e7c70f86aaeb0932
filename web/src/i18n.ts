// The page's sentences, from the same catalogue as the terminal's.
import { signal } from '@preact/signals';
import names from 'tabuleiro:languages';
import type { MessageName } from 'tabuleiro:messages';
import { language, type Language } from './settings';

export type { MessageName };

const texts = signal<Record<string, string>>({});
let studies = false; // one of the screens for studying, help or settings has been opened

type Loaded = Promise<{ default: Record<string, string> }>;

const kAlways = {
  en: (): Loaded => import('tabuleiro:messages-en'),
  pt: (): Loaded => import('tabuleiro:messages-pt'),
};
const kStudy = {
  en: (): Loaded => import('tabuleiro:messages-en-study'),
  pt: (): Loaded => import('tabuleiro:messages-pt-study'),
};

// Loads a language and makes it the page's. The one before stays if the new one cannot be had.
export async function speak(which: Language): Promise<void> {
  const [always, study] = await Promise.all([kAlways[which](), studies ? kStudy[which]() : null]);
  texts.value = { ...always.default, ...study?.default };
  language.value = which;
}

// The sentences and the looks of the screens for studying, and of parts that are loaded when they are first
// shown, come with the first of them.
export async function prepareStudy(): Promise<void> {
  if (studies) return;
  studies = true;
  try {
    await Promise.all([speak(language.value), loadStyle()]);
  } catch (error) {
    studies = false;
    throw error;
  }
}

function loadStyle(): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>('meta[name=study-style]')?.content ?? '';
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
}

// Puts argument N where the pattern says {N}.
export const fill = (pattern: string, values: readonly (string | number)[]): string =>
  pattern.replace(/\{(\d)\}/g, (slot, index: string) => String(values[Number(index)] ?? slot));

export const t = (name: MessageName, ...values: (string | number)[]): string =>
  fill(texts.value[name] ?? name, values);

// What a language calls itself.
export const languageName = (which: Language): string => names[which] ?? which;

export const percent = (share: number): string =>
  new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 0 }).format(share);

// 2.5, or 2,5 in Portuguese.
export const decimal = (value: number, digits: number): string =>
  new Intl.NumberFormat(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
