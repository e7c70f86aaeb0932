// The page's sentences, from the same catalogue as the terminal's.
import { signal } from '@preact/signals';
import names from 'tabuleiro:languages.json';
import { Message } from 'tabuleiro:messages';
import { language, type Language } from './settings';

export { Message };

const texts = signal<Record<string, string>>({});
type Loaded = Promise<{ default: Record<string, string> }>;

// What home and a table say; what the parts say that are loaded when they are first shown; what only the screens
// for studying say.
const kTexts = {
  always: {
    en: (): Loaded => import('tabuleiro:messages-en'),
    pt: (): Loaded => import('tabuleiro:messages-pt'),
  },
  more: {
    en: (): Loaded => import('tabuleiro:messages-en-more'),
    pt: (): Loaded => import('tabuleiro:messages-pt-more'),
  },
  study: {
    en: (): Loaded => import('tabuleiro:messages-en-study'),
    pt: (): Loaded => import('tabuleiro:messages-pt-study'),
  },
};

type Part = keyof typeof kTexts;
const parts = new Set<Part>(['always']); // that the page has shown

// Loads a language and makes it the page's. The one before stays if the new one cannot be had.
export async function speak(which: Language): Promise<void> {
  const loaded = await Promise.all([...parts].map((part) => kTexts[part][which]()));
  const words = Object.assign({}, ...loaded.map((each) => each.default)) as Record<string, string>;
  // Of two calls in one language the later answer may know fewer parts.
  texts.value = which === language.value ? { ...texts.value, ...words } : words;
  language.value = which;
}

// The sentences and the looks of what is loaded later come with the first of it.
// Whoever wants what is on its way waits for it too.
const coming = new Map<Part, Promise<unknown>>();

async function prepare(...wanted: Exclude<Part, 'always'>[]): Promise<void> {
  const missing = wanted.filter((part) => !parts.has(part));
  if (missing.length > 0) {
    for (const part of missing) parts.add(part);
    const work = Promise.all([speak(language.value), ...missing.map(loadStyle)]);
    for (const part of missing) coming.set(part, work);
    work.catch(() => {
      for (const part of missing) parts.delete(part);
    });
  }
  await Promise.all(wanted.map((part) => coming.get(part)));
}

export const prepareMore = (): Promise<void> => prepare('more');
export const prepareStudy = (): Promise<void> => prepare('more', 'study');

function loadStyle(part: Part): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>(`meta[name=${part}-style]`)?.content ?? '';
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

export const t = (name: Message, ...values: (string | number)[]): string => fill(texts.value[name] ?? name, values);

// What a language calls itself.
export const languageName = (which: Language): string => names[which] ?? which;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

// Formatters are slow to make, and clocks show numbers all the time.
const decimals = new Map<string, Intl.NumberFormat>();

// 2.5, or 2,5 in Portuguese.
export function decimal(value: number, digits: number): string {
  const key = `${language.value} ${digits}`;
  const known = decimals.get(key);
  const format =
    known ?? new Intl.NumberFormat(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (!known) decimals.set(key, format);
  return format.format(value);
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
