// The play screen: the board, and around it everything one needs to play.
import { useEffect } from 'preact/hooks';
import type { Table } from '../api';
import { useKeys } from '../app_keys';
import { alarm, say } from '../app_live';
import { Board } from '../board/board';
import type { Candidate } from '../board/types';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { navigate } from '../router';
import { attacked, toggle, view3d } from '../settings';
import { DraftBar } from './draft_bar';
import { lazily } from '../app_lazy';
import { isCutOff } from './go_on';
import type { Play } from './model';
import { Players } from './players';
import { seatOf } from './seats';
import { askedBy, isOver, mayAct, mySeats } from './table_state';
import { focusTypedTurn } from './typed_turn';

const Invites = lazily(async () => (await import('./invite')).Invites);
const Drawers = lazily(async () => (await import('./drawers')).Drawers);
const Banners = lazily(async () => (await import('./banners')).Banners);

// Is there anything that needs an answer, or a result?
const hasBanners = (play: Play, table: Table): boolean =>
  isOver(table) ||
  isCutOff(table) ||
  play.coach.value?.advice.value != null ||
  (['draw', 'takeback', 'rematch'] as const).some((what) => askedBy(table, what));

function usePlayKeys(play: Play): void {
  const total = () => play.table.value?.turns.length ?? 0;
  useKeys({
    ',': () => play.browseBy(-1),
    '.': () => play.browseBy(1),
    ArrowLeft: () => play.browseBy(-1),
    ArrowRight: () => play.browseBy(1),
    Home: () => void play.goTo(0),
    End: () => void play.goTo(total()),
    F: play.flip,
    R: play.replay,
    U: play.undoStep,
    A: () => (play.board.value?.holes.length ? toggle(attacked) : false),
    '3': () => toggle(view3d),
    '/': focusTypedTurn,
    Escape: () => (play.browse.value === null ? play.undoStep() : void play.goTo(total())),
  });
}

// The tab's title says whose turn it is, for those who look elsewhere.
function useTitle(table: Table): void {
  const mine = mayAct(table) && mySeats(table).length === 1;
  const title = `${mine ? `● ${t(Message.kWebYourTurn)} – ` : ''}${gameTitle(table.game)}`;
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Tabuleiro';
    };
  }, [title]);
}

// An accepted rematch takes its players along.
function useRematch(play: Play, table: Table): void {
  useEffect(() => {
    if (!table.rematch) return;
    play.rememberRematch(table.rematch);
    if (play.token && wasHere.has(play)) navigate(`/g/${table.rematch}`);
  }, [table.rematch]);
  useEffect(() => {
    if (!table.rematch) wasHere.add(play);
  }, []);
}
const wasHere = new WeakSet<Play>(); // pages that were open before the rematch was agreed

// What the coach speaks of, while it does and the game is shown as it stands.
const adviceMarks = (play: Play, table: Table): readonly Candidate[] =>
  (play.browse.value === null && !isOver(table) && play.coach.value?.advice.value?.marks) || [];

export function TableView({ play }: { play: Play }) {
  const table = play.table.value!;
  const board = play.board.value!;
  const view = play.view.value!;
  usePlayKeys(play);
  useTitle(table);
  useRematch(play, table);
  const mine = mySeats(table);
  const invites = seatOf(table.id)?.invites ?? [];
  const open = invites.length > 0 && table.seats.some((seat) => !seat.taken);
  useEffect(Banners.prepare, []); // the result shall not come late
  return (
    <div class={`play shape-${board.shape} game-${table.game}`}>
      <h1 class="unseen">{gameTitle(table.game)}</h1>
      <div class="front">
        <Players play={play} table={table} board={board} />
        <div class="stage" data-shown={play.shownTurns.value} data-active={play.active.value}>
          <Board
            board={board}
            view={view}
            label={t(Message.kWebBoardOf, gameTitle(table.game))}
            flipped={play.flipped.value}
            choice={play.choice.value}
            onChoice={(choice) => (play.choice.value = choice)}
            chips={false}
            active={play.active.value}
            onAction={play.step}
            onRestart={play.restart}
            onBack={play.undoStep}
            startLegal={table.view.legal}
            attacked={attacked.value === 'on'}
            candidates={adviceMarks(play, table)}
            replay={play.replays.value}
            three={view3d.value === 'on'}
            onSay={say}
            {...(mine.length === 1 ? { viewer: mine[0]! } : {})}
            onQuery={(query) =>
              import('./query').then(
                ({ answerQuery }) => answerQuery(play, table, board, query),
                () => alarm(t(Message.kWebNotLoaded), true),
              )
            }
          />
        </div>
        <DraftBar play={play} table={table} board={board} />
        <div class="banners">{hasBanners(play, table) && <Banners play={play} table={table} board={board} />}</div>
      </div>
      {open && (
        <div class="invites">
          <Invites play={play} table={table} board={board} invites={invites} />
        </div>
      )}
      <div class="drawers">
        <Drawers play={play} table={table} board={board} />
      </div>
    </div>
  );
}
