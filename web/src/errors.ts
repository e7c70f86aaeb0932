// What went wrong, in words for people.
import { ApiError } from './api';
import { Message, t } from './i18n';

// Refusals of a table that no waiting mends: it is not there, not ours, or cannot be read. Others pass, such
// as those of a store that does not answer yet.
const kLasting = new Set(['no_such_table', 'no_token', 'wrong_token', 'damaged', 'no_server']);

export const isLasting = (error: ApiError): boolean => kLasting.has(error.code);

const kOwnWords: Record<string, Message> = {
  offline: Message.kWebOffline,
  no_server: Message.kWebNoServer,
  no_engine: Message.kWebNoEngine,
  engine_stopped: Message.kWebEngineStopped,
};

// The server says what it refuses; where it did not answer, the page speaks for it.
export function errorWords(error: unknown): string {
  if (error instanceof ApiError && kOwnWords[error.code]) return t(kOwnWords[error.code]!);
  return (error instanceof ApiError && error.message) || t(Message.kWebFailed);
}
