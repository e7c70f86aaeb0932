// One table as this page plays or watches it.
import { computed, signal } from '@preact/signals';
import * as api from '../api';
import {
  ApiError,
  type Answer,
  type Phrase,
  type PhraseNews,
  type Step,
  type Table,
  type TableEvent,
  type View,
} from '../api';
import { alarm, note, say } from '../app_live';
import { kNoChoice, type Choice } from '../board/types';
import { errorWords, isLasting } from '../errors';
import { prepareMore } from '../i18n';
import { alerts, coach, confirmTurns, phrases, sound } from '../settings';
import { askView, socketOf } from '../socket';
import { sendAct } from './acts';
import type { Coach } from './coach';
import { kNoDraft, needsSubmit, submission, type Draft } from './draft';
import { keepDraft, keptDraft } from './kept_draft';
import { promptOf } from './prompt';
import { Past } from './past';
import { gameTitle } from '../games';
import { holdSeat, seatOf } from './seats';
import { TableGame } from './table_game';
import { applyEvent, applyNews, isOver, isWaiting, mayAct, mySeats } from './table_state';

// Refusals after which a turn cannot be sent again; after others, as of a store in trouble, it can.
const kUseless = new Set(['bad_turn', 'turn_incomplete', 'moved_on', 'not_your_turn', 'game_over']);

// Does a list of steps begin with these?
const startsWith = (whole: readonly string[] | null, steps: readonly string[]): boolean =>
  whole !== null && steps.every((step, i) => whole[i] === step);

export class Play {
  readonly table = signal<Table | null>(null);
  readonly refusal = signal<ApiError | null>(null);
  readonly draft = signal<Draft>(kNoDraft);
  readonly choice = signal<Choice>(kNoChoice);
  readonly flipped = signal(false);
  readonly replays = signal(0);
  readonly sending = signal(false);
  readonly touch = signal(false);
  readonly said = signal<Record<number, { words: string } | undefined>>({}); // by whom
  readonly coach = signal<Coach | null>(null); // comes where it is wanted

  private readonly game = new TableGame(this.refusal, (board, table) => {
    const mine = mySeats(table);
    // Everyone sees the own side below.
    this.flipped.value = board.shape === 'square' && mine.length === 1 && mine[0] === 2;
  });
  readonly board = this.game.board;
  private readonly multiStep = this.game.multiStep;
  private readonly past = new Past(this.table);
  readonly browse = this.past.at; // how many turns are shown; null: all
  // Steps whose view is asked for; null: the draft is as the person wants it.
  private readonly wanted = signal<string[] | null>(null);
  private looked = 0; // until when the clock waits that was told of this page
  private asked = 0; // the newest question for a view of the draft
  private unwatch: () => void = () => undefined;

  // What the board shows: a turn of the past, the draft, or the game as it stands.
  readonly view = computed<View | null>(() => {
    const now = this.table.value?.view ?? null;
    if (this.browse.value !== null) return this.past.view.value ?? now;
    return this.draft.value.view ?? now;
  });

  readonly active = computed(
    () => this.table.value !== null && mayAct(this.table.value) && this.browse.value === null && !this.sending.value,
  );

  // Does a complete turn wait for Submit?
  readonly confirms = computed(() =>
    needsSubmit(confirmTurns.value, this.touch.value, this.multiStep.value && !this.placing.value),
  );

  // Stones are only placed as yet, one a turn, though later turns have several steps.
  private readonly placing = computed(() => {
    const legal = this.table.value?.view.legal ?? [];
    return legal.length > 0 && legal.every((step) => step.kind === 'place');
  });

  readonly submitted = computed(() =>
    this.active.value && this.wanted.value === null ? submission(this.draft.value) : null,
  );

  constructor(
    readonly id: string,
    readonly token: string | undefined,
  ) {}

  start(): () => void {
    const pointer = (event: PointerEvent) => (this.touch.value = event.pointerType === 'touch');
    addEventListener('pointerdown', pointer, true);
    this.touch.value = matchMedia('(pointer: coarse)').matches;
    document.addEventListener('visibilitychange', this.look);
    this.watch(this.token);
    return () => {
      document.removeEventListener('visibilitychange', this.look);
      removeEventListener('pointerdown', pointer, true);
      this.coach.value?.stop();
      this.unwatch();
      this.game.stop();
    };
  }

