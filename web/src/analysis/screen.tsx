// /analyse/GAME#LINK: a board to think on, with a tree of turns, the engine and notes.
import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { AnalysisLine, BoardInfo } from '../api';
import type { ScreenProps } from '../app_contract';
import { alarm, say } from '../app_live';
import type { Query } from '../board/types';
import { t } from '../i18n';
import { navigate, type Route } from '../router';
import { toggle, view3d } from '../settings';
import { ChooseGame } from '../tree/choose_game';
import { Explorer } from '../tree/explorer';
import { fromLink, toLink } from '../tree/link';
import { handOver, takeOver } from '../tree/handover';
import type { TreeKey } from '../tree/keys';
import { fromRecord, type GameRecord, type Heading } from '../tree/record';
import { BoardButtons, Stage, useBoardInfo } from '../tree/stage';
import { emptyTree, type Tree } from '../tree/tree';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { useKeys } from '../tree/use_keys';
import { walked } from '../tree/walked';
import { Bar, chanceWords, provenWords } from './bar';
import { Engine } from './engine';
import { candidates, chancesOf, kMostPlies, rows, turnsOf } from './lines';
import { Notes } from './notes';
import { Panel, plies, type Looking } from './panel';
import { Share } from './share';

interface Opened {
  tree: Tree;
  heading: Heading;
  problem: string;
}

// The address names the tree; a record that another screen hands over comes with `?record`.
function opened(route: Route): Opened {
  const carried = route.query.has('record') ? takeOver() : null;
  if (carried?.game === route.name) return { ...fromRecord(carried), problem: '' };
  const read = fromLink(route.name, location.hash.slice(1));
  if (typeof read !== 'string') return { tree: read, heading: {}, problem: '' };
  const problem = t(read === 'too_long' ? 'kWebStudyLinkTooLong' : 'kWebStudyLinkBroken');
  return { tree: emptyTree({ game: route.name, options: {}, position: '' }), heading: {}, problem };
}

class Model {
  readonly explorer: Explorer;
  readonly engine: Engine;

  constructor({ tree }: Opened) {
    this.explorer = new Explorer(tree);
    this.engine = new Engine(computed(() => ({
      at: this.explorer.request.value,
      draft: this.explorer.draft.value,
    })));
  }

  dispose(): void {
    this.explorer.dispose();
    this.engine.dispose();
  }
}

function useModel(start: Opened): Model {
  const model = useMemo(() => new Model(start), []);
  useEffect(() => () => model.dispose(), []);
  return model;
}

