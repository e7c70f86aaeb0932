import { decimal } from '../i18n';

/** Points of a chance, a hundred being all of it: "4.1". */
export const points = (value: number): string => decimal(value, 1);
