// Addresses of the other screens.
import type { Table } from '../api';
import { linkText, turnText } from '../tree/link_text';

// The analysis of a game at one of its turns.
export const analyseLink = (table: Table, shown: number): string =>
  `/analyse/${table.game}#${linkText(table, table.turns.map(turnText).join('.'), shown)}`;
