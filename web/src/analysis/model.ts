// The state of the analysis screen: a tree, the engine beside it, and the line that is looked at.
import { computed, signal } from '@preact/signals';
import type { AnalysisLine, BoardInfo } from '../api';
import { t } from '../i18n';
import type { Route } from '../router';
import { toggle, view3d } from '../settings';
import { Explorer } from '../tree/explorer';
import { takeOver } from '../tree/handover';
import type { TreeKey } from '../tree/keys';
import { fromLink } from '../tree/link';
import { fromRecord, type GameRecord, type Heading } from '../tree/record';
import { emptyTree, type Tree } from '../tree/tree';
import { walked } from '../tree/walked';
import { chanceWords, provenWords } from './bar';
import { Engine } from './engine';
import { chancesOf, kMostPlies, turnsOf, wholeTurn } from './lines';

export interface Opened {
  readonly number: number; // counts up with every address that was opened
  readonly tree: Tree;
  readonly heading: Heading;
  readonly problem: string;
}

let openings = 0;

/** The address names the tree; a record that another screen hands over comes with `?record`. */
export function opened(route: Route): Opened {
  return { ...read(route), number: ++openings };
}

function read(route: Route): Omit<Opened, 'number'> {
  const carried = route.query.has('record') ? takeOver() : null;
  if (carried?.game === route.name) return { ...fromRecord(carried), problem: '' };
  const linked = fromLink(route.name, location.hash.slice(1));
  if (typeof linked !== 'string') return { tree: linked, heading: {}, problem: '' };
  const problem = t(linked === 'too_long' ? 'kWebStudyLinkTooLong' : 'kWebStudyLinkBroken');
  return { tree: emptyTree({ game: route.name, options: {}, position: '' }), heading: {}, problem };
}

export interface Looking {
  readonly line: AnalysisLine;
  readonly plies: number;
}

/** So many turns of a line are worth a look. */
export function plies(line: AnalysisLine, wanted: number, nextOnly: boolean): number {
  const most = nextOnly ? 1 : Math.min(kMostPlies, turnsOf(line).length);
  return Math.max(1, Math.min(most, wanted));
}

export class Model {
  readonly explorer: Explorer;
  readonly engine: Engine;
  readonly heading = signal<Heading>({});
  readonly flipped = signal(false);
  readonly looking = signal<Looking | null>(null);

  constructor(start: Opened, readonly board: BoardInfo) {
    this.heading.value = start.heading;
    this.explorer = new Explorer(start.tree);
    this.engine = new Engine(computed(() => ({
      at: this.explorer.request.value,
      draft: this.explorer.draft.value,
    })));
  }

  dispose(): void {
    this.explorer.dispose();
    this.engine.dispose();
  }

  get toMove(): number {
    return this.explorer.here.value?.to_move ?? 1;
  }

  get best(): AnalysisLine | undefined {
    return this.engine.lines.value[0];
  }

  /** Of each player; while a draft is new, those of the turn's start. */
  get chances(): readonly number[] | null {
    const analysis = this.engine.analysis.value ?? this.engine.foundBefore.value?.analysis;
    return analysis ? chancesOf(analysis, this.board.players) : null;
  }

  look(line: AnalysisLine | null): void {
    const shown = line && this.engine.hints.value;
    this.show(shown ? { line, plies: plies(line, 1, this.engine.nextOnly.value) } : null);
  }

  /** One turn further along the line that is looked at, or back; the best line where there is none. */
  further(by: 1 | -1): boolean {
    const line = this.looking.value?.line ?? (this.engine.hints.value ? this.best : undefined);
    if (!line) return false;
    const wanted = (this.looking.value?.plies ?? 0) + by;
    this.show(wanted < 1 ? null : { line, plies: plies(line, wanted, this.engine.nextOnly.value) });
    return true;
  }

  playBest(): boolean {
    if (this.best) this.explorer.play(wholeTurn(this.best));
    return this.best !== undefined;
  }

  /** What those hear who ask for the evaluation or the best turn. */
  words(query: 'evaluation' | 'best'): string {
    const { best, chances } = this;
    if (query === 'best') return best ? t('kWebStudySayBest', wholeTurn(best)) : t('kWebStudyNoChances');
    if (!chances) return t('kWebStudyNoChances');
    return [chanceWords(this.board, chances), provenWords(this.board, best, this.toMove)].filter(Boolean).join('. ');
  }

  press(key: TreeKey): boolean {
    const tree = walked(this.explorer.tree.value, key);
    if (tree) {
      this.explorer.change(tree);
      return true;
    }
    switch (key) {
      case 'best': return this.playBest();
      case 'engine': this.engine.on.value = !this.engine.on.value; return true;
      case 'hints': this.engine.hints.value = !this.engine.hints.value; return true;
      case 'longer': return this.further(1);
      case 'shorter': return this.further(-1);
      case 'flip': this.flipped.value = !this.flipped.value; return true;
      case 'three': toggle(view3d); return true;
      default: return false;
    }
  }

  /** Opens a record of the same game; another game needs another board. */
  open(record: GameRecord): boolean {
    const { options } = this.explorer.tree.value.setup;
    if (record.game !== this.board.game || JSON.stringify(record.options ?? {}) !== JSON.stringify(options)) return false;
    const study = fromRecord(record);
    this.heading.value = study.heading;
    this.explorer.change(study.tree);
    return true;
  }

  private show(next: Looking | null): void {
    this.looking.value = next;
    this.explorer.look(next ? turnsOf(next.line).slice(0, next.plies) : []);
  }
}
