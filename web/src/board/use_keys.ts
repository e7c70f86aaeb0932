// The keyboard on the board: going about, choosing, asking.
import { alarm } from '../app_live';
import { Message, prepareMore, t } from '../i18n';
import { shortcuts } from '../settings';
import { neighbour } from './geometry';
import { commandOf, type Command } from './keys';
import type { BoardProps, BoardUi } from './types';
import type { Choosing } from './use_choice';
import { cellWords } from './words';

type Question = (Command & { do: 'ask' })['what'];

async function answerTo(
  what: Question,
  { board, view, viewer }: BoardProps,
  ui: BoardUi,
  colours: readonly string[],
): Promise<string> {
  if (what === 'cell') return cellWords(board, view, ui, colours, ui.cursor);
  const [{ lastWords, legalWords, rayWords, stonesWords }] = await Promise.all([import('./spoken'), prepareMore()]);
  switch (what) {
    case 'last':
      return lastWords(view, colours);
    case 'legal':
      return legalWords(view, ui);
    case 'rays':
      return rayWords(board, view, colours, ui.cursor);
    default:
      return stonesWords(board, view, colours, viewer);
  }
}

export function useBoardKeys(
  props: BoardProps,
  ui: BoardUi,
  colours: readonly string[],
  { held, change, tap }: Choosing,
  rows: readonly number[][], // of the grid, as they are seen
  focusCell: (cell: number) => void,
  setFocused: (focused: boolean) => void,
): (event: KeyboardEvent) => void {
  const go = (cell: number | null | undefined): void => {
    if (cell === null || cell === undefined) return;
    change({ cursor: cell, hover: null });
    focusCell(cell);
  };
  const ask = (what: Question): void => {
    if (what === 'evaluation' || what === 'best') props.onQuery?.(what);
    else
      answerTo(what, props, ui, colours).then(
        (words) => props.onSay?.(words),
        () => alarm(t(Message.kWebNotLoaded), true),
      );
  };
  const obey = (command: Command): void => {
    const { cursor } = held.current;
    switch (command.do) {
      case 'go':
        return go(neighbour(props.board, cursor, command.heading, command.other, ui.flipped));
      case 'edge': {
        const row = rows.find((cells) => cells.includes(cursor))!;
        return go(command.end ? row[row.length - 1] : row[0]);
      }
      case 'act':
        return tap({ at: 'cell', cell: cursor });
      case 'away':
        return tap({ at: 'escape' });
      case 'ask':
        return ask(command.what);
    }
  };
  return (event) => {
    const command = commandOf(event, shortcuts.value === 'on');
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(true);
    obey(command);
  };
}
