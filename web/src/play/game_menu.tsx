// What players do besides turns: take back, draw, resign; view and copy.
import { useSignal } from '@preact/signals';
import * as api from '../api';
import type { BoardInfo, RecordFormat, Table } from '../api';
import { lazily } from '../app_lazy';
import { alarm, note, say } from '../app_live';
import { Switch } from '../app_switch';
import { coloursOf } from '../board/colours';
import { stonesWords } from '../board/words';
import { t } from '../i18n';
import { attacked, coach, toggle, view3d } from '../settings';
import { analyseLink } from './links';
import { Coach } from './coach';
import { copyText } from './copy';
import type { Play } from './model';
import { isAlone, isOver, mySeats } from './table_state';

const Confirm = lazily(async () => (await import('../later')).Confirm, ({ onNo }) => onNo());

async function copy(what: Promise<string> | string): Promise<void> {
  try {
    if (await copyText(await what)) note(t('kWebCopied'));
    else alarm(t('kWebNotCopied'));
  } catch {
    alarm(t('kWebNotCopied'));
  }
}

interface MenuProps {
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
        onClick={() => play.act('takeback', asked ? 'withdraw' : 'ask')}
      >
        {asked ? t('kWebWithdrawTakeback') : free ? t('kWebTakeback') : t('kWebAskTakeback')}
      </button>
      {(!free || computers) && (
        <button type="button" class="button small" onClick={() => play.act('draw', offered ? 'withdraw' : 'ask')}>
          {offered ? t('kWebWithdrawDraw') : t('kWebOfferDraw')}
        </button>
      )}
      <button type="button" class="button small" onClick={() => (asking.value = true)}>
        {t('kWebResign')}
      </button>
      {asking.value && (
        <Confirm
          title={t('kWebResignSure')}
          yes={t('kWebResign')}
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
        {t('kWebFlip')}
      </button>
      <button type="button" class="button small" onClick={() => toggle(view3d)} aria-pressed={view3d.value === 'on'}>
        3D
      </button>
      {board.holes.length > 0 && (
        <button type="button" class="button small" onClick={() => toggle(attacked)} aria-pressed={attacked.value === 'on'}>
          {t('kWebAttacked')}
        </button>
      )}
    </>
  );
}

const kFormats: [RecordFormat, string][] = [['pgn', 'PGN'], ['json', 'JSON']];

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
        {t(board.holes.length > 0 ? 'kWebPieces' : 'kWebStones')}
      </button>
      {open.value && <p class="hint stones">{words()}</p>}
    </>
  );
}

function CopyActions(props: MenuProps) {
  const { play, table } = props;
  const view = play.view.value ?? table.view;
  const watch = `${location.origin}/g/${table.id}`;
  return (
    <div class="row actions">
      <Stones {...props} />
      <button type="button" class="button small" onClick={() => void copy(view.position)}>{t('kWebCopyPosition')}</button>
      {kFormats.map(([format, name]) => (
        <button key={format} type="button" class="button small" onClick={() => void copy(api.tableRecord(table.id, format))}>
          {t('kWebCopyRecord', name)}
        </button>
      ))}
      <button type="button" class="button small" onClick={() => void copy(watch)}>{t('kWebCopyWatch')}</button>
    </div>
  );
}

export function GameMenu(props: MenuProps) {
  const { play, table } = props;
  return (
    <section class="menu" aria-label={t('kWebGameMenu')}>
      <div class="row actions">
        <ViewActions {...props} />
        <GameActions {...props} />
      </div>
      {Coach.allowed(table) && !isOver(table) && (
        <Switch title="kWebCoach" hint="kWebCoachHint" setting={coach} />
      )}
      <details>
        <summary>{t('kWebShare')}</summary>
        <CopyActions {...props} />
      </details>
      {(table.exploration || isOver(table)) && (
        <p class="more"><a href={analyseLink(table, play.shownTurns.value)}>{t('kWebAnalysePosition')}</a></p>
      )}
    </section>
  );
}
