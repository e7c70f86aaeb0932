// /embed/g/ID and /embed/GAME#m=…: a board to step through, within a page of somebody else.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, View, ViewRequest } from '../api';
import { Board } from '../board/board';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { Arrows } from '../play/arrows';
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
}

async function ofTable(id: string): Promise<Shown> {
  const { game, options, position, turns } = await api.table(id);
  return { game, options, position: position ?? '', turns, at: turns.length, full: `/g/${encodeURIComponent(id)}` };
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

export default function Embed({ route: { name } }: ScreenProps) {
  const shown = useSignal<Shown | null>(null);
  const at = useSignal(0);
  const board = useSignal<BoardInfo | null>(null);
  const view = useSignal<View | null>(null);
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
      const asked: ViewRequest = { game, options, turns: turns.slice(0, at.value) };
      if (position) asked.position = position;
      const next = await api.view(asked);
      if (wanted) view.value = next;
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
  if (!shown.value || !board.value || !view.value) return <p role="status">{t(Message.kWebLoading)}</p>;
  const { turns, full, game } = shown.value;
  const onBy = (by: number): void => {
    // At the end of a game that goes on: what has been played meanwhile?
    if (by === Infinity && name.startsWith('g/')) return attempt(open);
    at.value = Math.max(0, Math.min(turns.length, at.value + by));
  };
  return (
    <div class="embed">
      <div class="stage" data-shown={at.value}>
        <Board board={board.value} view={view.value} label={game} />
      </div>
      <div class="row">
        <Arrows atStart={at.value === 0} atEnd={at.value === turns.length} onBy={onBy} />
        <span role="status">{at.value === 0 ? '' : `${at.value}. ${turns[at.value - 1]}`}</span>
        <a href={full} target="_blank" rel="noopener">
          {t(Message.kWebEmbedOpen)}
        </a>
      </div>
    </div>
  );
}
