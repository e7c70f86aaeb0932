// A tree that is walked through and added to: the cursor, the draft of a turn, lines that are only
// looked at, and what the board shows of all that. The server says what is legal and what follows.
import { batch, computed, effect, signal, type Signal } from '@preact/signals';
import { ApiError, type View, type ViewRequest } from '../api';
import { errorWords } from '../errors';
import { addLine, addTurn, goTo, kRoot, turnsTo, type Setup, type Tree } from './tree';
import { viewOf } from './views';

type Ask = (request: ViewRequest) => Promise<View>;

export type Words = ReadonlyMap<number, string>;

const join = (draft: readonly string[]): string => draft.join(',');

export function setupOf({ game, options, position }: Setup): ViewRequest {
  return { game, options: { ...options }, ...(position ? { position } : {}) };
}

export class Explorer {
  readonly tree: Signal<Tree>;
  readonly draft = signal<readonly string[]>([]);
  /** Turns that are shown but not played; the first one goes on with the draft. */
  readonly preview = signal<readonly string[]>([]);
  /** What the board shows; null until the server has answered. */
  readonly shown = signal<View | null>(null);
  /** The position at the cursor, and the same with the draft: what may be done next. */
  readonly here = signal<View | null>(null);
  readonly drafted = signal<View | null>(null);
  readonly problem = signal('');
  /** What the turns do that have been looked at, in words, by the ids of their nodes. */
  readonly words = signal<Words>(new Map());
  /** A turn of several steps is done when the server says so; this hears of it before the tree. */
  onTurn: ((turn: string) => boolean) | null = null;

  /** The same object while only notes change: nothing is asked again for them. */
  readonly request = computed<ViewRequest>(() => {
    const wanted = { ...setupOf(this.tree.value.setup), turns: turnsTo(this.tree.value) };
    if (JSON.stringify(wanted) !== JSON.stringify(this.wanted)) this.wanted = wanted;
    return this.wanted!;
  });

  private readonly stopWatching: () => void;
  private wanted: ViewRequest | null = null;
  private asked = 0;
  private afterRefusal = false; // what is shown next does not make the refusal undone

  constructor(
    tree: Tree,
    private readonly ask: Ask = viewOf,
  ) {
    this.tree = signal(tree);
    this.stopWatching = effect(() => {
      void this.load(this.request.value, this.draft.value, this.preview.value);
    });
  }

  dispose(): void {
    this.stopWatching();
    ++this.asked; // answers on their way are not waited for
  }

  /** Goes to a node or changes the tree; a draft or a preview does not outlive that. */
  change(tree: Tree): void {
    if (tree === this.tree.value && this.draft.value.length === 0 && this.preview.value.length === 0) return;
    batch(() => {
      this.tree.value = tree;
      this.draft.value = [];
      this.preview.value = [];
    });
  }

  /** Only notes and order changed: what is under way goes on. */
  note(tree: Tree): void {
    this.tree.value = tree;
  }

  /** What turns do, by the ids of their nodes. */
  tell(words: Iterable<[number, string]>): void {
    this.words.value = new Map([...this.words.value, ...words]);
  }

  act = (action: string): void => this.actions([...this.draft.value, action]);

  /** The turn begins anew, with another first action or with none yet. */
  restart = (action: string | null): void => this.actions(action === null ? [] : [action]);

  /** Takes back the last step of the draft; false where there is none. */
  cancel = (): boolean => {
    const steps = this.draft.value.length;
    if (steps > 0) this.returnTo(steps - 1);
    return steps > 0;
  };

  /** Returns to the step before this one of the draft; a line that went on from there is not looked at. */
  returnTo(steps: number): void {
    this.actions(this.draft.value.slice(0, steps));
  }

  /** Plays a turn, or the rest of one where a draft has begun. */
  play(turn: string): void {
    this.actions([...this.draft.value, ...turn.split(',')]);
  }

  /** Plays what was typed, a turn or a part of one; false where it is refused, and then nothing changes. */
  async typed(line: string): Promise<boolean> {
    const at = this.request.value;
    const draft = [
      ...this.draft.value,
      ...line
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ];
    try {
      await this.ask({ ...at, draft });
    } catch (error) {
      this.problem.value = errorWords(error);
      return false;
    }
    if (at === this.request.value) this.actions(draft);
    return true;
  }

  /** Shows what follows without playing it. */
  look(turns: readonly string[]): void {
    if (join(turns) !== join(this.preview.value)) this.preview.value = turns;
  }

  /** Adds a line of the engine behind the cursor and stays where it is. */
  async addLine(turns: readonly string[]): Promise<void> {
    const { cursor } = this.tree.value;
    const at = this.request.value;
    const whole = [join([...this.draft.value, turns[0]!]), ...turns.slice(1)];
    const end = await this.ask(previewed(at, [], whole));
    // Its last turn may be a part of one, which no tree holds.
    const complete = end.draft_state === 'complete' ? whole : whole.slice(0, -1);
    this.note({ ...addLine(this.tree.value, complete, cursor), cursor: this.tree.value.cursor });
  }

  private actions(draft: readonly string[]): void {
    batch(() => {
      this.preview.value = [];
      this.draft.value = draft;
    });
  }

  private async load(at: ViewRequest, draft: readonly string[], preview: readonly string[]): Promise<void> {
    const asked = ++this.asked;
    try {
      const here = await this.ask(at);
      const drafted = draft.length > 0 ? await this.ask({ ...at, draft: [...draft] }) : here;
      const shown = preview.length > 0 ? await this.ask(previewed(at, draft, preview)) : drafted;
      if (asked === this.asked) this.arrived(here, drafted, shown);
    } catch (error) {
      if (asked === this.asked) this.refused(error);
    }
  }

  private arrived(here: View, drafted: View, shown: View): void {
    batch(() => {
      if (!this.afterRefusal) this.problem.value = '';
      this.afterRefusal = false;
      this.here.value = here;
      this.tell([[this.tree.value.cursor, here.last_words]]);
      this.drafted.value = drafted;
      this.shown.value = shown;
    });
    if (drafted.draft_state === 'complete' && this.draft.value.length > 0) {
      const turn = join(drafted.draft);
      if (this.onTurn?.(turn)) return;
      this.change(addTurn(this.tree.value, turn));
    }
  }

  private refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    batch(() => {
      this.problem.value = errorWords(error);
      this.afterRefusal = this.preview.value.length > 0 || this.draft.value.length > 0;
      if (this.preview.value.length > 0) this.preview.value = [];
      else if (this.draft.value.length > 0) this.draft.value = this.draft.value.slice(0, -1);
      else if (this.here.value === null && this.tree.value.cursor !== kRoot) {
        // A link with an illegal turn: show at least where it starts.
        this.tree.value = goTo(this.tree.value, kRoot);
      }
    });
  }
}

// The last turn of a line may be a part of one, so it travels as a draft.
function previewed(at: ViewRequest, draft: readonly string[], preview: readonly string[]): ViewRequest {
  const turns = [join([...draft, preview[0]!]), ...preview.slice(1)];
  return { ...at, turns: [...(at.turns ?? []), ...turns.slice(0, -1)], draft: turns.at(-1)!.split(',') };
}
