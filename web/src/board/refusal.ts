// Why a tap meant nothing, in words. Knows no rules: only what is legal, what stands where, and what the server says
// that an action needs.
import { Message, t } from '../i18n';
import { kindsOf, lineOf } from './choose';
import type { BoardInfo, Choice, Step, View } from './types';

interface Tapped {
  board: BoardInfo;
  view: View;
  legal: readonly Step[];
  choice: Choice;
  cell: number;
}

// What a kind of action needs, or that the turn has had it.
function needsOf({ board, view, legal }: Tapped, kind: string): string {
  const known = kindsOf(board, view).find((each) => each.kind === kind);
  if (!known) return '';
  const used = view.draft_kinds.includes(kind) && !legal.some((step) => step.kind === kind);
  return used ? t(Message.kWebRefusedUsed, known.label) : known.needs;
}

const inLines = (legal: readonly Step[]): boolean => legal.some((step) => step.kind === 'move' && lineOf(step) > 1);

// The stone that was chosen cannot go to this cell.
function whyNotThere(tapped: Tapped): string {
  const { board, view, legal, choice, cell } = tapped;
  const empty = !view.pieces.some((each) => each.cell === cell);
  const needs = needsOf(tapped, choice.kind ?? (empty ? 'move' : 'push'));
  if (needs) return needs;
  if (board.holes.length > 0) return t(Message.kWebRefusedPegs);
  return t(inLines(legal) ? Message.kWebRefusedLine : Message.kWebRefusedTarget);
}

// An own stone that nothing can be done with.
function whyStuck(tapped: Tapped): string {
  const { board, view, legal, choice } = tapped;
  const open = (kind: string): boolean => !view.draft_kinds.includes(kind) || legal.some((step) => step.kind === kind);
  const needs = needsOf(tapped, choice.kind ?? (open('move') ? 'move' : 'push'));
  if (needs) return needs;
  if (board.holes.length > 0) return t(Message.kWebRefusedPegsStuck);
  return t(inLines(legal) ? Message.kWebRefusedLineStuck : Message.kWebRefusedStuck);
}

export function refusalOf(tapped: Tapped): string | null {
  const { view, legal, choice, cell } = tapped;
  if (legal.length === 0 || view.outcome.result !== 'none') return null;
  const piece = view.pieces.find((each) => each.cell === cell);
  if (choice.selected !== null) return whyNotThere(tapped);
  if ((view.must_block ?? []).length > 0) return t(Message.kWebRefusedBlock);
  if (legal.some((step) => step.kind === 'place')) return piece ? t(Message.kWebRefusedTaken) : null;
  if (view.draft_state === 'complete') return t(Message.kWebReady);
  if (legal.every((step) => step.hole !== undefined)) return t(Message.kWebRefusedHole);
  if (!piece) return t(Message.kWebRefusedFirst);
  return piece.player === view.to_move ? whyStuck(tapped) : t(Message.kWebRefusedOther);
}