  private watch(token: string | undefined): void {
    this.unwatch = socketOf(this.id).watch(this.id, token, {
      table: (table) => this.arrived(table),
      event: (event) => this.happened(event),
      news: (news) => {
        if (news.type === 'notice') note(news.message);
        if (news.type === 'phrase') void this.hear(news);
        if (this.table.value) this.table.value = applyNews(this.table.value, news);
      },
      refused: (error) => {
        // A computer took the seat over: its token is good for nothing, but anybody may look on.
        if (token && error.code === 'wrong_token') this.watch(undefined);
        else if (isLasting(error) || !this.table.value) this.refusal.value = error;
        else this.failed(error); // the game stays in sight and is asked for again
      },
    });
  }

  // The whole table: at first, after a long absence, and in another language.
  private arrived(table: Table): void {
    const before = this.table.value;
    this.table.value = table;
    this.refusal.value = null;
    if (!before) this.takeUp(table);
    else if (before.turns.join() !== table.turns.join()) this.changed();
    else this.sayAnew();
    if (!this.board.value) void this.game.load(table);
    this.keep(table);
    void this.followed();
    this.look();
  }

  // The first clock waits until everybody sees the board. A page that is hidden is not seen.
  private readonly look = (): void => {
    const { waits } = this.table.value ?? {};
    if (!waits || document.hidden || this.looked === waits.until) return;
    if (!mySeats(this.table.value!).some((player) => waits.players.includes(player))) return;
    this.looked = waits.until;
    this.send('seen', {}).catch(() => (this.looked = 0)); // it is tried again with the next news
  };

  // The turn that was under way when the page was left.
  private takeUp(table: Table): void {
    const steps = mayAct(table) ? keptDraft(this.id, table.turns.length) : [];
    if (steps.length > 0) void this.ask(steps);
  }

  // Sets the draft, and keeps it for a reload.
  private draw(draft: Draft): void {
    this.draft.value = draft;
    keepDraft(this.id, this.table.value?.turns.length ?? 0, draft.steps);
  }

  // Among the games of this browser.
  private keep(table: Table): void {
    import('./keep_game').then(
      ({ keepGame }) => keepGame(table),
      () => undefined,
    );
  }

  // The person does not want to wait for the next attempt.
  readonly retry = (): void => {
    if (this.table.value && !this.board.value) void this.game.load(this.table.value);
    else socketOf(this.id).watchAgain(this.id);
  };

  private happened(event: TableEvent): void {
    const table = this.table.value;
    if (!table || event.event <= table.event) return;
    const next = applyEvent(table, event);
    this.table.value = next;
    if (next.turns !== table.turns) this.changed();
    if (next.result !== table.result || next.seats !== table.seats) this.keep(next);
    void this.followed();
    this.look();
    if (!this.board.value) return;
    void this.announce(table, next, event);
    const begins = isWaiting(table) && !isWaiting(next) && mySeats(next).length > 0;
    const ends = isOver(next) && !isOver(table);
    if (begins || ends || (mayAct(next) && !mayAct(table))) this.alert(next, begins || ends);
  }

  private async announce(before: Table, after: Table, event: TableEvent): Promise<void> {
    try {
      const [{ noteworthy, sentences }] = await Promise.all([import('./announce'), prepareMore()]);
      const aloud = noteworthy(event) ? note : say;
      for (const sentence of sentences(before, after, event, this.board.value!)) aloud(sentence);
    } catch {
      // The page is older than the server, or the network is gone: both are told at the top.
    }
  }

