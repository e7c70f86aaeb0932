// The state of the position editor: what was put together, and the last position that the server accepted.
import { signal } from '@preact/signals';
import { edit, type BoardInfo, type View } from '../api';
import { say } from '../app_live';
import { errorWords } from '../errors';
import { readdress } from '../router';
import { toLink } from '../tree/link';
import { emptyTree, type Setup } from '../tree/tree';
import { viewOf } from '../tree/views';
import * as compose from './compose';

/** The tool that opens the holes of a piece. */
export const kPegTool = -1;

export class EditorModel {
  readonly composed;
  readonly view; // the last one that was a position
  readonly text; // of the field
  readonly problem = signal('');
  readonly tool = signal<compose.Tool>(1);
  readonly chosen = signal(-1); // the piece whose holes are open
  readonly flipped = signal(false);
  // Counters follow from the pieces in some games; only where they were changed are they sent.
  private ownCounters = false;
  private asked = 0;

  constructor(
    readonly setup: Setup,
    readonly board: BoardInfo,
    start: View,
  ) {
    this.composed = signal(compose.composedOf(start));
    this.view = signal(start);
    this.text = signal(start.position);
  }

  /** The part of an address behind `#` that names the position. */
  get link(): string {
    return toLink(emptyTree({ ...this.setup, position: this.view.value.position })) ?? '';
  }

  change(next: compose.Composed): void {
    this.composed.value = next;
    this.take(edit(compose.editRequest(this.setup, this.view.value.position, next, this.ownCounters)));
  }

  /** '': the start of the game. */
  read(position: string): void {
    const { game, options } = this.setup;
    this.take(viewOf({ game, options: { ...options }, ...(position ? { position } : {}) }));
  }

  tap(cell: number): void {
    if (this.tool.value === kPegTool) this.chosen.value = cell;
    else this.change(compose.tap(this.composed.value, cell, this.tool.value, this.board.holes.length > 0));
  }

  setCounter(player: number, value: number): void {
    this.ownCounters = true;
    this.change(compose.setCounter(this.composed.value, player, value));
  }

  // Only the answer to the last question counts.
  private take(answer: Promise<View>): void {
    const number = ++this.asked;
    const last = (): boolean => number === this.asked;
    answer.then(
      (found) => {
        if (last()) this.accept(found);
      },
      (error: unknown) => {
        if (last()) this.refuse(errorWords(error));
      },
    );
  }

  private accept(found: View): void {
    this.view.value = found;
    this.composed.value = compose.composedOf(found);
    this.text.value = found.position;
    this.problem.value = '';
    readdress(`/edit/${this.setup.game}#${this.link}`);
  }

  private refuse(words: string): void {
    this.problem.value = words;
    say(words);
  }
}
