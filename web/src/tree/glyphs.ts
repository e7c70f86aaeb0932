// Numeric annotation glyphs of records and how they are written.
import { t, type MessageName } from '../i18n';

export const kGlyphs: readonly { number: number; text: string; name: MessageName }[] = [
  { number: 3, text: '!!', name: 'kWebStudyGlyphBrilliant' },
  { number: 1, text: '!', name: 'kWebStudyGlyphGood' },
  { number: 5, text: '!?', name: 'kWebStudyGlyphInteresting' },
  { number: 6, text: '?!', name: 'kWebStudyGlyphDubious' },
  { number: 2, text: '?', name: 'kWebStudyGlyphMistake' },
  { number: 4, text: '??', name: 'kWebStudyGlyphBlunder' },
];

const known = (numbers: readonly number[]) => kGlyphs.filter(({ number }) => numbers.includes(number));

export const glyphText = (numbers: readonly number[]): string =>
  known(numbers).map(({ text }) => text).join('');

/** For those who hear the page. */
export const glyphWords = (numbers: readonly number[]): string =>
  known(numbers).map(({ name }) => t(name)).join(', ');

/** The class of the colour that marks such a turn. */
export const glyphClass = (numbers: readonly number[]): string => {
  const judged = numbers.find((number) => number >= 1 && number <= 6);
  return judged === undefined ? '' : `glyph-${judged}`;
};
