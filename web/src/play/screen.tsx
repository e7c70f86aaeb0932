// /g/ID: playing, joining or watching a table.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import * as api from '../api';
import { ApiError, type BoardInfo, type Table } from '../api';
import { readdress, route, type ScreenProps } from '../router';
import { setTitle } from '../app_title';
import { errorWords, isLasting } from '../errors';
import { Message, t } from '../i18n';
import { lazily } from '../app_lazy';
import { isOwnTable } from '../local';
import { hasServer } from '../place';
import { language } from '../settings';
import { Play } from './model';
import { forgetJoining, holdSeat, isKept, joiningToken, parseFragment, publicSeat, seatAddress, seatOf } from './seats';
import { TableView } from './table_view';
import { isWaiting, mySeats } from './table_state';

const Join = lazily(async () => (await import('./join')).Join);

type Stage =
  | { kind: 'loading' }
  | { kind: 'join'; table: Table; board: BoardInfo; invitation: string; player: number | null }
  | { kind: 'play'; token: string | undefined }
  | { kind: 'failed'; error: unknown };

const kRetryAfter = 5_000; // milliseconds

const mayPass = (error: unknown): boolean => !(error instanceof ApiError && isLasting(error));

const cleanAddress = (id: string, token?: string) => readdress(seatAddress(id, token, isKept(id)));

// Nothing where the token is of no seat.
const tableOf = (id: string, token: string): Promise<Table | null> =>
  api.table(id, token).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  });

// A link holds an invitation, or somebody's own seat that comes to another device.
async function arrive(id: string, hash: string): Promise<Stage> {
  if (!hasServer && !isOwnTable(id)) throw new ApiError('no_server', '');
  const held = seatOf(id);
  const fragment = parseFragment(hash);
  if (held?.token) {
    cleanAddress(id, held.token);
    return { kind: 'play', token: held.token };
  }
  if (!fragment) return wantsSeat() ? arriveInPublic(id) : { kind: 'play', token: undefined };
  // The answer to an earlier joining may have been lost: then the seat has been taken with that token. The
  // address of one's own seat names no player; a guest's invitation is not tried as one.
  const own = fragment.player === null ? fragment.token : null;
  for (const token of [joiningToken(fragment.token), own]) {
    const table = token ? await tableOf(id, token) : null;
    if (!token || !table || mySeats(table).length === 0) continue;
    holdSeat({ id, game: table.game, token, invites: held?.invites ?? [] });
    cleanAddress(id, token);
    return { kind: 'play', token };
  }
  const table = await api.table(id);
  const board = await api.boardInfo(table.game, table.options);
  return { kind: 'join', table, board, invitation: fragment.token, player: fragment.player };
}

// The live list leads here: an open seat of a public table is for whoever comes.
const wantsSeat = (): boolean => route.value.query.has('join');

async function arriveInPublic(id: string): Promise<Stage> {
  const token = joiningToken(publicSeat(id));
  const joined = token ? await tableOf(id, token) : null;
  if (token && joined && mySeats(joined).length > 0) {
    holdSeat({ id, game: joined.game, token, invites: [] });
    cleanAddress(id, token);
    return { kind: 'play', token };
  }
  const table = await api.table(id);
  if (!table.public || !isWaiting(table)) {
    cleanAddress(id);
    return { kind: 'play', token: undefined };
  }
  const board = await api.boardInfo(table.game, table.options);
  return { kind: 'join', table, board, invitation: '', player: null };
}

function Seated({ id, token }: { id: string; token: string | undefined }) {
  const play = useMemo(() => new Play(id, token), [id, token]);
  useEffect(() => play.start(), [play]);
  const refusal = play.refusal.value;
  if (refusal) return <Failed error={refusal} onRetry={play.retry} />;
  if (!play.table.value || !play.board.value) return <p class="page">{t(Message.kWebLoading)}</p>;
  return <TableView play={play} />;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => setTitle(t(Message.kWebNoTable)), [language.value]);
  return (
    <div class="page narrow">
      <h1>{t(Message.kWebNoTable)}</h1>
      <p class="notice" role="alert">
        {errorWords(error)}
      </p>
      <p class="row">
        {mayPass(error) && (
          <button type="button" class="button main" onClick={onRetry}>
            {t(Message.kWebRetry)}
          </button>
        )}
        <a class="button" href="/">
          {t(Message.kWebHome)}
        </a>
      </p>
    </div>
  );
}

export default function TableScreen({ route: wanted }: ScreenProps) {
  const id = wanted.name;
  const stage = useSignal<Stage>({ kind: 'loading' });
  const attempts = useSignal(0);
  useEffect(() => setTitle(), [id]);
  // A new route with the same table: an invitation may have come with the fragment.
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Stage) => {
      if (!current) return;
      stage.value = next;
      if (next.kind === 'failed' && mayPass(next.error)) timer = setTimeout(() => ++attempts.value, kRetryAfter);
    };
    arrive(id, location.hash).then(show, (error: unknown) => show({ kind: 'failed', error }));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, wanted, attempts.value]);
  const now = stage.value;
  switch (now.kind) {
    case 'loading':
      return <p class="page">{t(Message.kWebLoading)}</p>;
    case 'failed':
      return <Failed error={now.error} onRetry={() => ++attempts.value} />;
    case 'play':
      return <Seated id={id} token={now.token} />;
    case 'join':
      return (
        <Join
          {...now}
          onJoined={(token) => {
            forgetJoining();
            holdSeat({ id, game: now.table.game, token, invites: seatOf(id)?.invites ?? [] });
            cleanAddress(id, token);
            stage.value = { kind: 'play', token };
          }}
          onWatch={() => {
            cleanAddress(id);
            stage.value = { kind: 'play', token: undefined };
          }}
        />
      );
  }
}
