// The fields of the form for a new game.
import { useId } from 'preact/hooks';
import type { ClockRule, Game, Options } from '../api';
import { capital, Message, t } from '../i18n';
import { kLevelWords, levelOf } from '../play/names';
import { durationText } from '../play/rules';
import { measuredStep } from './ladder';
import { kLevelTimes, kTimedLevel } from './setup';
import { useStrengthHere } from './strength';

interface SeatProps {
  game: Game;
  players: number; // how many play
  player: number;
  side: string;
  colour: string;
  who: string;
  levelTime: number;
  onWho: (who: string) => void;
  onLevelTime: (milliseconds: number) => void;
}

function Level({ game, players, who, levelTime, onWho, onLevelTime }: SeatProps) {
  const level = levelOf(who);
  const id = useId();
  const share = measuredStep(game.name, level, players);
  const hint =
    share > 0 ? t(Message.kWebMeasured, level - 1, Math.round(share)) : level === 1 ? t(Message.kWebWeakest) : '';
  const here = useStrengthHere(game, players, level === kTimedLevel, levelTime);
  return (
    <div class="level">
      <label for={id}>
        <b>{capital(t(Message.kWhoLevel, level))}</b> · {t(kLevelWords[level - 1]!)}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={10}
        value={level}
        aria-valuetext={`${level}, ${t(kLevelWords[level - 1]!)}`}
        onInput={(event) => onWho(`level:${event.currentTarget.value}`)}
      />
      {hint && <p class="hint">{hint}</p>}
      {here && <p class="hint">{here}</p>}
      {level === kTimedLevel && (
        <Select
          label={t(Message.kWebEachTurn)}
          value={levelTime / 1000}
          values={kLevelTimes.map((time) => time / 1000)}
          words={durationText}
          onValue={(seconds) => onLevelTime(seconds * 1000)}
        />
      )}
    </div>
  );
}

export function SeatField(props: SeatProps) {
  const { player, side, colour, who, onWho } = props;
  const id = useId();
  const kind = levelOf(who) ? 'level' : who;
  return (
    <div class="seat-field">
      <div class="row">
        <span class={`stone c-${colour}`} data-player={player} aria-hidden="true" />
        <label for={id} class="grow">
          {side}
        </label>
        <select
          id={id}
          value={kind}
          onChange={(event) => {
            const next = event.currentTarget.value;
            onWho(next === 'level' ? 'level:3' : next);
          }}
        >
          <option value="me">{t(Message.kWebYou)}</option>
          <option value="open">{t(Message.kWebFriendByLink)}</option>
          <option value="level">{t(Message.kWebComputer)}</option>
          <option value="classic">{t(Message.kWebComputerClassic)}</option>
          <option value="random">{t(Message.kWebComputerRandom)}</option>
        </select>
      </div>
      {kind === 'level' && <Level {...props} />}
    </div>
  );
}

const kMinutes = [1, 3, 5, 10, 15, 30, 60];
const kIncrements = [0, 2, 3, 5, 10, 30];
const kTurnSeconds = [10, 20, 30, 60, 120, 300, 86400];

function Select({
  label,
  value,
  values,
  words,
  onValue,
}: {
  label: string;
  value: number;
  values: number[];
  words: (value: number) => string;
  onValue: (value: number) => void;
}) {
  const all = values.includes(value) ? values : [...values, value].sort((a, b) => a - b);
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select value={value} onChange={(event) => onValue(Number(event.currentTarget.value))}>
        {all.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

const kClockKinds = [
  ['none', Message.kWebNoClock],
  ['game', Message.kWebClockGame],
  ['turn', Message.kWebClockTurn],
] as const;

export function ClockField({
  clock,
  onClock,
}: {
  clock: ClockRule | null;
  onClock: (clock: ClockRule | null) => void;
}) {
  const kind = clock?.kind ?? 'none';
  const pick = (next: string) =>
    onClock(
      next === 'game'
        ? { kind: 'game', initial: 600_000, increment: 5_000 }
        : next === 'turn'
          ? { kind: 'turn', initial: 60_000 }
          : null,
    );
  return (
    <fieldset>
      <legend class="unseen">{t(Message.kWebClock)}</legend>
      <div class="segments">
        {kClockKinds.map(([value, name]) => (
          <label key={value}>
            <input type="radio" name="clock" checked={kind === value} onChange={() => pick(value)} />
            <span>{t(name)}</span>
          </label>
        ))}
      </div>
      {clock?.kind === 'game' && (
        <div class="row fields">
          <Select
            label={t(Message.kWebMinutesEach)}
            value={clock.initial / 60_000}
            values={kMinutes}
            words={(value) => durationText(value * 60)}
            onValue={(value) => onClock({ ...clock, initial: value * 60_000 })}
          />
          <Select
            label={t(Message.kWebIncrement)}
            value={clock.increment / 1000}
            values={kIncrements}
            words={durationText}
            onValue={(value) => onClock({ ...clock, increment: value * 1000 })}
          />
        </div>
      )}
      {clock?.kind === 'turn' && (
        <div class="row fields">
          <Select
            label={t(Message.kWebEachTurn)}
            value={clock.initial / 1000}
            values={kTurnSeconds}
            words={durationText}
            onValue={(value) => onClock({ ...clock, initial: value * 1000 })}
          />
        </div>
      )}
    </fieldset>
  );
}

export function OptionFields({
  game,
  options,
  onOption,
}: {
  game: Game;
  options: Options;
  onOption: (key: string, value: string) => void;
}) {
  return (
    <>
      {game.options.map(({ key, values, names, description }) => (
        <fieldset key={key} class="option">
          <legend>{capital(description)}</legend>
          <div class="segments">
            {values.map((value, at) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`option-${key}`}
                  checked={options[key] === value}
                  onChange={() => onOption(key, value)}
                />
                <span>{names[at]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
}
