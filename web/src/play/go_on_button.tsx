// The button that takes a game from the server to this browser, or the other way round.
import type { Table } from '../api';
import { alarm } from '../app_live';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { isOwnTable } from '../local';
import { goOn } from './go_on';

export const GoOn = ({ table }: { table: Table }) => (
  <button
    type="button"
    class="button small"
    onClick={() => void goOn(table).catch((error: unknown) => alarm(errorWords(error)))}
  >
    {t(isOwnTable(table.id) ? Message.kWebGoOnServer : Message.kWebGoOnHere)}
  </button>
);
