// Looking back: which turns of a table are shown, and their positions.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Table, View, ViewRequest } from '../api';
import { askView } from '../socket';

export class Past {
  readonly at = signal<number | null>(null); // how many turns are shown; null: all
  readonly view = signal<View | null>(null);
  private readonly views = new Map<number, View>();
  private generation = 0; // counts up with every change of the game: older views are of another one

  constructor(private readonly table: ReadonlySignal<Table | null>) {}

  forget(): void {
    ++this.generation;
    this.views.clear();
  }

  // Shows the position after `turns` turns. Refusals are ApiErrors.
  async goTo(turns: number): Promise<void> {
    const table = this.table.value;
    if (!table) return;
    const at = Math.max(0, Math.min(turns, table.turns.length));
    if (at === table.turns.length) {
      this.at.value = this.view.value = null;
      return;
    }
    this.at.value = at;
    const view = this.views.get(at) ?? (await this.ask(table, at));
    if (view && this.at.value === at) this.view.value = view;
  }

  private async ask({ game, options, position, turns }: Table, at: number): Promise<View | null> {
    const { generation } = this;
    const asked: ViewRequest = { game, options, turns: turns.slice(0, at) };
    if (position) asked.position = position;
    const view = await askView(asked);
    if (generation !== this.generation) return null;
    this.views.set(at, view);
    return view;
  }
}
