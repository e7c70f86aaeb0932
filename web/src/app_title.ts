// What the browser's tab says.
import { capital, t } from './i18n';
import { gameTitle } from './games';
import type { Route } from './router';

export const setTitle = (words = ''): void => {
  document.title = words ? `${words} – Tabuleiro` : 'Tabuleiro';
};

const kNames = {
  new: 'kWebNewGame',
  analyse: 'kWebAnalyse',
  edit: 'kWebStudyEdit',
  review: 'kWebReview',
  learn: 'kWebLearn',
  help: 'kWebHelp',
  missing: 'kWebMissing',
} as const;

// What is open, and of which game.
export function routeTitle({ screen, name }: Route): string {
  if (screen === 'home' || screen === 'table') return '';
  const words = capital(t(kNames[screen]));
  return name && screen !== 'review' ? `${words}: ${gameTitle(name)}` : words;
}
