// The games in a few sentences, and how settings are put into words.
import type { ClockRule } from '../api';
import { t, type MessageName } from '../i18n';

interface GameTexts {
  title: string;
  tag: MessageName;
  rules: MessageName[];
}

const kTexts = new Map<string, GameTexts>([
  ['eigenstate', {
    title: 'Eigenstate',
    tag: 'kWebTagEigenstate',
    rules: ['kWebRulesEigenstate1', 'kWebRulesEigenstate2', 'kWebRulesEigenstate3'],
  }],
  ['sixteen-stone', {
    title: 'Sixteen Stone',
    tag: 'kWebTagSixteenStone',
    rules: ['kWebRulesSixteenStone1', 'kWebRulesSixteenStone2', 'kWebRulesSixteenStone3'],
  }],
  ['yavalath', {
    title: 'Yavalath',
    tag: 'kWebTagYavalath',
    rules: ['kWebRulesYavalath1', 'kWebRulesYavalath2', 'kWebRulesYavalath3'],
  }],
  ['epaminondas', {
    title: 'Epaminondas',
    tag: 'kWebTagEpaminondas',
    rules: ['kWebRulesEpaminondas1', 'kWebRulesEpaminondas2', 'kWebRulesEpaminondas3'],
  }],
]);

export const gameTitle = (game: string): string => kTexts.get(game)?.title ?? game;

export const gameTag = (game: string): string => {
  const texts = kTexts.get(game);
  return texts ? t(texts.tag) : '';
};

export function Rules({ game }: { game: string }) {
  const texts = kTexts.get(game);
  if (!texts) return null;
  return (
    <div class="rules">
      <ul>{texts.rules.map((rule) => <li key={rule}>{t(rule)}</li>)}</ul>
      <p><a href={`/learn/${game}`}>{t('kWebLearnMore')}</a></p>
    </div>
  );
}

export function clockRuleText(clock: ClockRule | null): string {
  if (!clock) return t('kWebNoClock');
  const seconds = clock.initial / 1000;
  if (clock.kind === 'turn') return t('kWebClockTurnIs', seconds);
  return t('kWebClockGameIs', seconds / 60, clock.increment / 1000);
}
