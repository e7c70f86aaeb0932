// A position of the rules as a board on which the legal steps can be tried.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { BoardInfo, Options } from '../api';
import { lazily } from '../app_lazy';
import { say } from '../app_live';
import { Board } from '../board/board';
import { Chips } from '../board/chips';
import { coloursOf } from '../board/colours';
import { kNoChoice, type Choice } from '../board/types';
import { capital, Message, t } from '../i18n';
import { Explorer } from '../tree/explorer';
import { useBoardInfo } from '../tree/stage';
import { emptyTree, turnsTo } from '../tree/tree';

const PegPanel = lazily(async () => (await import('../board/peg_editor')).PegPanel);

interface DiagramProps {
  game: string;
  options: Options;
  position: string;
  name: string; // of the chapter
  text: string; // the same as letters, where the board cannot be had
}

function Tried({ game, options, position, name, board }: DiagramProps & { board: BoardInfo }) {
  const explorer = useMemo(() => new Explorer(emptyTree({ game, options, position })), []);
  useEffect(() => () => explorer.dispose(), []);
  const choice = useSignal<Choice>(kNoChoice);
  const view = explorer.shown.value;
  if (!view) return <p class="hint">{explorer.problem.value || t(Message.kWebLoading)}</p>;
  const startLegal = explorer.here.value?.legal;
  const taps = {
    board,
    view,
    choice: choice.value,
    onChoice: (next: Choice) => (choice.value = next),
    onAction: explorer.act,
    onRestart: explorer.restart,
    onBack: explorer.cancel,
    ...(startLegal ? { startLegal } : {}),
  };
  const over = view.outcome.result !== 'none';
  const moved = explorer.draft.value.length > 0 || turnsTo(explorer.tree.value).length > 0;
  return (
    <>
      <Board {...taps} label={t(Message.kWebRulesBoard, name)} active={!over} chips={false} onSay={say} />
      {!over && <Chips {...taps} />}
      {board.holes.length > 0 && choice.value.editing !== null && (
        <PegPanel {...taps} active flipped={false} colours={coloursOf(board)} />
      )}
      <figcaption class="prompt">
        {capital(over ? (view.outcome.reason ?? '') : view.prompt)}
        {explorer.problem.value && <span class="problem">{explorer.problem.value}</span>}
        {!over && !moved && <span class="hint">{t(Message.kWebRulesTry)}</span>}
        {moved && (
          <button
            type="button"
            class="button small"
            onClick={() => explorer.change(emptyTree({ game, options, position }))}
          >
            {t(Message.kWebRulesAgain)}
          </button>
        )}
      </figcaption>
    </>
  );
}

export function Diagram(props: DiagramProps) {
  const problem = useSignal('');
  const board = useBoardInfo(props.game, props.options, (words) => {
    problem.value = words;
  });
  if (problem.value && props.text) return <pre tabIndex={0}>{props.text}</pre>;
  return (
    <figure class={`diagram ${board ? `shape-${board.shape}` : ''}`}>
      {board && <Tried {...props} board={board} />}
    </figure>
  );
}
