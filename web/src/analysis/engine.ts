// The engine beside a board: asks the server about what is shown, within a budget, and keeps what
// was found. Whether it works and whether its hints are seen are two switches.
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Analysis, AnalysisLine, ViewRequest } from '../api';
import { errorWords } from '../errors';
import { language, read, write } from '../settings';
import { thinkerOf } from '../socket';
import { AnalysisCache, deeper, isDeepest, kBudget, kBudgets, type Found } from './cache';
import { kMostPlies, linesAfter } from './lines';

export const kMostLines = 10;
const kUsualLines = 3;
// Keys held down pass many positions; only where one stays is worth a search.
const kPause = 150;
const kLongest = 10_000; // the server's limit, in milliseconds

const keptNumber = (key: string, most: number, otherwise: number): number => {
  const kept = Number(read(key) ?? NaN);
  return Number.isInteger(kept) && kept >= 1 && kept <= most ? kept : otherwise;
};

const keptBudget = (): number => kBudgets.find((budget) => String(budget) === read('budget')) ?? kBudget;

export interface Asked {
  readonly at: ViewRequest;
  readonly draft: readonly string[];
}

export class Engine {
  readonly on = signal(read('engine') !== 'off');
  readonly hints = signal(read('hints') !== 'off');
  readonly nextOnly = signal(read('next-only') === 'on');
  readonly lineCount = signal(keptNumber('lines', kMostLines, kUsualLines));
  readonly lineLength = signal(keptNumber('line-length', kMostPlies, kMostPlies)); // turns of a line that are shown
  readonly budget = signal(keptBudget()); // milliseconds for a position that is new
  readonly working = signal(false);
  readonly waiting = signal(0); // how many others come first
  readonly wait = signal(0); // about how many seconds until it is done, while it waits
  readonly problem = signal('');

  private readonly cache = new AnalysisCache();
  private readonly changes = signal(0); // counts up whenever the cache has something new
  private readonly wanted = signal(this.budget.value);
  private readonly stopWatching: () => void;
  private stopSearch: (() => void) | null = null;

  constructor(private readonly asked: ReadonlySignal<Asked>) {
    let before = '';
    const search = effect(() => {
      const key = this.key.value;
      const fresh = `${key} ${this.budget.value}`;
      if (fresh !== before) this.wanted.value = this.budget.value;
      before = fresh;
      this.restart(key, this.on.value, this.wanted.value, this.lineCount.value);
    });
    const keep = effect(() => {
      write('engine', this.on.value ? 'on' : 'off');
      write('hints', this.hints.value ? 'on' : 'off');
      write('next-only', this.nextOnly.value ? 'on' : 'off');
      write('lines', String(this.lineCount.value));
      write('line-length', String(this.lineLength.value));
      write('budget', String(this.budget.value));
    });
    this.stopWatching = () => {
      search();
      keep();
    };
  }

  private readonly key = computed(() => {
    const { at, draft } = this.asked.value;
    return language.value + JSON.stringify([at, draft]);
  });

  readonly found = computed<Found | null>(() => {
    this.changes.value;
    return this.cache.get(this.key.value) ?? null;
  });

  /** What was found at the start of the turn, while a draft is under way. */
  readonly foundBefore = computed<Found | null>(() => {
    this.changes.value;
    return this.cache.get(language.value + JSON.stringify([this.asked.value.at, []])) ?? null;
  });

  readonly analysis = computed<Analysis | null>(() => this.found.value?.analysis ?? null);

  /** The lines from here; while a draft is new, what the search of the turn's start knows of it. */
  readonly lines = computed<readonly AnalysisLine[]>(() => {
    const own = this.analysis.value?.lines ?? [];
    if (own.length > 0) return own.slice(0, this.lineCount.value);
    const before = this.foundBefore.value?.analysis.lines ?? [];
    const { draft } = this.asked.value;
    return draft.length > 0 ? linesAfter(before, draft).slice(0, this.lineCount.value) : [];
  });

  /** Also where a search was refused: it is asked for again. */
  readonly canGoDeeper = computed(() => {
    const analysis = this.analysis.value;
    if (!this.on.value || this.working.value) return false;
    return analysis ? analysis.result === 'none' : this.problem.value !== '';
  });

  deeper(): void {
    const time = this.found.value?.time ?? 0;
    // The largest budget once more: the server goes on from what it remembers.
    const next = isDeepest(time) ? Infinity : time < this.budget.value ? this.budget.value : deeper(time);
    if (this.wanted.peek() !== next) this.wanted.value = next;
    else this.restart(this.key.value, this.on.value, next, this.lineCount.value);
  }

  dispose(): void {
    this.stopWatching();
    this.stopSearch?.();
  }

  private restart(key: string, on: boolean, time: number, lines: number): void {
    this.stopSearch?.();
    this.stopSearch = null;
    this.working.value = false;
    this.problem.value = '';
    if (!on || this.cache.satisfies(key, time, lines)) return;
    this.working.value = true;
    // More lines of what was searched for longer need as long.
    const enough = Math.max(time, this.cache.get(key)?.time ?? 0);
    const timer = setTimeout(() => this.search(key, Math.min(enough, kLongest), lines), kPause);
    this.stopSearch = () => clearTimeout(timer);
  }

  private search(key: string, time: number, lines: number): void {
    const { at, draft } = this.asked.peek();
    const store = (message: { [key: string]: unknown }, done: boolean): void => {
      const analysis = message['analysis'] as Analysis | null | undefined;
      this.waiting.value = Number(message['waiting'] ?? 0);
      this.wait.value = Number(message['wait_s'] ?? 0);
      if (!analysis) return;
      this.cache.put(key, { analysis, time, lines, done });
      this.changes.value += 1;
    };
    let stopped = false;
    const message = { type: 'analyse', ...at, ...(draft.length > 0 ? { draft: [...draft] } : {}), time, lines };
    const request = thinkerOf(at.game).begin(message, (update) => stopped || store(update, false));
    this.stopSearch = () => {
      stopped = true;
      request.stop();
    };
    request.answer.then(
      (answer) => {
        if (stopped) return;
        batch(() => {
          store(answer, true);
          this.working.value = false;
        });
      },
      (error: unknown) => {
        if (stopped) return;
        this.working.value = false;
        this.problem.value = errorWords(error);
      },
    );
  }
}
