// One table as this page plays or watches it.
import { computed, signal } from '@preact/signals';
import * as api from '../api';
import { ApiError, type Answer, type BoardInfo, type Step, type Table, type TableEvent, type View } from '../api';
import { alarm, say } from '../app_live';
import { kNoChoice, type Choice } from '../board/types';
import { t } from '../i18n';
import { confirmTurns } from '../settings';
import { askView, socket } from '../socket';
import { Coach } from './coach';
import { backTo, kNoDraft, needsSubmit, submission, type Draft } from './draft';
import { sentences } from './announce';
import { holdSeat, seatOf, updateSeat } from './seats';
import { applyEvent, applyNews, isOver, mayAct, mySeats } from './table_state';

export class Play {
  readonly table = signal<Table | null>(null);
  readonly board = signal<BoardInfo | null>(null);
  readonly refusal = signal<ApiError | null>(null);
  readonly draft = signal<Draft>(kNoDraft);
  readonly browse = signal<number | null>(null); // how many turns are shown; null: all
  readonly choice = signal<Choice>(kNoChoice);
  readonly flipped = signal(false);
  readonly replays = signal(0);
  readonly sending = signal(false);
  readonly touch = signal(false);
  readonly coach: Coach;

  private readonly browsed = signal<View | null>(null);
  private readonly views = new Map<number, View>();
  private readonly multiStep = signal(false);
  private asked = 0; // the newest question for a view of the draft
  private unwatch: () => void = () => undefined;

  // What the board shows: a turn of the past, the draft, or the game as it stands.
  readonly view = computed<View | null>(() => {
    const now = this.table.value?.view ?? null;
    if (this.browse.value !== null) return this.browsed.value ?? now;
    return this.draft.value.view ?? now;
  });

  readonly active = computed(
    () =>
      this.table.value !== null &&
      mayAct(this.table.value) &&
      this.browse.value === null &&
      !this.sending.value,
  );

  // Does a complete turn wait for Submit?
  readonly confirms = computed(() =>
    needsSubmit(confirmTurns.value, this.touch.value, this.multiStep.value),
  );

  readonly submitted = computed(() => (this.active.value ? submission(this.draft.value) : null));

  constructor(
    readonly id: string,
    readonly token: string | undefined,
  ) {
    this.coach = new Coach(this);
  }

  start(): () => void {
    const pointer = (event: PointerEvent) => (this.touch.value = event.pointerType === 'touch');
    addEventListener('pointerdown', pointer, true);
    this.touch.value = matchMedia('(pointer: coarse)').matches;
    this.unwatch = socket.watch(this.id, this.token, {
      table: (table) => this.arrived(table),
      event: (event) => this.happened(event),
      news: (news) => {
        if (news.type === 'notice') say(news.message);
        if (this.table.value) this.table.value = applyNews(this.table.value, news);
      },
      refused: (error) => (this.refusal.value = error),
    });
    return () => {
      removeEventListener('pointerdown', pointer, true);
      this.coach.stop();
      this.unwatch();
    };
  }

  private arrived(table: Table): void {
    const before = this.table.value;
    if (before?.turns.length !== table.turns.length) this.changedByOthers();
    this.table.value = table;
    if (!this.board.value) void this.loadBoard(table);
    if (isOver(table) && this.token) updateSeat(this.id, { over: true });
    this.coach.follow(table);
  }

  private async loadBoard(table: Table): Promise<void> {
    try {
      const [board, { games }] = await Promise.all([
        api.boardInfo(table.game, table.options),
        api.games(),
      ]);
      this.multiStep.value = games.find((game) => game.name === table.game)?.multi_step ?? true;
      const mine = mySeats(table);
      // Everyone sees the own side below.
      this.flipped.value = board.shape === 'square' && mine.length === 1 && mine[0] === 2;
      this.board.value = board;
    } catch (error) {
      this.refusal.value = error instanceof ApiError ? error : new ApiError('failed', '');
    }
  }

  private happened(event: TableEvent): void {
    const table = this.table.value;
    if (!table || event.event <= table.event) return;
    const next = applyEvent(table, event);
    if (next.turns !== table.turns) this.changedByOthers();
    this.table.value = next;
    if (isOver(next) && this.token) updateSeat(this.id, { over: true });
    if (this.board.value) for (const sentence of sentences(table, next, event, this.board.value)) say(sentence);
    this.coach.follow(next);
  }

