// Numeric annotation glyphs of records and how they are written.
import { Message, t } from '../i18n';

export const kGlyphs: readonly { number: number; text: string; name: Message }[] = [
  { number: 3, text: '!!', name: Message.kWebStudyGlyphBrilliant },
  { number: 1, text: '!', name: Message.kWebStudyGlyphGood },
  { number: 5, text: '!?', name: Message.kWebStudyGlyphInteresting },
  { number: 6, text: '?!', name: Message.kWebStudyGlyphDubious },
  { number: 2, text: '?', name: Message.kWebStudyGlyphMistake },
  { number: 4, text: '??', name: Message.kWebStudyGlyphBlunder },
];

const known = (numbers: readonly number[]) => kGlyphs.filter(({ number }) => numbers.includes(number));

export const glyphText = (numbers: readonly number[]): string =>
  known(numbers)
    .map(({ text }) => text)
    .join('');

/** For those who hear the page. */
export const glyphWords = (numbers: readonly number[]): string =>
  known(numbers)
    .map(({ name }) => t(name))
    .join(', ');

/** The class of the colour that marks such a turn. */
export const glyphClass = (numbers: readonly number[]): string => {
  const judged = numbers.find((number) => number >= 1 && number <= 6);
  return judged === undefined ? '' : `glyph-${judged}`;
};
