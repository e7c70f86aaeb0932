// What a table is played with: the board, and whether turns have several steps. Asked for until it is there.
import { signal, type Signal } from '@preact/signals';
import * as api from '../api';
import { ApiError, type BoardInfo, type Table } from '../api';
import { kFirstDelay, nextDelay } from '../connection';

export class TableGame {
  readonly board = signal<BoardInfo | null>(null);
  readonly multiStep = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined; // until it is asked for again
  private delay = kFirstDelay;
  private stopped = false;

  constructor(
    private readonly refusal: Signal<ApiError | null>,
    private readonly onBoard: (board: BoardInfo, table: Table) => void,
  ) {}

  async load(table: Table): Promise<void> {
    clearTimeout(this.timer);
    try {
      const [board, { games }] = await Promise.all([api.boardInfo(table.game, table.options), api.games()]);
      this.multiStep.value = games.find((game) => game.name === table.game)?.multi_step ?? true;
      this.onBoard(board, table);
      this.board.value = board;
      this.refusal.value = null;
    } catch (error) {
      this.refusal.value = error instanceof ApiError ? error : new ApiError('failed', '');
      if (this.stopped) return;
      clearTimeout(this.timer); // of another attempt
      this.timer = setTimeout(() => void this.load(table), this.delay);
      this.delay = nextDelay(this.delay);
    }
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
