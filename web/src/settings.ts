// What a person prefers, kept in this browser. A browser that keeps nothing still works.
import colours from 'tabuleiro:colours';
import { effect, signal, type Signal } from '@preact/signals';

const kPrefix = 'tabuleiro.';

export function read(key: string): string | null {
  try {
    return localStorage.getItem(kPrefix + key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(kPrefix + key);
    else localStorage.setItem(kPrefix + key, value);
  } catch {
    // Private windows and full stores: the setting holds until the page is closed.
  }
}

// A setting that is one of a few words.
function choice<T extends string>(key: string, values: readonly T[], otherwise: T): Signal<T> {
  const stored = read(key);
  const kept = signal<T>(values.includes(stored as T) ? (stored as T) : otherwise);
  let first = true;
  effect(() => {
    const value = kept.value;
    if (!first) write(key, value);
    first = false;
  });
  return kept;
}

const browserLanguage = (): 'en' | 'pt' =>
  (typeof navigator === 'undefined' ? 'en' : navigator.language).startsWith('pt') ? 'pt' : 'en';

export type Language = 'en' | 'pt';
export const kLanguages = ['en', 'pt'] as const;
export const kSchemes = ['system', 'light', 'dark'] as const;
export const kBoardThemes = ['wood', 'slate', 'paper', 'pattern'] as const;
export const kConfirms = ['auto', 'always', 'never'] as const;
const kSwitch = ['on', 'off'] as const;
// What a seat may be painted in.
export const kSeatColours = ['auto', ...Object.keys(colours).filter((name) => colours[name]!.choice)];

export type BoardTheme = (typeof kBoardThemes)[number];

export const language = choice<Language>('language', kLanguages, browserLanguage());
export const scheme = choice('scheme', kSchemes, 'system');
export const boardTheme = choice<BoardTheme>('board', kBoardThemes, 'wood');
// Whether a turn waits for Submit: auto = on for touch and for turns of several steps.
export const confirmTurns = choice('confirm', kConfirms, 'auto');
export const animation = choice('animation', kSwitch, 'on');
export const shortcuts = choice('shortcuts', kSwitch, 'on');
export const coordinates = choice('coordinates', kSwitch, 'on');
export const view3d = choice('view3d', kSwitch, 'off');
export const coach = choice('coach', kSwitch, 'off');
// Marks the cells that enemy pieces reach, where pieces have pegs.
export const attacked = choice('attacked', kSwitch, 'off');
export const seatColours = [1, 2, 3].map((seat) => choice(`colour${seat}`, kSeatColours, 'auto'));
// A notification or a vibration when the page is hidden and it is one's turn.
export const alerts = choice('alerts', kSwitch, 'off');
// A short tone when a game begins or ends, and when it is one's turn while the page is hidden.
export const sound = choice('sound', kSwitch, 'on');
// What others say at the table.
export const phrases = choice('phrases', kSwitch, 'on');
// Where engines think for this page, where both a server and the browser can.
export const kEngineAt = ['browser', 'server'] as const;
export const engineAt = choice('engine-at', kEngineAt, 'browser');
export const playerName = signal(read('name') ?? '');
effect(() => write('name', playerName.value || null));

export const toggle = (setting: Signal<'on' | 'off'>): void => {
  setting.value = setting.value === 'on' ? 'off' : 'on';
};

// Motion only where both the setting and the system allow it.
export const moves = (): boolean => animation.value === 'on' && !matchMedia('(prefers-reduced-motion: reduce)').matches;

// The page's own look follows from attributes, so that style sheets do the rest.
export function applyLook(): void {
  effect(() => {
    const look = document.documentElement;
    look.lang = language.value;
    look.dataset['scheme'] = scheme.value;
    look.dataset['board'] = boardTheme.value;
    look.dataset['animation'] = animation.value;
  });
}
