// The state of the analysis screen: a tree, the engine beside it, and the line that is looked at.
import { computed, effect, signal, untracked } from '@preact/signals';
import type { AnalysisLine, BoardInfo } from '../api';
import { Message, t } from '../i18n';
import type { Route } from '../router';
import { toggle, view3d } from '../settings';
import { Explorer } from '../tree/explorer';
import { takeOver } from '../tree/handover';
import { keptTree } from '../tree/kept';
import type { TreeKey } from '../tree/keys';
import { fromLink } from '../tree/link';
import { fromRecord, type GameRecord, type Heading } from '../tree/record';
import { focusTypedTurn } from '../play/typed_turn';
import { annotate, current, emptyTree, type Tree } from '../tree/tree';
import type { WheelStep } from '../tree/use_wheel';
import { walked } from '../tree/walked';
import { chanceWords, provenWords } from './bar';
import { Engine } from './engine';
import { chancesOf, turnsOf, wholeTurn } from './lines';

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
  const kept = keptTree(route.name, location.hash.slice(1));
  if (kept) return { ...kept, problem: '' };
  const linked = fromLink(route.name, location.hash.slice(1));
  if (typeof linked !== 'string') return { tree: linked, heading: {}, problem: '' };
  const problem = t(linked === 'too_long' ? Message.kWebStudyLinkTooLong : Message.kWebStudyLinkBroken);
  return { tree: emptyTree({ game: route.name, options: {}, position: '' }), heading: {}, problem };
}

export interface Looking {
  readonly line: AnalysisLine;
  readonly plies: number;
}

const sameTurn = (a: AnalysisLine, b: AnalysisLine): boolean => wholeTurn(a) === wholeTurn(b);

export class Model {
  readonly explorer: Explorer;
  readonly engine: Engine;
  readonly heading = signal<Heading>({});
  readonly flipped = signal(false);
  readonly looking = signal<Looking | null>(null);
  private readonly stopWatching: () => void;
  private pointer = { x: -1, y: -1 };

  constructor(
    start: Opened,
    readonly board: BoardInfo,
  ) {
    this.heading.value = start.heading;
    this.explorer = new Explorer(start.tree);
    this.engine = new Engine(
      computed(() => ({
        at: this.explorer.request.value,
        draft: this.explorer.draft.value,
      })),
    );
    const keep = effect(() => this.keepChances());
    // Whatever ends a preview, be it a turn or a refusal, ends the look along the line.
    const end = effect(() => {
      if (this.explorer.preview.value.length === 0) this.looking.value = null;
    });
    // Without hints there is nothing to look along, and the board is to be played on.
    const hide = effect(() => {
      if (!this.engine.hints.value) untracked(() => this.show(null));
    });
    this.stopWatching = () => {
      keep();
      end();
      hide();
    };
  }

  dispose(): void {
    this.stopWatching();
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

  /** Lines that come to lie under a mouse at rest get events too: nobody points at them. */
  pointerMoved({ clientX: x, clientY: y }: MouseEvent): boolean {
    const moved = x !== this.pointer.x || y !== this.pointer.y;
    this.pointer = { x, y };
    return moved;
  }

  look(line: AnalysisLine | null): void {
    const shown = line && this.engine.hints.value;
    this.show(shown ? { line, plies: this.plies(line, 1) } : null);
  }

  /** One turn further along a line, or back; without one along what is looked at, else the best line. */
  further(by: 1 | -1, wanted?: AnalysisLine): boolean {
    const now = this.looking.value;
    const line = wanted ?? now?.line ?? this.best;
    if (!line || !this.engine.hints.value) return false;
    const plies = (now && sameTurn(now.line, line) ? now.plies : 0) + by;
    this.show(plies < 1 ? null : { line, plies: this.plies(line, plies) });
    return true;
  }

  wheel(by: WheelStep, line?: AnalysisLine): boolean {
    if (by === 0 || (by < 0 && !this.looking.value)) return this.looking.value !== null;
    return this.further(by, line);
  }

  playBest(): boolean {
    if (!this.engine.hints.value || !this.best) return false;
    this.explorer.play(wholeTurn(this.best));
    return true;
  }

  /** What those hear who ask for the evaluation or the best turn. */
  words(query: 'evaluation' | 'best'): string {
    const { best, chances } = this;
    if (query === 'best' && !this.engine.hints.value) return t(Message.kWebStudyHintsOff);
    if (query === 'best') return best ? t(Message.kWebStudySayBest, wholeTurn(best)) : t(Message.kWebStudyNoChances);
    if (!chances) return t(Message.kWebStudyNoChances);
    return [chanceWords(this.board, chances), provenWords(this.board, best, this.toMove)].filter(Boolean).join('. ');
  }

  press(key: TreeKey): boolean {
    const tree = walked(this.explorer.tree.value, key);
    if (tree) {
      this.explorer.change(tree);
      return true;
    }
    switch (key) {
      case 'best':
        return this.playBest();
      case 'engine':
        this.engine.on.value = !this.engine.on.value;
        return true;
      case 'hints':
        this.engine.hints.value = !this.engine.hints.value;
        return true;
      case 'longer':
        return this.further(1);
      case 'shorter':
        return this.further(-1);
      case 'flip':
        this.flipped.value = !this.flipped.value;
        return true;
      case 'three':
        toggle(view3d);
        return true;
      case 'type':
        return focusTypedTurn();
      case 'undo':
        return this.explorer.cancel();
      default:
        return false;
    }
  }

  /** Opens a record of the same game; another game needs another board. */
  open(record: GameRecord): boolean {
    const { options } = this.explorer.tree.value.setup;
    if (record.game !== this.board.game || JSON.stringify(record.options ?? {}) !== JSON.stringify(options))
      return false;
    const study = fromRecord(record);
    this.heading.value = study.heading;
    this.explorer.change(study.tree);
    return true;
  }

  // So many turns of a line are worth a look.
  private plies(line: AnalysisLine, wanted: number): number {
    const { nextOnly, lineLength } = this.engine;
    const most = nextOnly.value ? 1 : Math.min(lineLength.value, turnsOf(line).length);
    return Math.max(1, Math.min(most, wanted));
  }

  // What the engine found at the end of its time stays with the turn: graph and records show it.
  private keepChances(): void {
    const found = this.engine.found.value;
    if (!found?.done || this.explorer.draft.value.length > 0) return;
    const win = chancesOf(found.analysis, this.board.players);
    const tree = untracked(() => this.explorer.tree.value);
    if (win && String(win) !== String(current(tree).win)) this.explorer.note(annotate(tree, tree.cursor, { win }));
  }

  private show(next: Looking | null): void {
    this.looking.value = next;
    this.explorer.look(next ? turnsOf(next.line).slice(0, next.plies) : []);
  }
}
