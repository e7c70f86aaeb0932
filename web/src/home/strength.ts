// How strong full strength is on this device, in words: how many positions it looks at in a turn, against the levels,
// which look at the same number everywhere.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { Game } from '../api';
import { Message, t } from '../i18n';
import { hasEngine, hasServer } from '../place';
import { language } from '../settings';
import { socket } from '../socket';

const kMeasured = 400; // milliseconds of search

// Positions a millisecond of the engine in this browser, by game.
const rates = new Map<string, Promise<number>>();

async function measured(game: string): Promise<number> {
  const found = await api.analysis({ game, time: kMeasured, lines: 1 }, true);
  const line = found.lines[0];
  if (!line || line.proven || !line.time_ms) throw new Error('nothing was searched');
  return line.nodes / line.time_ms;
}

function rateOf(game: string): Promise<number> {
  const rate = rates.get(game) ?? measured(game);
  rates.set(game, rate);
  rate.catch(() => rates.delete(game));
  return rate;
}

const kDigits = { maximumSignificantDigits: 2 };
const about = (value: number): string => new Intl.NumberFormat(language.value, kDigits).format(value);

/** `levels`: the positions of levels 1 to 9. */
export function strengthWords(positions: number, levels: readonly number[]): string {
  const times = positions / levels.at(-1)!;
  if (times >= 2) return t(Message.kWebOnThisDevice, about(positions), about(times));
  const like = levels.filter((nodes) => nodes <= positions).length;
  return t(Message.kWebOnThisDeviceLike, about(positions), Math.max(1, like));
}

/** Nothing until it is measured, and where a server thinks. With three players the levels are not measured. */
export function useStrengthHere(game: Game, players: number, wanted: boolean, time: number): string {
  const rate = useSignal(0);
  const here = wanted && players === 2 && hasEngine && (!hasServer || socket.online.value === 'offline');
  useEffect(() => {
    rate.value = 0; // of another game
    if (!here) return;
    let shown = true;
    rateOf(game.name).then(
      (found) => {
        if (shown) rate.value = found;
      },
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [game.name, here]);
  return here && rate.value > 0 ? strengthWords(rate.value * time, game.level_nodes) : '';
}
