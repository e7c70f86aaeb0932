// /edit/GAME#LINK: a position composed by hand, checked by the server at every change.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { edit, type BoardInfo, type Game, type Options, type View } from '../api';
import type { ScreenProps } from '../app_contract';
import { say } from '../app_live';
import { Board } from '../board/board';
import { errorWords } from '../errors';
import { t } from '../i18n';
import { ChooseGame } from '../tree/choose_game';
import { fromLink, toLink } from '../tree/link';
import { fillOf, playerName } from '../tree/players';
import { useBoardInfo } from '../tree/stage';
import { emptyTree, type Setup } from '../tree/tree';
import { useGame } from '../tree/use_game';
import { viewOf } from '../tree/views';
import * as compose from './compose';

function startSetup(game: string): Setup {
  const read = fromLink(game, location.hash.slice(1));
  return typeof read === 'string' ? { game, options: {}, position: '' } : read.setup;
}

function Palette({ board, tool, onTool }: { board: BoardInfo; tool: compose.Tool; onTool: (tool: compose.Tool) => void }) {
  return (
    <fieldset class="segments palette">
      <legend class="unseen">{t('kWebStudyPalette')}</legend>
      {board.colours.map((_, i) => (
        <label key={i}>
          <input type="radio" name="tool" checked={tool === i + 1} onChange={() => onTool(i + 1)} />
          <span>
            <svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle class={fillOf(board, i + 1)} cx="5" cy="5" r="4.5" /></svg>
            {playerName(board, i + 1)}
          </span>
        </label>
      ))}
      <label>
        <input type="radio" name="tool" checked={tool === 0} onChange={() => onTool(0)} />
        <span>{t('kWebStudyEraser')}</span>
      </label>
      {board.holes.length > 0 && (
        <label>
          <input type="radio" name="tool" checked={tool === -1} onChange={() => onTool(-1)} />
          <span>{t('kWebStudyPegs')}</span>
        </label>
      )}
    </fieldset>
  );
}

