// How a friend comes to the table: a link to copy, to share, or to photograph.
import { useSignal } from '@preact/signals';
import type { BoardInfo, Table } from '../api';
import { alarm, say } from '../app_live';
import { capital, t } from '../i18n';
import { copyText } from './copy';
import type { Play } from './model';
import { colourName, kLevelWords, whoName } from './names';
import { qrMatrix, qrPath } from './qr';
import { inviteLink, type Invitation } from './seats';

const kQuiet = 4; // light modules around the code

function QrCode({ text }: { text: string }) {
  const matrix = qrMatrix(text);
  const size = matrix.length + 2 * kQuiet;
  return (
    <svg class="qr" viewBox={`${-kQuiet} ${-kQuiet} ${size} ${size}`} role="img" aria-label={t('kWebQr')} shape-rendering="crispEdges">
      <rect x={-kQuiet} y={-kQuiet} width={size} height={size} fill="#fff" />
      <path d={qrPath(matrix)} fill="#000" />
    </svg>
  );
}

// A page that others cannot reach under this name.
const onlyHere = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

function Link({ play, table, board, invite }: { play: Play; table: Table; board: BoardInfo; invite: Invitation }) {
  const link = inviteLink(location.origin, table.id, invite);
  const copied = useSignal(false);
  const copy = async () => {
    copied.value = await copyText(link);
    if (copied.value) say(t('kWebCopied'));
    else alarm(t('kWebNotCopied'));
  };
  const share = () => {
    navigator
      .share({ title: 'Tabuleiro', text: t('kWebShareText'), url: link })
      .catch(() => undefined); // the person changed their mind
  };
  return (
    <div class="invite-link">
      <p class="label">{t('kWebInviteSeat', capital(colourName(board, invite.player)))}</p>
      <div class="row nowrap">
        <input type="text" readOnly value={link} aria-label={t('kWebInviteLink')} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button main" onClick={() => void copy()}>
          {copied.value ? t('kWebCopied') : t('kWebCopy')}
        </button>
      </div>
      {'share' in navigator && (
        <button type="button" class="button small" onClick={share}>{t('kWebShareSheet')}</button>
      )}
      <QrCode text={link} />
      {play.token && <Instead play={play} player={invite.player} />}
    </div>
  );
}

// Nobody comes: a computer may take the seat.
function Instead({ play, player }: { play: Play; player: number }) {
  const who = useSignal('level:3');
  return (
    <form
      class="row instead"
      onSubmit={(event) => {
        event.preventDefault();
        play.seat(player, who.value);
      }}
    >
      <select aria-label={t('kWebComputer')} value={who.value} onChange={(event) => (who.value = event.currentTarget.value)}>
        {['random', ...kLevelWords.map((_, i) => `level:${i + 1}`)].map((one) => (
          <option key={one} value={one}>{whoName(one)}</option>
        ))}
      </select>
      <button type="submit" class="button">{t('kWebLetComputer')}</button>
    </form>
  );
}

interface InvitesProps {
  play: Play;
  table: Table;
  board: BoardInfo;
  invites: Invitation[];
}

export function Invites({ play, table, board, invites }: InvitesProps) {
  const open = invites.filter((invite) =>
    table.seats.some((seat) => seat.player === invite.player && !seat.taken),
  );
  if (open.length === 0) return null;
  return (
    <section class="invite card" aria-label={t('kWebInvite')}>
      <h2>{t('kWebInvite')}</h2>
      <p class="hint">{t('kWebInviteHint')}</p>
      {open.map((invite) => <Link key={invite.player} play={play} table={table} board={board} invite={invite} />)}
      {onlyHere(location.host) && <p class="hint">{t('kWebOnlyHere')}</p>}
    </section>
  );
}
