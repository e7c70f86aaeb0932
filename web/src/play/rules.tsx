// The games in a few sentences, and how settings are put into words.
import type { ClockRule } from '../api';
import { t, type MessageName } from '../i18n';
import { language } from '../settings';

interface GameTexts {
  tag: MessageName;
  rules: MessageName[];
}

const kTexts = new Map<string, GameTexts>([
  ['eigenstate', {
    tag: 'kWebTagEigenstate',
    rules: ['kWebRulesEigenstate1', 'kWebRulesEigenstate2', 'kWebRulesEigenstate3'],
  }],
  ['sixteen-stone', {
    tag: 'kWebTagSixteenStone',
    rules: ['kWebRulesSixteenStone1', 'kWebRulesSixteenStone2', 'kWebRulesSixteenStone3'],
  }],
  ['yavalath', {
    tag: 'kWebTagYavalath',
    rules: ['kWebRulesYavalath1', 'kWebRulesYavalath2', 'kWebRulesYavalath3'],
  }],
  ['epaminondas', {
    tag: 'kWebTagEpaminondas',
    rules: ['kWebRulesEpaminondas1', 'kWebRulesEpaminondas2', 'kWebRulesEpaminondas3'],
  }],
]);

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
  if (clock.kind === 'turn') return t('kWebClockTurnIs', durationText(clock.initial / 1000));
  return t('kWebClockGameIs', durationText(clock.initial / 1000), durationText(clock.increment / 1000));
}

const kUnits = [[86_400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']] as const;

// "1 day", "1 minute 30 seconds".
export function durationText(seconds: number): string {
  let left = seconds;
  const parts = kUnits.flatMap(([size, unit]) => {
    const count = unit === 'second' ? left : Math.floor(left / size);
    left -= count * size;
    if (count === 0 && (unit !== 'second' || seconds > 0)) return [];
    return [new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'long' }).format(count)];
  });
  return parts.join(' ');
}

// The values of options are names of the rules pages; on and off have words of their own.
export function optionValue(value: string): string {
  if (value === 'on') return t('kWebOn');
  return value === 'off' ? t('kWebOff') : value;
}
