// What needs an answer, or ends the game: the result, offers of the others, the coach.
import type { ComponentChildren } from 'preact';
import type { BoardInfo, Table } from '../api';
import { lazily } from '../app_lazy';
import { guarding, useGuard } from '../board/guard';
import { capital, Message, t } from '../i18n';
import { adviceParts, type CoachAdvice } from './advice';
import { isCutOff } from './go_on';
import { GoOn } from './go_on_button';
import { analyseLink } from './links';
import type { Play } from './model';
import { colourName, resultText, seatName } from './names';
import { askedBy, isAlone, isOver, mySeats } from './table_state';

interface BannerProps {
  play: Play;
  table: Table;
  board: BoardInfo;
}

interface OfferProps {
  text: ComponentChildren;
  label: string;
  kind?: string;
  yes?: string;
  no?: string;
  onYes: () => void;
  onNo: () => void;
}

// A question that comes unasked: a tap that was under way when it came is not its answer.
function Offer({
  kind = '',
  text,
  label,
  yes = t(Message.kWebAccept),
  no = t(Message.kWebDecline),
  onYes,
  onNo,
}: OfferProps) {
  const guard = useGuard();
  return (
    <div class={`offer card ${kind}`} role="group" aria-label={label} {...guarding(guard)}>
      <p>{text}</p>
      <div class="row">
        <button type="button" class="button small main" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button small" onClick={onNo}>
          {no}
        </button>
      </div>
    </div>
  );
}

// Who won, by name and colour.
function winnerText({ table, board }: BannerProps): string {
  const seat = table.seats.find((each) => table.result === `p${each.player}win`);
  const name = seat?.name || seat?.who !== 'human' ? seat && seatName(table, board, seat) : '';
  const colour = seat ? colourName(board, seat.player) : '';
  return name && name !== capital(colour) ? t(Message.kWebWins, `${name} (${colour})`) : resultText(table, board);
}

function headline(props: BannerProps): string {
  const mine = mySeats(props.table);
  const won = props.table.result === `p${mine[0]}win`;
  if (props.table.result === 'draw' || mine.length !== 1) return winnerText(props);
  return won ? t(Message.kWebYouWin) : t(Message.kWebYouLose);
}

function Rematch({ play, table }: BannerProps) {
  const mine = mySeats(table);
  if (table.rematch) {
    return (
      <a class="button main" href={`/g/${table.rematch}`}>
        {mine.length ? t(Message.kWebToRematch) : t(Message.kWebWatchRematch)}
      </a>
    );
  }
  if (mine.length === 0) return null;
  const asked = table.offers.rematch.some((player) => mine.includes(player));
  return (
    <button type="button" class="button main" onClick={() => play.act('rematch', asked ? 'withdraw' : 'ask')}>
      {asked ? t(Message.kWebWithdrawRematch) : t(Message.kWebRematch)}
    </button>
  );
}

const sentence = (words: string): string => `${capital(words)}${/[.!]$/.test(words) ? '' : '.'}`;

const End = lazily(async () => (await import('./end')).End);

function Result(props: BannerProps) {
  const { play, table } = props;
  const guard = useGuard(); // it stands where Submit was
  const head = headline(props);
  const full = winnerText(props);
  return (
    <section class="result card" aria-label={t(Message.kWebResult)} data-result={table.result} {...guarding(guard)}>
      <h2>{head}</h2>
      {table.reason && <p class="reason">{sentence(table.reason)}</p>}
      {head !== full && <p class="hint">{full}</p>}
      {table.turns.length > 0 && <End {...props} />}
      <div class="row">
        <Rematch {...props} />
        {isAlone(table) && mySeats(table).length > 0 && !table.rematch && (
          <button type="button" class="button" onClick={() => play.act('takeback', 'ask')}>
            {t(Message.kWebTakeback)}
          </button>
        )}
        <a class="button" href={`/review/${table.id}`}>
          {t(Message.kWebReview)}
        </a>
        <a class="button" href={analyseLink(table, table.turns.length)}>
          {t(Message.kWebAnalyse)}
        </a>
        <a class="button" href={`/new/${table.game}`}>
          {t(Message.kWebNewGame)}
        </a>
      </div>
    </section>
  );
}

const asked = (words: string) => ({ text: words, label: words });

function Advice({ advice }: { advice: CoachAdvice }) {
  const [why, cost, better] = adviceParts(advice);
  return (
    <>
      {why} <span class="cost">{cost}</span> {better && <span class="instead">{better}</span>}
    </>
  );
}

const CutOff = ({ table }: { table: Table }) => (
  <div class="offer card" role="group" aria-label={t(Message.kWebServerAway)}>
    <p>{t(Message.kWebServerAway)}</p>
    <div class="row">
      <GoOn table={table} />
    </div>
  </div>
);

export function Banners(props: BannerProps) {
  const { play, table, board } = props;
  const name = (player: number) => {
    const seat = table.seats.find((one) => one.player === player);
    return seat ? seatName(table, board, seat) : '';
  };
  const offers: ComponentChildren[] = [];
  const draw = askedBy(table, 'draw');
  if (draw && !isOver(table)) {
    offers.push(
      <Offer
        key="draw"
        {...asked(t(Message.kWebAsksDraw, name(draw)))}
        onYes={() => play.act('draw', 'accept')}
        onNo={() => play.act('draw', 'decline')}
      />,
    );
  }
  const back = askedBy(table, 'takeback');
  if (back && !isOver(table)) {
    offers.push(
      <Offer
        key="takeback"
        {...asked(t(Message.kWebAsksTakeback, name(back)))}
        onYes={() => play.act('takeback', 'accept')}
        onNo={() => play.act('takeback', 'decline')}
      />,
    );
  }
  const again = askedBy(table, 'rematch');
  if (again && !table.rematch) {
    offers.push(
      <Offer
        key="rematch"
        {...asked(t(Message.kWebAsksRematch, name(again)))}
        onYes={() => play.act('rematch', 'accept')}
        onNo={() => play.act('rematch', 'decline')}
      />,
    );
  }
  if (isCutOff(table)) offers.push(<CutOff key="away" table={table} />);
  const coach = play.coach.value;
  const advice = coach?.advice.value;
  if (advice && !isOver(table)) {
    offers.push(
      <Offer
        key={`coach ${advice.turns}`}
        kind="coach"
        label={t(Message.kWebCoach)}
        text={<Advice advice={advice} />}
        yes={t(Message.kWebTakeback)}
        no={t(Message.kWebPlayOn)}
        onYes={() => {
          coach?.dismiss();
          play.act('takeback', 'ask');
        }}
        onNo={() => coach?.dismiss()}
      />,
    );
  }
  return (
    <>
      {isOver(table) && <Result {...props} />}
      {offers.length > 0 && <div class="offers">{offers}</div>}
    </>
  );
}
