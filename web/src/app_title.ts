// What the browser's tab says.
import { capital, Message, t } from './i18n';
import { gameTitle } from './games';
import type { Route } from './router';

export const setTitle = (words = ''): void => {
  document.title = words ? `${words} – Tabuleiro` : 'Tabuleiro';
};

const kNames = {
  new: Message.kWebNewGame,
  analyse: Message.kWebAnalyse,
  edit: Message.kWebStudyEdit,
  review: Message.kWebReview,
  learn: Message.kWebLearn,
  puzzles: Message.kWebPuzzles,
  rules: Message.kWebFullRules,
  games: Message.kWebMyGames,
  reports: Message.kWebReports,
  help: Message.kWebHelp,
  missing: Message.kWebMissing,
} as const;

// What is open, and of which game.
export function routeTitle({ screen, name }: Route): string {
  if (screen === 'home' || screen === 'table') return '';
  if (screen === 'embed') return gameTitle(name);
  const words = capital(t(kNames[screen]));
  return name && screen !== 'review' && gameTitle(name) ? `${words}: ${gameTitle(name)}` : words;
}
