// What players do besides turns: take back, draw, resign; view and copy.
import { useSignal } from '@preact/signals';
import type { BoardInfo, Table } from '../api';
import { lazily } from '../app_lazy';
import { Switch, Toggle } from '../app_switch';
import { Message, t } from '../i18n';
import { isOwnTable } from '../local';
import { attacked, coach, toggle, view3d } from '../settings';
import { GoOn } from './go_on_button';
import { mayGoOn } from './go_on';
import { analyseLink } from './links';
import type { Play } from './model';
import { hasCompany, PhraseMenu } from './phrases';
import { isAlone, isOver, mayCoach, mySeats } from './table_state';

const Confirm = lazily(
  async () => (await import('../app_dialog')).Confirm,
  ({ onNo }) => onNo(),
);

const ShareMenu = lazily(async () => (await import('./share_menu')).ShareMenu);

export interface MenuProps {
  play: Play;
  table: Table;
  board: BoardInfo;
}

function GameActions({ play, table }: MenuProps) {
  const asking = useSignal(false);
  const mine = mySeats(table);
  if (mine.length === 0 || isOver(table)) return null;
  const free = isAlone(table);
  const computers = table.seats.some((seat) => seat.who !== 'human');
  const offered = table.offers.draw.some((player) => mine.includes(player));
  const asked = table.offers.takeback && mine.includes(table.offers.takeback.player);
  return (
    <>
      <button
        type="button"
        class="button small"
        disabled={table.turns.length === 0 && !asked}
        title={table.turns.length === 0 ? t(Message.kWebNothingPlayed) : undefined}
        onClick={() => play.act('takeback', asked ? 'withdraw' : 'ask')}
      >
        {asked ? t(Message.kWebWithdrawTakeback) : free ? t(Message.kWebTakeback) : t(Message.kWebAskTakeback)}
      </button>
      {(!free || computers) && (
        <button type="button" class="button small" onClick={() => play.act('draw', offered ? 'withdraw' : 'ask')}>
          {offered ? t(Message.kWebWithdrawDraw) : t(Message.kWebOfferDraw)}
        </button>
      )}
      <button type="button" class="button small" onClick={() => (asking.value = true)}>
        {t(Message.kWebResign)}
      </button>
      {asking.value && (
        <Confirm
          title={t(Message.kWebResignSure)}
          yes={t(Message.kWebResign)}
          onYes={play.resign}
          onNo={() => (asking.value = false)}
        />
      )}
    </>
  );
}

function ViewActions({ play, board }: MenuProps) {
  return (
    <>
      <button type="button" class="button small" onClick={play.flip} aria-pressed={play.flipped.value}>
        {t(Message.kWebFlip)}
      </button>
      <button type="button" class="button small" onClick={() => toggle(view3d)} aria-pressed={view3d.value === 'on'}>
        3D
      </button>
      {board.holes.length > 0 && (
        <button
          type="button"
          class="button small"
          onClick={() => toggle(attacked)}
          aria-pressed={attacked.value === 'on'}
        >
          {t(Message.kWebAttacked)}
        </button>
      )}
    </>
  );
}

// What was agreed when the seat was taken can be changed.
function ShowAgreement({ play, table }: MenuProps) {
  const mine = table.seats.filter((seat) => seat.yours);
  if (mine.length === 0) return null;
  const shown = mine.every((seat) => seat.show);
  return (
    <Toggle on={shown} onToggle={() => play.show(!shown)}>
      {t(Message.kWebShowGame)}
      <small class="hint">{t(Message.kWebShowGameHint)}</small>
    </Toggle>
  );
}

export function GameMenu(props: MenuProps) {
  const { play, table } = props;
  const sharing = useSignal(false);
  return (
    <section class="menu" aria-label={t(Message.kWebGameMenu)}>
      <div class="row actions">
        <ViewActions {...props} />
        <GameActions {...props} />
        {mayGoOn(table) && <GoOn table={table} />}
      </div>
      {mayCoach(table) && !isOver(table) && (
        <Switch title={Message.kWebCoach} hint={Message.kWebCoachHint} setting={coach} />
      )}
      {hasCompany(table) && <PhraseMenu play={play} />}
      <details onToggle={(event) => (sharing.value = event.currentTarget.open)}>
        <summary>{t(Message.kWebShare)}</summary>
        {sharing.value && <ShareMenu {...props} />}
        {!isOwnTable(table.id) && <ShowAgreement {...props} />}
      </details>
      {(table.exploration || isOver(table)) && (
        <p class="more">
          <a href={analyseLink(table, play.shownTurns.value)}>{t(Message.kWebAnalysePosition)}</a>
        </p>
      )}
    </section>
  );
}
