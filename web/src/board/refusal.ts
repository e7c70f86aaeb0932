// Why a tap meant nothing, in words. Knows no rules: only what is legal and what stands where.
import { Message } from '../i18n';
import type { Choice, Step, View } from './types';

export function refusalOf(view: View, legal: readonly Step[], choice: Choice, cell: number): Message | null {
  if (legal.length === 0 || view.outcome.result !== 'none') return null;
  const piece = view.pieces.find((each) => each.cell === cell);
  if (choice.selected !== null) return Message.kWebRefusedTarget;
  if ((view.must_block ?? []).length > 0) return Message.kWebRefusedBlock;
  if (legal.some((step) => step.kind === 'place')) return piece ? Message.kWebRefusedTaken : null;
  if (!piece) return Message.kWebRefusedFirst;
  return piece.player === view.to_move ? Message.kWebRefusedStuck : Message.kWebRefusedOther;
}
