// A game's rules in a few sentences, and how settings are put into words.
import type { ClockRule, GameOption } from '../api';
import { gameNamed } from '../games';
import { Message, t } from '../i18n';
import { language } from '../settings';

export function Rules({ game }: { game: string }) {
  const rules = gameNamed(game)?.rules;
  if (!rules) return null;
  return (
    <div class="rules">
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>
        <a href={`/learn/${game}`}>{t(Message.kWebLearnMore)}</a>
        {' · '}
        <a href={`/rules/${game}`}>{t(Message.kWebFullRules)}</a>
      </p>
    </div>
  );
}

export function clockRuleText(clock: ClockRule | null): string {
  if (!clock) return t(Message.kWebNoClock);
  if (clock.kind === 'turn') return t(Message.kWebClockTurnIs, durationText(clock.initial / 1000));
  return t(Message.kWebClockGameIs, durationText(clock.initial / 1000), durationText(clock.increment / 1000));
}

const kUnits = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

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

// What people call a value of an option.
export const valueName = ({ values, names }: GameOption, value: string): string =>
  names[values.indexOf(value)] ?? value;
