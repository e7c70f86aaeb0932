// How a friend comes to the table: a link to copy, to share, or to photograph.
import { useSignal } from '@preact/signals';
import type { BoardInfo, Table } from '../api';
import { alarm, say } from '../app_live';
import { capital, Message, t } from '../i18n';
import { copyText } from './copy';
import type { Play } from './model';
import { colourName, kLevelWords, whoName } from './names';
import { QrCode } from './qr';
import { inviteLink, type Invitation } from './seats';

// A page that others cannot reach under this name.
const onlyHere = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

function Link({ play, table, board, invite }: { play: Play; table: Table; board: BoardInfo; invite: Invitation }) {
  const link = inviteLink(location.origin, table.id, invite);
  const copied = useSignal(false);
  const copy = async () => {
    copied.value = await copyText(link);
    if (copied.value) say(t(Message.kWebCopied));
    else alarm(t(Message.kWebNotCopied));
  };
  const share = () => {
    navigator.share({ title: 'Tabuleiro', text: t(Message.kWebShareText), url: link }).catch(() => undefined); // the person changed their mind
  };
  return (
    <div class="invite-link">
      <p class="label">{t(Message.kWebInviteSeat, capital(colourName(board, invite.player)))}</p>
      <div class="row nowrap">
        <input
          type="text"
          readOnly
          value={link}
          aria-label={t(Message.kWebInviteLink)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button main" onClick={() => void copy()}>
          {copied.value ? t(Message.kWebCopied) : t(Message.kWebCopy)}
        </button>
      </div>
      {'share' in navigator && (
        <button type="button" class="button small" onClick={share}>
          {t(Message.kWebShareSheet)}
        </button>
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
      <select
        aria-label={t(Message.kWebComputer)}
        value={who.value}
        onChange={(event) => (who.value = event.currentTarget.value)}
      >
        {['random', ...kLevelWords.map((_, i) => `level:${i + 1}`)].map((one) => (
          <option key={one} value={one}>
            {whoName(one)}
          </option>
        ))}
      </select>
      <button type="submit" class="button">
        {t(Message.kWebLetComputer)}
      </button>
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
  const open = invites.filter((invite) => table.seats.some((seat) => seat.player === invite.player && !seat.taken));
  if (open.length === 0) return null;
  return (
    <section class="invite card" aria-label={t(Message.kWebInvite)}>
      <h2>{t(Message.kWebInvite)}</h2>
      <p class="hint">{t(Message.kWebInviteHint)}</p>
      {open.map((invite) => (
        <Link key={invite.player} play={play} table={table} board={board} invite={invite} />
      ))}
      {onlyHere(location.host) && <p class="hint">{t(Message.kWebOnlyHere)}</p>}
    </section>
  );
}
