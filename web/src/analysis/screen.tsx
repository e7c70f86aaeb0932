// /analyse/GAME#LINK: a board to think on, with a tree of turns, the engine and notes.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { optionsText, type BoardInfo } from '../api';
import { useKeys } from '../app_keys';
import { lazily } from '../app_lazy';
import { alarm, say } from '../app_live';
import { Message, t } from '../i18n';
import { navigate, readdress, route, type ScreenProps } from '../router';
import { ChooseGame } from '../tree/choose_game';
import type { Explorer } from '../tree/explorer';
import { handOver } from '../tree/handover';
import { keepTree } from '../tree/kept';
import { treeKeys } from '../tree/keys';
import { fromLink, toLink } from '../tree/link';
import type { GameRecord } from '../tree/record';
import { BoardButtons, Stage, useBoardInfo, useSaidTurns } from '../tree/stage';
import { emptyTree, goTo } from '../tree/tree';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { Bar } from './bar';
import { candidates, turnsOf } from './lines';
import { Model, opened, type Opened } from './model';
import { Panel } from './panel';

const Evaluations = lazily(async () => (await import('./evaluations')).Evaluations);
const Openings = lazily(async () => (await import('./openings')).Openings);
const Notes = lazily(async () => (await import('./notes')).Notes);
const Import = lazily(async () => (await import('./share')).Import);
const Share = lazily(async () => (await import('./share')).Share);

// The address follows the tree, so that it can be copied, kept and reloaded at any time.
function useAddress(explorer: Explorer): void {
  useSignalEffect(() => {
    const link = toLink(explorer.tree.value);
    const { game } = explorer.tree.value.setup;
    const address = `/analyse/${game}${link ? `#${link}` : ''}`;
    if (route.peek().screen === 'analyse') readdress(address);
  });
  useEffect(() => {
    // A link to another position of the same game, pasted into the address.
    const changed = (): void => {
      const read = fromLink(explorer.tree.value.setup.game, location.hash.slice(1));
      if (typeof read === 'string') explorer.problem.value = t(Message.kWebStudyLinkBroken);
      else explorer.change(read);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
}

// The editor starts from the position that is shown, without its history.
function editLink(explorer: Explorer): string {
  const { game, options } = explorer.tree.value.setup;
  return toLink(emptyTree({ game, options, position: explorer.here.value?.position ?? '' })) ?? '';
}

// A new table begins with the turns that lead here, so that repetitions count.
function playLink(explorer: Explorer): string {
  const { game, options = {}, position, turns = [] } = explorer.request.value;
  const query = new URLSearchParams();
  if (Object.keys(options).length > 0) query.set('options', optionsText(options));
  if (position) query.set('position', position);
  if (turns.length > 0) query.set('turns', turns.join(' '));
  return `/new/${game}?${query}`;
}

function Buttons({ model }: { model: Model }) {
  const { explorer, flipped } = model;
  return (
    <div class="row">
      <BoardButtons
        flipped={flipped.value}
        onFlip={() => {
          flipped.value = !flipped.value;
        }}
      />
      <a class="button small" href={playLink(explorer)}>
        {t(Message.kWebStudyPlayHere)}
      </a>
      <a class="button small" href={`/edit/${model.board.game}#${editLink(explorer)}`}>
        {t(Message.kWebStudyEdit)}
      </a>
    </div>
  );
}

function Study({ board, title, start }: { board: BoardInfo; title: string; start: Opened }) {
  const model = useMemo(() => new Model(start, board), []);
  useEffect(() => () => model.dispose(), []);
  const { explorer, engine } = model;
  useAddress(explorer);
  useKeys(treeKeys((key) => model.press(key)));
  useSaidTurns(explorer);
  useEffect(() => {
    const keep = (): void => keepTree({ tree: explorer.tree.value, heading: model.heading.value });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  const open = (record: GameRecord): void => {
    if (model.open(record)) {
      say(t(Message.kWebStudyOpened));
    } else {
      handOver(record);
      navigate(`/analyse/${record.game}?record`);
    }
  };
  const legal = explorer.drafted.value?.legal ?? [];
  return (
    <div class="study">
      <Stage
        explorer={explorer}
        board={board}
        label={title}
        flipped={model.flipped.value}
        active={true}
        candidates={engine.hints.value ? candidates(engine.lines.value, legal) : []}
        onQuery={(query) => say(model.words(query))}
        onWheel={(by) => model.wheel(by)}
        above={<Bar board={board} chances={model.chances} best={model.best} toMove={model.toMove} />}
        below={<Buttons model={model} />}
      />
      <div class="rail">
        {start.problem && (
          <p class="notice error" role="alert">
            {start.problem}
          </p>
        )}
        <Panel
          model={model}
          onAddLine={(line) => void explorer.addLine(turnsOf(line).slice(0, engine.lineLength.value))}
        />
        <Evaluations board={board} explorer={explorer} />
        <TreeView
          tree={explorer.tree.value}
          words={explorer.words.value}
          onGo={(id) => explorer.change(goTo(explorer.tree.value, id))}
        />
        <Openings board={board} explorer={explorer} />
        <Notes explorer={explorer} />
        <Share explorer={explorer} heading={model.heading} onOpen={open} />
      </div>
    </div>
  );
}

function AnalysisOf({ route }: ScreenProps) {
  const game = useGame(route.name);
  const problem = useSignal('');
  // Every way to this address opens anew what it names.
  const start = useMemo(() => opened(route), [route]);
  const board = useBoardInfo(route.name, start.tree.setup.options, (words) => {
    problem.value = words;
    alarm(words);
  });
  return (
    <div class="page study-page">
      <h1>{game ? t(Message.kWebStudyTitle, game.title) : t(Message.kWebAnalyse)}</h1>
      {problem.value ? (
        <p class="notice error">
          {problem} <a href="/">{t(Message.kWebHome)}</a>
        </p>
      ) : board && game ? (
        <Study key={start.number} board={board} title={game.title} start={start} />
      ) : (
        <p class="notice">{t(Message.kWebLoading)}</p>
      )}
    </div>
  );
}

export default function AnalysisScreen(props: ScreenProps) {
  if (props.route.name) return <AnalysisOf {...props} />;
  return (
    <div class="page study-page">
      <h1>{t(Message.kWebAnalyse)}</h1>
      <ChooseGame to="/analyse" intro={Message.kWebStudyAnalyseIntro} />
      <section class="open-record">
        <Import
          onOpen={(record) => {
            handOver(record);
            navigate(`/analyse/${record.game}?record`);
          }}
        />
      </section>
    </div>
  );
}
