// /edit/GAME#LINK: a position composed by hand, checked by the server at every change.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { optionsText, type BoardInfo, type Game, type Options, type View } from '../api';
import type { ScreenProps } from '../router';
import { useKeys } from '../app_keys';
import { say } from '../app_live';
import { Board } from '../board/board';
import { errorWords } from '../errors';
import { OptionFields } from '../home/new_game_fields';
import { Message, t } from '../i18n';
import { toggle, view3d } from '../settings';
import { ChooseGame } from '../tree/choose_game';
import { treeKeys } from '../tree/keys';
import { fromLink } from '../tree/link';
import { BoardButtons, useBoardInfo } from '../tree/stage';
import type { Setup } from '../tree/tree';
import { useGame } from '../tree/use_game';
import { viewOf } from '../tree/views';
import { pictureOf } from './compose';
import { Palette, Pegs, Pools, PositionText, ToMove } from './fields';
import { EditorModel, kPegTool } from './model';

function startSetup(game: string): Setup {
  const read = fromLink(game, location.hash.slice(1));
  return typeof read === 'string' ? { game, options: {}, position: '' } : read.setup;
}

function playLink({ setup, view }: EditorModel): string {
  const query = new URLSearchParams({ position: view.value.position });
  if (Object.keys(setup.options).length > 0) query.set('options', optionsText(setup.options));
  return `/new/${setup.game}?${query}`;
}

interface EditorProps {
  game: Game;
  board: BoardInfo;
  setup: Setup;
  start: View;
  onSetup: (setup: Setup) => void;
}

function Editor({ game, board, setup, start, onSetup }: EditorProps) {
  const model = useMemo(() => new EditorModel(setup, board, start), []);
  const { flipped, composed, problem } = model;
  const flip = (): void => {
    flipped.value = !flipped.value;
  };
  useKeys(
    treeKeys((key) => {
      if (key === 'flip') flip();
      else if (key === 'three') toggle(view3d);
      else return false;
      return true;
    }),
  );
  const ready = problem.value === '';
  const link = (address: string) => ({ 'aria-disabled': !ready, ...(ready ? { href: address } : {}) });
  const options = Object.fromEntries(game.options.map(({ key, default: usual }) => [key, setup.options[key] ?? usual]));
  return (
    <div class="study editor">
      <div class="stage">
        <div class="board-place">
          <Board
            board={board}
            view={pictureOf(model.view.value, composed.value)}
            label={t(Message.kWebStudyEditorBoard, game.title)}
            flipped={flipped.value}
            three={view3d.value === 'on'}
            active={true}
            chips={false}
            onCell={(cell) => model.tap(cell)}
            onSay={say}
          />
        </div>
        <div class="row controls">
          <BoardButtons flipped={flipped.value} onFlip={flip} />
        </div>
      </div>
      <div class="rail">
        <Palette model={model} />
        {model.tool.value === kPegTool && <Pegs model={model} />}
        <ToMove model={model} />
        <Pools model={model} />
        <div class="row">
          <button type="button" class="button small" onClick={() => model.read('')}>
            {t(Message.kWebStudyStartPosition)}
          </button>
          <button type="button" class="button small" onClick={() => model.change({ ...composed.value, pieces: [] })}>
            {t(Message.kWebStudyEmptyBoard)}
          </button>
        </div>
        <PositionText model={model} />
        <details class="drawer">
          <summary>{t(Message.kWebStudyGameOptions)}</summary>
          <OptionFields
            game={game}
            options={options}
            onOption={(key, value) => onSetup({ ...setup, options: { ...setup.options, [key]: value }, position: '' })}
          />
        </details>
        {problem.value && <p class="notice error">{problem}</p>}
        <div class="row">
          <a class="button main" {...link(`/analyse/${game.name}#${model.link}`)}>
            {t(Message.kWebAnalyse)}
          </a>
          <a class="button" {...link(playLink(model))}>
            {t(Message.kWebStudyPlayHere)}
          </a>
        </div>
      </div>
    </div>
  );
}

function Loader({ game, first }: { game: Game; first: Setup }) {
  const setup = useSignal(first);
  const start = useSignal<View | null>(null);
  const problem = useSignal('');
  const board = useBoardInfo(game.name, setup.value.options, (words) => {
    problem.value = words;
  });
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
      .then(
        (found) => {
          if (!gone) start.value = found;
        },
        (error: unknown) => {
          problem.value = errorWords(error);
        },
      );
    return () => {
      gone = true;
    };
  }, [key]);
  return (
    <>
      {problem.value && (
        <p class="notice error" role="alert">
          {problem}
        </p>
      )}
      {board && start.value && sameOptions(board.options, start.value.options) ? (
        <Editor
          key={key}
          game={game}
          board={board}
          setup={setup.value}
          start={start.value}
          onSetup={(next) => {
            problem.value = '';
            setup.value = next;
          }}
        />
      ) : (
        !problem.value && <p class="notice">{t(Message.kWebLoading)}</p>
      )}
    </>
  );
}

const sameOptions = (a: Options, b: Options): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => a[key] === b[key]);

export default function EditorScreen({ route }: ScreenProps) {
  const game = useGame(route.name);
  const first = useMemo(() => startSetup(route.name), [route]); // also where only the link behind the # changed
  return (
    <div class="page study-page">
      <h1>{game ? t(Message.kWebStudyEditTitle, game.title) : t(Message.kWebStudyEdit)}</h1>
      {!route.name ? (
        <ChooseGame to="/edit" intro={Message.kWebStudyEditIntro} />
      ) : game ? (
        <Loader key={JSON.stringify(first)} game={game} first={first} />
      ) : (
        <p class="notice">{t(Message.kWebLoading)}</p>
      )}
    </div>
  );
}