// The address follows the tree, so that it can be copied, kept and reloaded at any time.
function useAddress({ explorer }: Model): void {
  useSignalEffect(() => {
    const link = toLink(explorer.tree.value);
    const { game } = explorer.tree.value.setup;
    const address = `/analyse/${game}${link ? '#' + link : ''}`;
    if (location.pathname.startsWith('/analyse/')) history.replaceState(null, '', address);
  });
  useEffect(() => {
    // A link to another position of the same game, pasted into the address.
    const changed = (): void => {
      const read = fromLink(explorer.tree.value.setup.game, location.hash.slice(1));
      if (typeof read === 'string') explorer.problem.value = t('kWebStudyLinkBroken');
      else explorer.change(read);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
}

function Study({ board, title, start }: { board: BoardInfo; title: string; start: Opened }) {
  const model = useModel(start);
  const { explorer, engine } = model;
  useAddress(model);
  const heading = useSignal(start.heading);
  const flipped = useSignal(false);
  const looking = useSignal<Looking | null>(null);

  const show = (next: Looking | null): void => {
    looking.value = next;
    explorer.look(next ? turnsOf(next.line).slice(0, next.plies) : []);
  };
  const look = (line: AnalysisLine | null): void =>
    show(line && engine.hints.value ? { line, plies: plies(line, 1, engine.nextOnly.value) } : null);
  const further = (by: 1 | -1): boolean => {
    const line = looking.value?.line ?? (engine.hints.value ? engine.lines.value[0] : undefined);
    if (!line) return false;
    const wanted = (looking.value?.plies ?? 0) + by;
    show(wanted < 1 ? null : { line, plies: plies(line, wanted, engine.nextOnly.value) });
    return true;
  };

  const view = explorer.drafted.value;
  const toMove = explorer.here.value?.to_move ?? 1;
  const chances = engine.analysis.value ? chancesOf(engine.analysis.value, board.players)
    : engine.foundBefore.value ? chancesOf(engine.foundBefore.value.analysis, board.players) : null;
  const best = engine.lines.value[0];

  const answer = (query: Query): void => {
    if (query === 'evaluation') {
      say(chances ? [chanceWords(board, chances), provenWords(board, best, toMove)].filter(Boolean).join('. ')
        : t('kWebStudyNoChances'));
    } else {
      say(best ? t('kWebStudySayBest', rows([best])[0]!.turn) : t('kWebStudyNoChances'));
    }
  };

  useKeys((key: TreeKey): boolean => {
    const tree = walked(explorer.tree.value, key);
    if (tree) {
      explorer.change(tree);
      return true;
    }
    switch (key) {
      case 'best':
        if (best) explorer.play(rows([best])[0]!.turn);
        return best !== undefined;
      case 'engine': engine.on.value = !engine.on.value; return true;
      case 'hints': engine.hints.value = !engine.hints.value; return true;
      case 'longer': return further(1);
      case 'shorter': return further(-1);
      case 'flip': flipped.value = !flipped.value; return true;
      case 'three': toggle(view3d); return true;
      default: return false;
    }
  });

  const open = (record: GameRecord): void => {
    if (record.game === board.game && JSON.stringify(record.options ?? {}) === JSON.stringify(explorer.tree.value.setup.options)) {
      const study = fromRecord(record);
      heading.value = study.heading;
      explorer.change(study.tree);
      say(t('kWebStudyOpened'));
    } else {
      handOver(record);
      navigate(`/analyse/${record.game}?record`);
    }
  };
  const here = explorer.request.value;
  const playHere = new URLSearchParams();
  if (here.options && Object.keys(here.options).length > 0) {
    playHere.set('options', Object.entries(here.options).map(([key, value]) => `${key}=${value}`).join(','));
  }
  if (here.position) playHere.set('position', here.position);
  if (here.turns && here.turns.length > 0) playHere.set('turns', here.turns.join(' '));

  return (
    <div class="study">
      <Stage explorer={explorer} board={board} label={title} flipped={flipped.value} active={true}
             candidates={engine.hints.value && view ? candidates(engine.lines.value, view.legal) : []}
             onQuery={answer} onWheel={further}
             above={<Bar board={board} chances={chances} best={best} toMove={toMove} />}
             below={
               <div class="row">
                 <BoardButtons flipped={flipped.value} onFlip={() => { flipped.value = !flipped.value; }} />
                 <a class="button small" href={`/new/${board.game}?${playHere}`}>{t('kWebStudyPlayHere')}</a>
                 <a class="button small" href={`/edit/${board.game}#${editLink(explorer)}`}>{t('kWebStudyEdit')}</a>
               </div>
             } />
      <div class="rail">
        {start.problem && <p class="notice error" role="alert">{start.problem}</p>}
        <Panel engine={engine} explorer={explorer} board={board} looking={looking.value} onLook={look}
               onAddLine={(line) => void explorer.addLine(turnsOf(line).slice(0, kMostPlies))} />
        <TreeView tree={explorer.tree.value} onGo={(id) => explorer.change({ ...explorer.tree.value, cursor: id })} />
        <Notes explorer={explorer} />
        <Share explorer={explorer} heading={heading} onOpen={open} />
      </div>
    </div>
  );
}

// The editor starts from the position that is shown, without its history.
function editLink(explorer: Explorer): string {
  const { game, options } = explorer.tree.value.setup;
  return toLink(emptyTree({ game, options, position: explorer.here.value?.position ?? '' })) ?? '';
}

export default function AnalysisScreen(props: ScreenProps) {
  if (props.route.name) return <AnalysisOf {...props} />;
  return (
    <div class="page study-page">
      <h1>{t('kWebAnalyse')}</h1>
      <ChooseGame to="/analyse" />
    </div>
  );
}

function AnalysisOf({ route }: ScreenProps) {
  const game = useGame(route.name);
  const problem = useSignal('');
  const start = useMemo(() => opened(route), [route.name, route.query.has('record')]);
  const board = useBoardInfo(route.name, start.tree.setup.options, (words) => {
    problem.value = words;
    alarm(words);
  });
  return (
    <div class="page study-page">
      <h1>{game ? t('kWebStudyTitle', game.title) : t('kWebAnalyse')}</h1>
      {problem.value
        ? <p class="notice error" role="alert">{problem} <a href="/">{t('kWebHome')}</a></p>
        : board && game ? <Study key={JSON.stringify(board.options)} board={board} title={game.title} start={start} />
          : <p class="notice">{t('kWebLoading')}</p>}
    </div>
  );
}
