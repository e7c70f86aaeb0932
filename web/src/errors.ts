// What went wrong, in words for people.
import { ApiError } from './api';
import { t } from './i18n';

// The server says what it refuses; where it did not answer, the page speaks for it.
export function errorWords(error: unknown): string {
  if (error instanceof ApiError && error.code === 'offline') return t('kWebOffline');
  return (error instanceof ApiError && error.message) || t('kWebFailed');
}