  private changedByOthers(): void {
    this.views.clear();
    this.clearDraft();
    if (this.browse.value !== null) void this.goTo(this.browse.value);
  }

  private clearDraft(): void {
    ++this.asked;
    this.draft.value = kNoDraft;
    const { cursor, hover } = this.choice.value;
    this.choice.value = { ...kNoChoice, cursor, hover };
  }

  // The person chose a step on the board.
  readonly step = (action: string, step?: Step): void => {
    if (!this.active.value) return;
    const steps = [...this.draft.value.steps, action];
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
      this.draft.value = kNoDraft;
      return;
    }
    const confirm = this.confirms.value;
    if (!confirm && !this.multiStep.value) return this.submit(steps.join(','));
    const question = ++this.asked;
    try {
      const view = await askView({
        game: table.game,
        options: table.options,
        position: table.view.position,
        draft: steps,
        aids: table.aids,
      });
      if (question !== this.asked) return;
      this.draft.value = { steps, view };
      if (view.draft_state === 'complete' && !confirm) await this.submit(steps.join(','));
    } catch (error) {
      this.failed(error);
    }
  }

  readonly undoStep = (): void => {
    const { steps } = this.draft.value;
    if (steps.length > 0) void this.setDraft(backTo(this.draft.value, steps.length - 1));
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
    const steps = [...this.draft.value.steps, ...line.split(',').map((part) => part.trim()).filter(Boolean)];
    try {
      const view = await askView({
        game: table.game,
        options: table.options,
        position: table.view.position,
        draft: steps,
        aids: table.aids,
      });
      this.draft.value = { steps: view.draft, view };
      if (view.draft_state === 'complete') await this.submit(view.draft.join(','));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private async submit(turn: string): Promise<void> {
    const table = this.table.value;
    if (!table || this.sending.value) return;
    this.sending.value = true;
    const body = { turn, after: table.turns.length };
    try {
      await this.send('turn', 'turns', body);
    } catch (error) {
      // Sent twice, stored once: the event tells.
      if (!(error instanceof ApiError && error.code === 'moved_on')) this.failed(error);
      if (error instanceof ApiError && error.code !== 'offline') this.clearDraft();
    } finally {
      this.sending.value = false;
    }
  }

  readonly act = (what: 'takeback' | 'draw' | 'rematch', answer: Answer): void => {
    this.send(what, what, { answer }).catch((error: unknown) => this.failed(error));
  };

  readonly resign = (): void => {
    this.send('resign', 'resign', {}).catch((error: unknown) => this.failed(error));
  };

  readonly moveNow = (): void => {
    this.send('move-now', 'move-now', {}).catch((error: unknown) => this.failed(error));
  };

  // A computer takes a seat that nobody took.
  readonly seat = (player: number, who: string): void => {
    this.send('seat', 'seat', { player, who }).catch((error: unknown) => this.failed(error));
  };

  // Over the socket; where that breaks, once more by a plain request. Turns carry how many were
  // seen, so that doing it twice does no harm.
  private async send(type: string, path: string, body: Record<string, unknown>): Promise<void> {
    try {
      if (socket.online.value === 'offline') throw new ApiError('offline', '');
      await socket.send({ type, table: this.id, ...body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'offline' || !this.token) throw error;
      await api.act(this.id, path, body, this.token);
    }
  }

  private failed(error: unknown): void {
    alarm(error instanceof ApiError && error.message ? error.message : t('kWebOffline'));
  }

  // Shows the position after `turns` turns. Looking back gives up the draft.
  async goTo(turns: number): Promise<void> {
    const table = this.table.value;
    if (!table) return;
    const at = Math.max(0, Math.min(turns, table.turns.length));
    this.clearDraft();
    if (at === table.turns.length) {
      this.browse.value = null;
      this.browsed.value = null;
      return;
    }
    this.browse.value = at;
    const kept = this.views.get(at);
    if (kept) {
      this.browsed.value = kept;
      return;
    }
    try {
      const asked: api.ViewRequest = {
        game: table.game,
        options: table.options,
        turns: table.turns.slice(0, at),
      };
      if (table.position) asked.position = table.position;
      const view = await askView(asked);
      this.views.set(at, view);
      if (this.browse.value === at) this.browsed.value = view;
    } catch (error) {
      this.failed(error);
    }
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
    if (this.token && !seatOf(next)) {
      holdSeat({ id: next, game: this.table.value?.game ?? '', token: this.token, invites: [] });
    }
  }
}
