// What a new game is made of, and how a form changes it. Pure.
import type { ClockRule, Game, NewTable, Options } from '../api';

export interface Setup {
  options: Options;
  seats: string[]; // me, open, or a computer; one a player, spare ones for three players
  shuffle: boolean; // sides by chance
  clock: ClockRule | null;
  exploration: boolean;
  aids: boolean;
  show: boolean; // the finished game, to everybody
  open: boolean; // a public table
  swap?: string; // what was chosen of it, while three play and it is off
  levelTime: number; // milliseconds a turn of the computer that takes its time from the clock
}

const kDefaultComputer = 'level:3';
export const kLevelTimes = [1000, 2000, 3000, 5000, 10_000];
export const kTimedLevel = 10; // the one level without an effort of its own

// How many play: an option of the game, or two.
export const playersOf = (options: Options): number => Number(options['players'] ?? 2);

export function parseSetup(text: string | null): Partial<Setup> {
  try {
    const kept = JSON.parse(text ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Setup>) : {};
  } catch {
    return {};
  }
}

const isSeat = (who: unknown): who is string =>
  typeof who === 'string' && /^(me|open|random|classic|level:([1-9]|10))$/.test(who);

// The wish of the link (computer, friend, hotseat), else what was chosen last time.
export function initialSetup(game: Game, wanted: string | null, kept: Partial<Setup>): Setup {
  const defaults = Object.fromEntries(game.options.map(({ key, default: value }) => [key, value]));
  const known = game.options.filter(({ key, values }) => values.includes(String(kept.options?.[key])));
  const options = {
    ...defaults,
    ...Object.fromEntries(known.map(({ key }) => [key, String(kept.options![key])])),
  };
  const last = Array.isArray(kept.seats) ? kept.seats.filter(isSeat) : [];
  const computer = last.find((who) => who !== 'me' && who !== 'open') ?? kDefaultComputer;
  const others = { computer, friend: 'open', hotseat: 'me' }[wanted ?? ''];
  const seats = others ? ['me', others, others] : last.length === 3 ? last : ['me', computer, computer];
  return {
    options,
    seats,
    shuffle: kept.shuffle === true,
    clock: isClock(kept.clock) ? kept.clock : null,
    // Against people help is a matter of agreement.
    exploration: others ? others !== 'open' : kept.exploration !== false,
    aids: kept.aids === true && others !== 'open',
    // Nothing is shown because it was shown last time.
    show: false,
    open: false,
    ...(kept.swap === 'on' ? { swap: 'on' } : {}),
    levelTime: kLevelTimes.includes(kept.levelTime!) ? kept.levelTime! : kLevelTimes[0]!,
  };
}

// Somebody else on a seat. Help was not agreed upon with a friend who is yet to come.
export function withSeat(setup: Setup, at: number, who: string): Setup {
  const seats = setup.seats.map((old, i) => (i === at ? who : old));
  return who === 'open' ? { ...setup, seats, exploration: false, aids: false } : { ...setup, seats };
}

function isClock(clock: unknown): clock is ClockRule {
  const rule = clock as Partial<ClockRule> | null | undefined;
  return (rule?.kind === 'game' || rule?.kind === 'turn') && typeof rule.initial === 'number';
}

// Options that exclude each other are the server's to judge; swap goes with two players only.
export function withOption(setup: Setup, key: string, value: string): Setup {
  const options = { ...setup.options, [key]: value };
  if (key === 'swap' && value === 'on' && 'players' in options) options['players'] = '2';
  if (key !== 'players' || !('swap' in options)) return { ...setup, options };
  const { swap = setup.options['players'] === '2' ? options['swap']! : 'on', ...rest } = setup;
  return value === '2'
    ? { ...rest, options: { ...options, swap } }
    : { ...rest, swap, options: { ...options, swap: 'off' } };
}

// Where a game may begin instead of at its start: "play from here".
export interface Beginning {
  options: Options;
  position?: string;
  turns?: string[];
}

// `?position=…&turns=a1 b2&options=size=3`; the server checks what they say.
export function beginningOf(query: URLSearchParams): Beginning | null {
  const position = query.get('position');
  const turns = (query.get('turns') ?? '').split(' ').filter(Boolean);
  if (!position && turns.length === 0) return null;
  const pairs = (query.get('options') ?? '').split(',').map((pair) => pair.split('='));
  const options = Object.fromEntries(pairs.filter(([key, value]) => key && value));
  return { options, ...(position ? { position } : {}), ...(turns.length > 0 ? { turns } : {}) };
}

export function tableOf(
  game: string,
  setup: Setup,
  name: string,
  chance: () => number,
  { position, turns }: Partial<Beginning> = {},
): NewTable {
  const seats = setup.seats.slice(0, playersOf(setup.options));
  if (setup.shuffle) shuffle(seats, chance);
  return {
    game,
    options: setup.options,
    ...(position ? { position } : {}),
    ...(turns ? { turns } : {}),
    seats: seats.map((who) => (who === 'me' && name ? { who, name } : { who })),
    clock: setup.clock,
    exploration: setup.exploration,
    aids: setup.aids,
    ...(setup.show ? { show: true } : {}),
    ...(setup.open ? { public: true } : {}),
    ...(seats.includes(`level:${kTimedLevel}`) ? { level_time: setup.levelTime } : {}),
  };
}

function shuffle(list: string[], chance: () => number): void {
  for (let i = list.length - 1; i > 0; --i) {
    const j = Math.floor(chance() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
}
