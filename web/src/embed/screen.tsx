// /embed/g/ID and /embed/GAME#m=…: a board to step through, within a page of somebody else.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, Table, View, ViewRequest } from '../api';
import { Board } from '../board/board';
import { errorWords } from '../errors';
import { gameTitle } from '../games';
import { capital, Message, t } from '../i18n';
import { Arrows } from '../play/arrows';
import { colourName, seatName } from '../play/names';
import type { ScreenProps } from '../router';
import { fromLink } from '../tree/link';
import { current, depth, mainline, makeMain, turnsTo } from '../tree/tree';

interface Shown {
  game: string;
  options: Record<string, string>;
  position: string;
  turns: readonly string[];
  at: number; // so many turns are shown at first
  full: string; // where the whole page shows it
  table?: Table; // at which it is played
}

async function ofTable(id: string): Promise<Shown> {
  const table = await api.table(id);
  const { game, options, position, turns } = table;
  const full = `/g/${encodeURIComponent(id)}`;
  return { game, options, position: position ?? '', turns, at: turns.length, full, table };
}

function ofLink(game: string): Shown {
  const link = location.hash.slice(1);
  const found = fromLink(game, link);
  if (typeof found === 'string') throw new api.ApiError('failed', t(Message.kWebStudyLinkBroken));
  const tree = makeMain(found, current(found).id); // the line that the link shows
  const last = mainline(tree).at(-1);
  const { options, position } = tree.setup;
  return {
    game,
    options,
    position,
    turns: last ? turnsTo(tree, last.id) : [],
    at: depth(tree, tree.cursor),
    full: `/analyse/${encodeURIComponent(game)}${link && `#${link}`}`,
  };
}

const load = async (name: string): Promise<Shown> => (name.startsWith('g/') ? ofTable(name.slice(2)) : ofLink(name));

// Who plays, where that is known.
const playersOf = ({ table }: Shown, board: BoardInfo): string =>
  (table?.seats ?? []).map((seat) => seatName(table!, board, seat)).join(' – ');

// The last turn, who played it and what it did.
function turnWords({ turns, table }: Shown, board: BoardInfo, { at, view }: Place): string {
  if (at === 0 || at > turns.length) return ''; // turns may have been taken back meanwhile
  const player = table?.movers[at - 1] ?? view.last[0]?.player ?? 0;
  const seat = table?.seats.find((one) => one.player === player);
  const name = seat ? seatName(table!, board, seat) : capital(colourName(board, player));
  return `${at}. ${t(Message.kWebSaidTurn, name, turns[at - 1]!, view.last_words)}`;
}

// So many turns, and the position after them.
interface Place {
  at: number;
  view: View;
}

export default function Embed({ route: { name } }: ScreenProps) {
  const shown = useSignal<Shown | null>(null);
  const at = useSignal(0);
  const board = useSignal<BoardInfo | null>(null);
  const place = useSignal<Place | null>(null);
  const failed = useSignal('');
  const attempt = (what: () => Promise<void>): void => {
    what().catch((error: unknown) => {
      failed.value = errorWords(error);
    });
  };
  const open = async (): Promise<void> => {
    const found = await load(name);
    board.value = await api.boardInfo(found.game, found.options);
    shown.value = found;
    at.value = found.at;
  };
  useEffect(() => attempt(open), [name]);
  useEffect(() => {
    let wanted = true;
    attempt(async () => {
      if (!shown.value) return;
      const { game, options, position, turns } = shown.value;
      const to = at.value;
      const asked: ViewRequest = { game, options, turns: turns.slice(0, to) };
      if (position) asked.position = position;
      const view = await api.view(asked);
      if (wanted) place.value = { at: to, view };
    });
    return () => {
      wanted = false;
    };
  }, [shown.value, at.value]);
  if (failed.value) {
    return (
      <p class="notice" role="alert">
        {failed.value}
      </p>
    );
  }
  if (!shown.value || !board.value || !place.value) return <p role="status">{t(Message.kWebLoading)}</p>;
  const { turns, full, game } = shown.value;
  const title = gameTitle(game);
  const onBy = (by: number): void => {
    // At the end of a game that goes on: what has been played meanwhile?
    if (by === Infinity && name.startsWith('g/')) return attempt(open);
    at.value = Math.max(0, Math.min(turns.length, at.value + by));
  };
  return (
    <div class="embed">
      <p class="embed-title">
        <b>{title}</b> {playersOf(shown.value, board.value)}
      </p>
      <div class="stage" data-shown={at.value}>
        <Board board={board.value} view={place.value.view} label={t(Message.kWebBoardOf, title)} />
      </div>
      <p class="hint embed-turn" role="status">
        {turnWords(shown.value, board.value, place.value)}
      </p>
      <div class="row">
        <Arrows atStart={at.value === 0} atEnd={at.value === turns.length} onBy={onBy} />
        <a href={full} target="_blank" rel="noopener">
          {t(Message.kWebEmbedOpen)}
        </a>
      </div>
    </div>
  );
}