  // What somebody says is seen for a while beside the name.
  private async hear({ player, phrase }: PhraseNews): Promise<void> {
    if (phrases.value === 'off' && !mySeats(this.table.value!).includes(player)) return;
    const loaded = await Promise.all([import('./phrases'), prepareMore()]).catch(() => null);
    if (!loaded || !this.table.value || !this.board.value) return;
    const words = loaded[0].phraseWords(phrase);
    const said = { words };
    this.said.value = { ...this.said.value, [player]: said };
    say(loaded[0].spokenPhrase(this.table.value, this.board.value, player, words));
    setTimeout(() => {
      if (this.said.value[player] === said) this.said.value = { ...this.said.value, [player]: undefined };
    }, loaded[0].kPhraseTime);
  }

  private async followed(): Promise<void> {
    if (!this.coach.value && coach.value === 'on') {
      const found = await Promise.all([import('./coach'), prepareMore()]).catch(() => null);
      if (found) this.coach.value ??= new found[0].Coach(this);
    }
    if (this.table.value) this.coach.value?.follow(this.table.value);
  }

  // Tells that it is one's turn to somebody who looks elsewhere; that a game begins or ends, to everybody.
  private alert(table: Table, toAll: boolean): void {
    const told = alerts.value === 'on' && document.hidden && mayAct(table);
    const heard = sound.value === 'on' && (toAll || document.hidden);
    if (!told && !heard) return;
    import('./alert').then(
      ({ alertTurn, chime }) => {
        if (told) alertTurn(gameTitle(table.game));
        if (heard) chime(isOver(table) ? [880, 660, 440] : [660, 880]);
      },
      () => undefined,
    );
  }

  // Turns came or went: nothing that was asked before fits any more.
  private changed(): void {
    this.past.forget();
    this.clearDraft();
    if (this.browse.value !== null) void this.goTo(this.browse.value);
  }

  // The same game, perhaps in other words.
  private sayAnew(): void {
    this.past.forget();
    const steps = this.wanted.value ?? this.draft.value.steps;
    if (this.browse.value !== null) void this.goTo(this.browse.value);
    else if (steps.length > 0) void this.ask(steps);
  }

  private clearDraft(): void {
    ++this.asked;
    this.wanted.value = null;
    this.draw(kNoDraft);
    const { cursor, hover } = this.choice.value;
    this.choice.value = { ...kNoChoice, cursor, hover };
  }

  // The person chose a step on the board.
  readonly step = (action: string, step?: Step): void => {
    if (!this.active.value) return;
    // A quick second step goes on from the first, though that was not answered yet.
    const steps = [...(this.wanted.value ?? this.draft.value.steps), action];
    if (step?.kind === 'end') void this.submit(steps.join(','));
    else void this.setDraft(steps);
  };

  // Another choice replaces a finished draft.
  readonly restart = (action: string | null): void => {
    if (this.active.value) void this.setDraft(action === null ? [] : [action]);
  };

  // Shows the position with these steps; sends the turn where it need not be confirmed.
  async setDraft(steps: string[]): Promise<void> {
    const table = this.table.value;
    if (!table || !this.active.value) return;
    if (steps.length === 0) {
      ++this.asked;
      this.wanted.value = null;
      this.draw(kNoDraft);
      this.sayPrompt();
      return;
    }
    const confirm = this.confirms.value;
    if (!confirm && (!this.multiStep.value || this.placing.value)) return this.submit(steps.join(','));
    const view = await this.ask(steps);
    if (view?.draft_state === 'complete' && !confirm) await this.submit(steps.join(','));
    else if (view) this.sayPrompt();
  }

  // The bar shows what comes next; those who do not see it hear it.
  private sayPrompt(): void {
    if (this.table.value && this.board.value) say(promptOf(this, this.table.value, this.board.value));
  }

  // The position with these steps becomes the draft. Null where the server refuses them, or where
  // something else was asked since; the draft is then the last one that was answered.
  private async ask(steps: string[]): Promise<View | null> {
    const {
      game,
      options,
      view: { position },
      aids,
    } = this.table.value!;
    const question = ++this.asked;
    this.wanted.value = steps;
    try {
      const view = await askView({ game, options, position, draft: steps, aids });
      const newest = question === this.asked;
      const onTheWay = this.table.value!.view.position === position && startsWith(this.wanted.value, steps);
      if (newest) this.wanted.value = null;
      if (newest || onTheWay) this.draw({ steps: view.draft, view });
      return newest ? view : null;
    } catch (error) {
      if (question !== this.asked) return null;
      this.wanted.value = null;
      this.failed(error);
      return null;
    }
  }