// The holes of one piece as a grid of boxes, the centre left out.
function Pegs({ board, composed, cell, onPeg }: {
  board: BoardInfo; composed: compose.Composed; cell: number; onPeg: (hole: number) => void;
}) {
  const piece = compose.pieceAt(composed, cell);
  if (!piece) return <p class="hint">{t('kWebStudyPegsChoose')}</p>;
  const rows = [...new Set(board.holes.map((hole) => hole.row))].sort((a, b) => b - a);
  return (
    <fieldset class="peg-boxes">
      <legend>{t('kWebStudyPegsOf', board.cells[cell]?.name ?? '')}</legend>
      {rows.map((row) => (
        <div class="peg-row" key={row}>
          {board.holes.map((hole, i) => ({ hole, i }))
            .filter(({ hole }) => hole.row === row && !(hole.row === 0 && hole.column === 0))
            .sort((a, b) => a.hole.column - b.hole.column)
            .map(({ hole, i }) => (
              <label key={hole.name} class={`peg-box peg-column-${hole.column + 2}`}>
                <input type="checkbox" checked={piece.pegs?.includes(i) ?? false} onChange={() => onPeg(i)} />
                <span class="unseen">{hole.name}</span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}

function OptionFields({ game, setup, onOptions }: { game: Game; setup: Setup; onOptions: (options: Options) => void }) {
  return (
    <>
      {game.options.map((option) => (
        <label class="entry" key={option.key}>
          {option.description}
          <select value={setup.options[option.key] ?? option.default}
                  onChange={(event) => onOptions({ ...setup.options, [option.key]: event.currentTarget.value })}>
            {option.values.map((value) => <option key={value} value={value}>{value}</option>)}
          </select>
        </label>
      ))}
    </>
  );
}

interface EditorProps {
  game: Game;
  board: BoardInfo;
  setup: Setup;
  start: View;
  onSetup: (setup: Setup) => void;
}

function Editor({ game, board, setup, start, onSetup }: EditorProps) {
  const composed = useSignal(compose.composedOf(start));
  const view = useSignal<View>(start); // the last one that was a position
  const text = useSignal(start.position);
  const problem = useSignal('');
  const tool = useSignal<compose.Tool>(1);
  const chosen = useSignal(-1);
  const flipped = useSignal(false);
  const asked = useRef(0);
  // Counters follow from the pieces in some games; only where they were changed are they sent.
  const ownCounters = useRef(false);

  const accept = (found: View): void => {
    view.value = found;
    composed.value = compose.composedOf(found);
    text.value = found.position;
    problem.value = '';
    const link = toLink(emptyTree({ ...setup, position: found.position }));
    history.replaceState(null, '', `/edit/${setup.game}#${link ?? ''}`);
  };
  const refuse = (error: unknown): void => {
    problem.value = errorWords(error);
  };
  const change = (next: compose.Composed): void => {
    composed.value = next;
    const number = ++asked.current;
    edit(compose.editRequest(setup, view.value.position, next, ownCounters.current)).then(
      (found) => { if (number === asked.current) accept(found); },
      (error: unknown) => { if (number === asked.current) refuse(error); },
    );
  };
  const read = (position: string): void => {
    const number = ++asked.current;
    viewOf({ game: setup.game, options: { ...setup.options }, ...(position ? { position } : {}) }).then(
      (found) => { if (number === asked.current) accept(found); },
      (error: unknown) => { if (number === asked.current) refuse(error); },
    );
  };
  const cell = (index: number): void => {
    if (tool.value === -1) chosen.value = index;
    else change(compose.tap(composed.value, index, tool.value, board.holes.length > 0));
  };
  useEffect(() => {
    if (problem.value) say(problem.value);
  }, [problem.value]);
  const link = toLink(emptyTree({ ...setup, position: view.value.position })) ?? '';
  const play = new URLSearchParams({ position: view.value.position });
  if (Object.keys(setup.options).length > 0) {
    play.set('options', Object.entries(setup.options).map(([key, value]) => `${key}=${value}`).join(','));
  }
  const ready = problem.value === '';
  const pools = view.value.counters.filter((counter) => counter.label === t('kCounterPool'));
  return (
    <div class="study editor">
      <div class="stage">
        <Board board={board} view={compose.pictureOf(view.value, composed.value)} label={t('kWebStudyEditorBoard', game.title)}
               flipped={flipped.value} active={true} onCell={cell} onSay={say} />
      </div>
      <div class="rail">
        <Palette board={board} tool={tool.value} onTool={(next) => { tool.value = next; }} />
        {tool.value === -1 && (
          <Pegs board={board} composed={composed.value} cell={chosen.value}
                onPeg={(hole) => change(compose.togglePeg(composed.value, chosen.value, hole))} />
        )}
        <fieldset class="segments">
          <legend class="unseen">{t('kWebStudyToMove')}</legend>
          {board.colours.map((_, i) => (
            <label key={i}>
              <input type="radio" name="to-move" checked={composed.value.toMove === i + 1}
                     onChange={() => change({ ...composed.value, toMove: i + 1 })} />
              <span>{t('kWebStudyMoves', playerName(board, i + 1))}</span>
            </label>
          ))}
        </fieldset>
        {pools.map((counter) => (
          <label class="entry" key={counter.player}>
            {playerName(board, counter.player)}: {counter.label}
            <input type="number" min={0} max={99} value={composed.value.counters.find((each) => each.player === counter.player)?.value ?? 0}
                   onChange={(event) => {
                     ownCounters.current = true;
                     change(compose.setCounter(composed.value, counter.player, Math.max(0, Math.round(Number(event.currentTarget.value)) || 0)));
                   }} />
          </label>
        ))}
        <div class="row">
          <button type="button" class="button small" onClick={() => read('')}>{t('kWebStudyStartPosition')}</button>
          <button type="button" class="button small" onClick={() => change({ ...composed.value, pieces: [] })}>{t('kWebStudyEmptyBoard')}</button>
          <button type="button" class="button small" aria-pressed={flipped.value} onClick={() => { flipped.value = !flipped.value; }}>{t('kWebStudyFlip')}</button>
        </div>
        <form class="entry wide" onSubmit={(event) => { event.preventDefault(); read(text.value.trim()); }}>
          <label class="entry wide">
            {t('kWebStudyPositionText')}
            <textarea rows={3} spellcheck={false} value={text.value} onInput={(event) => { text.value = event.currentTarget.value; }} />
          </label>
          <button type="submit" class="button small">{t('kWebStudyReadPosition')}</button>
        </form>
        <details class="drawer">
          <summary>{t('kWebStudyGameOptions')}</summary>
          <OptionFields game={game} setup={setup} onOptions={(options) => onSetup({ ...setup, options, position: '' })} />
        </details>
        {problem.value && <p class="notice error" role="alert">{problem}</p>}
        <div class="row">
          <a class="button main" aria-disabled={!ready} {...(ready ? { href: `/analyse/${game.name}#${link}` } : {})}>{t('kWebAnalyse')}</a>
          <a class="button" aria-disabled={!ready} {...(ready ? { href: `/new/${game.name}?${play}` } : {})}>{t('kWebStudyPlayHere')}</a>
        </div>
      </div>
    </div>
  );
}

function Loader({ game, first }: { game: Game; first: Setup }) {
  const setup = useSignal(first);
  const start = useSignal<View | null>(null);
  const problem = useSignal('');
  const board = useBoardInfo(game.name, setup.value.options, (words) => { problem.value = words; });
  const key = JSON.stringify(setup.value);
  useEffect(() => {
    let gone = false;
    const { options, position } = setup.value;
    const ask = (text: string): Promise<View> =>
      viewOf({ game: game.name, options: { ...options }, ...(text ? { position: text } : {}) });
    start.value = null;
    ask(position)
      .catch((error: unknown) => {
        // A link with a bad position: say so and begin with the start of the game.
        problem.value = errorWords(error);
        return ask('');
      })
      .then((found) => { if (!gone) start.value = found; }, (error: unknown) => { problem.value = errorWords(error); });
    return () => { gone = true; };
  }, [key]);
  return (
    <>
      {problem.value && <p class="notice error" role="alert">{problem}</p>}
      {board && start.value && sameOptions(board.options, start.value.options)
        ? <Editor key={key} game={game} board={board} setup={setup.value} start={start.value}
                  onSetup={(next) => { problem.value = ''; setup.value = next; }} />
        : !problem.value && <p class="notice">{t('kWebLoading')}</p>}
    </>
  );
}

const sameOptions = (a: Options, b: Options): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => a[key] === b[key]);

export default function EditorScreen({ route }: ScreenProps) {
  const game = useGame(route.name);
  const first = useMemo(() => startSetup(route.name), [route.name]);
  return (
    <div class="page study-page">
      <h1>{game ? t('kWebStudyEditTitle', game.title) : t('kWebStudyEdit')}</h1>
      {!route.name ? <ChooseGame to="/edit" /> : game ? <Loader key={game.name} game={game} first={first} /> : <p class="notice">{t('kWebLoading')}</p>}
    </div>
  );
}
