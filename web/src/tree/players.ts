// Players by the names of their colours, as on the rules pages.
import { coloursOf } from '../board/colours';
import type { BoardInfo } from '../api';
import { capital } from '../i18n';
import { colourName } from '../play/names';

/** "White"; player numbers start at 1. */
export const playerName = (board: BoardInfo, player: number): string => capital(colourName(board, player));

/** The classes that fill a shape with the colour of a player. */
export const fillOf = (board: BoardInfo, player: number): string =>
  `body-fill c-${coloursOf(board)[player - 1] ?? 'none'}`;
