// What went wrong, in words for people.
import { ApiError } from './api';
import { Message, t } from './i18n';

// Refusals of a table that no waiting mends: it is not there, not ours, or cannot be read. Others pass, such
// as those of a store that does not answer yet.
const kLasting = new Set(['no_such_table', 'no_token', 'wrong_token', 'damaged']);

export const isLasting = (error: ApiError): boolean => kLasting.has(error.code);

// The server says what it refuses; where it did not answer, the page speaks for it.
export function errorWords(error: unknown): string {
  if (error instanceof ApiError && error.code === 'offline') return t(Message.kWebOffline);
  return (error instanceof ApiError && error.message) || t(Message.kWebFailed);
}
