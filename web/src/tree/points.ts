import { language } from '../settings';

/** Points of a chance, a hundred being all of it: "4.1". */
export const points = (value: number): string =>
  new Intl.NumberFormat(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
