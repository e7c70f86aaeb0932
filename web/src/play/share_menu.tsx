// What of a game can be taken along: its position, its record, a link for those who look on.
import { useSignal } from '@preact/signals';
import * as api from '../api';
import type { RecordFormat } from '../api';
import { alarm, note, say } from '../app_live';
import { coloursOf } from '../board/colours';
import { stonesWords } from '../board/spoken';
import { Message, t } from '../i18n';
import { isOwnTable } from '../local';
import { wholeAddress } from '../place';
import { copyText, embedCode } from './copy';
import type { MenuProps } from './game_menu';
import { isOver, mySeats } from './table_state';

async function copy(what: Promise<string> | string): Promise<void> {
  try {
    if (await copyText(await what)) note(t(Message.kWebCopied));
    else alarm(t(Message.kWebNotCopied));
  } catch {
    alarm(t(Message.kWebNotCopied));
  }
}

const kFormats: [RecordFormat, string][] = [
  ['pgn', 'PGN'],
  ['json', 'JSON'],
];

// Where the stones are, in words: what the key W on the board says.
function Stones({ play, table, board }: MenuProps) {
  const open = useSignal(false);
  const mine = mySeats(table);
  const words = () =>
    stonesWords(board, play.view.value ?? table.view, coloursOf(board), mine.length === 1 ? mine[0] : undefined);
  const tell = () => {
    open.value = !open.value;
    if (open.value) say(words());
  };
  return (
    <>
      <button type="button" class="button small" aria-expanded={open.value} onClick={tell}>
        {t(board.holes.length > 0 ? Message.kWebPieces : Message.kWebStones)}
      </button>
      {open.value && <p class="hint stones">{words()}</p>}
    </>
  );
}

export function ShareMenu(props: MenuProps) {
  const { play, table } = props;
  const view = play.view.value ?? table.view;
  const watch = wholeAddress(`/g/${table.id}`);
  const shared = !isOwnTable(table.id); // nobody else has what this browser keeps
  return (
    <div class="row actions">
      <Stones {...props} />
      <button type="button" class="button small" onClick={() => void copy(view.position)}>
        {t(Message.kWebCopyPosition)}
      </button>
      {kFormats.map(([format, name]) => (
        <button
          key={format}
          type="button"
          class="button small"
          onClick={() => void copy(api.tableRecord(table.id, format))}
        >
          {t(Message.kWebCopyRecord, name)}
        </button>
      ))}
      {shared && (
        <button type="button" class="button small" onClick={() => void copy(watch)}>
          {t(Message.kWebCopyWatch)}
        </button>
      )}
      {shared && (
        <button type="button" class="button small" onClick={() => void copy(embedCode(`/embed/g/${table.id}`))}>
          {t(Message.kWebCopyEmbed)}
        </button>
      )}
      {shared && isOver(table) && (
        <a class="button small" href={`/api/tables/${table.id}/picture.gif`} download={`${table.game}.gif`}>
          {t(Message.kWebAnimated)}
        </a>
      )}
    </div>
  );
}
