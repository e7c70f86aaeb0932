// What decided a finished game, for whoever wants to know: the line that won, or the turn that lost most.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { tableRecord, type BoardInfo, type GameRecord, type Judged, type JudgedTurn, type Table } from '../api';
import { say } from '../app_live';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { thinkerOf, thinksHere } from '../socket';
import type { Play } from './model';
import { seatName } from './names';

interface EndProps {
  play: Play;
  table: Table;
  board: BoardInfo;
}

const kSwing = 10; // points of the chance to win: what reviews call a mistake

const points = (chance: number | undefined): number => Math.round(100 * (chance ?? 0));

const nameOf = ({ table, board }: EndProps, player: number): string =>
  seatName(table, board, table.seats.find((seat) => seat.player === player)!);

// The turn that lost most, where one lost much. What the winner gave away decided nothing.
const decisive = ({ result }: Table, { turns }: Judged): JudgedTurn | undefined => {
  const lost = turns.filter((turn) => (turn.loss ?? 0) >= kSwing && result !== `p${turn.player}win`);
  return lost.reduce<JudgedTurn | undefined>(
    (worst, turn) => (turn.loss! > (worst?.loss ?? 0) ? turn : worst),
    undefined,
  );
};

function momentWords(props: EndProps, moment: JudgedTurn | undefined): string {
  if (!moment) return t(Message.kWebEndNone, kSwing);
  const { turn, text, player, before, win, best, reasons } = moment;
  const chances = [points(before?.[player - 1]), points(win?.[player - 1])] as const;
  const told = t(Message.kWebEndDecided, turn, text, nameOf(props, player), ...chances);
  const better = best?.[0]?.[0] ? t(Message.kWebEndBetter, best[0][0], chances[0]) : '';
  const why = reasons?.[0] ? `${reasons[0].text}.` : ''; // what weighs most; the review has the others
  return [told, why, better].filter(Boolean).join(' ');
}

function accuracyWords(props: EndProps, { accuracy }: Judged): string {
  const each = accuracy.flatMap((value, i) =>
    value === null ? [] : [`${nameOf(props, i + 1)} ${Math.round(value)} %`],
  );
  return each.length > 0 ? t(Message.kWebEndAccuracy, each.join(', ')) : '';
}

function Found({ judged, ...props }: EndProps & { judged: Judged }) {
  const moment = decisive(props.table, judged);
  const words = momentWords(props, moment);
  const box = useRef<HTMLParagraphElement>(null);
  // It takes the place of the button that was pressed, and so the focus.
  useEffect(() => {
    say(words);
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <p class="moment" ref={box} tabIndex={-1}>
        {words}{' '}
        {moment && (
          <button type="button" class="link" onClick={() => void props.play.goTo(moment.turn)}>
            {t(Message.kWebEndShow, moment.turn)}
          </button>
        )}
      </p>
      <p class="hint accuracy">{accuracyWords(props, judged)}</p>
    </>
  );
}

// A quick review, as it goes on.
function useReview(table: Table) {
  const judged = useSignal<Judged | null>(null);
  const progress = useSignal<readonly [number, number] | null>(null);
  const problem = useSignal('');
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const ask = async (): Promise<void> => {
    const { id, game } = table;
    const subject = thinksHere(game)
      ? { record: JSON.parse(await tableRecord(id, 'json')) as GameRecord }
      : { table: id };
    const asked = thinkerOf(game).begin({ type: 'review', ...subject, effort: 'quick' }, (news) => {
      progress.value = [Number(news['done'] ?? 0), Number(news['total'] ?? 0)];
    });
    stop.current = asked.stop;
    judged.value = (await asked.answer)['judged'] as Judged;
  };
  const begin = (): void => {
    problem.value = '';
    progress.value = [0, 0];
    ask().catch((error: unknown) => {
      progress.value = null;
      problem.value = errorWords(error);
    });
  };
  return { judged, progress, problem, begin };
}

export function End(props: EndProps) {
  const { table, board } = props;
  const { judged, progress, problem, begin } = useReview(table);
  const line = table.view.outcome.line ?? [];
  return (
    <div class="end">
      {line.length > 0 && (
        <p class="line">{t(Message.kWebEndLine, line.map((cell) => board.cells[cell]!.name).join('–'))}</p>
      )}
      {judged.value ? (
        <Found {...props} judged={judged.value} />
      ) : progress.value ? (
        <p class="hint" role="status">
          {t(Message.kWebEndFinding, progress.value[0], progress.value[1] || table.turns.length)}
        </p>
      ) : (
        <button type="button" class="button small" onClick={begin}>
          {t(Message.kWebEndFind)}
        </button>
      )}
      {problem.value && (
        <p class="hint" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}