  readonly undoStep = (): void => {
    const steps = this.wanted.value ?? this.draft.value.steps;
    if (steps.length > 0) void this.setDraft(steps.slice(0, -1));
  };

  readonly submitDraft = (): void => {
    if (this.submitted.value) void this.submit(this.submitted.value);
    // The button goes dead with the turn: the keyboard goes on at the board.
    document.querySelector<SVGElement>('.stage [role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
  };

  // A line that was typed: a whole turn, or one that goes on with the draft.
  async typed(line: string): Promise<boolean> {
    const table = this.table.value;
    if (!table || !this.active.value) return false;
    const typed = line
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const view = await this.ask([...(this.wanted.value ?? this.draft.value.steps), ...typed]);
    if (view?.draft_state === 'complete') await this.submit(view.draft.join(','));
    else if (view) this.sayPrompt();
    return view !== null;
  }

  private async submit(turn: string): Promise<void> {
    const table = this.table.value;
    if (!table || this.sending.value) return;
    this.sending.value = true;
    ++this.asked;
    this.wanted.value = null;
    const body = { turn, after: table.turns.length };
    try {
      await this.send('turn', body);
    } catch (error) {
      // Sent twice, stored once: the table tells.
      if (error instanceof ApiError && error.code === 'moved_on') void this.refresh();
      else this.failed(error);
      if (error instanceof ApiError && kUseless.has(error.code)) this.clearDraft();
    } finally {
      this.sending.value = false;
    }
  }

  readonly act = (what: 'takeback' | 'draw' | 'rematch', answer: Answer): void => {
    this.send(what, { answer }).catch((error: unknown) => this.failed(error));
  };

  readonly resign = (): void => {
    this.send('resign', {}).catch((error: unknown) => this.failed(error));
  };

  readonly moveNow = (): void => {
    this.send('move-now', {}).catch((error: unknown) => this.failed(error));
  };

  readonly phrase = (phrase: Phrase): void => {
    this.send('phrase', { phrase }).catch((error: unknown) => this.failed(error));
  };

  // Agrees to show the finished game, or does not any more.
  readonly show = (show: boolean): void => {
    this.send('show', { show }).catch((error: unknown) => this.failed(error));
  };

  // A computer takes a seat that nobody took.
  readonly seat = (player: number, who: string): void => {
    this.send('seat', { player, who }).catch((error: unknown) => this.failed(error));
  };

  private async send(type: string, body: Record<string, unknown>): Promise<void> {
    if (await sendAct(this.id, this.token, type, body)) await this.refresh();
  }

  // What a plain request did, nobody tells: look. The socket's own events are then known already.
  private async refresh(): Promise<void> {
    const table = await api.table(this.id, this.token).catch(() => null);
    if (table && table.event > (this.table.value?.event ?? -1)) this.arrived(table);
  }

  private failed(error: unknown): void {
    alarm(errorWords(error));
  }

  // Shows the position after `turns` turns. Looking back gives up the draft; looking at what is there does not.
  async goTo(turns: number): Promise<void> {
    const total = this.table.value?.turns.length ?? 0;
    if (this.browse.value === null && (turns >= total || total === 0)) return;
    this.clearDraft();
    await this.past.goTo(turns).catch((error: unknown) => this.failed(error));
  }

  readonly shownTurns = computed(() => this.browse.value ?? this.table.value?.turns.length ?? 0);

  readonly browseBy = (by: number): void => void this.goTo(this.shownTurns.value + by);

  readonly flip = (): void => {
    this.flipped.value = !this.flipped.value;
  };

  readonly replay = (): void => {
    ++this.replays.value;
  };

  // The seat's token is good at the next table too.
  rememberRematch(next: string): void {
    if (this.token && !seatOf(next)?.token) {
      holdSeat({ id: next, game: this.table.value?.game ?? '', token: this.token, invites: [] });
    }
  }
}
