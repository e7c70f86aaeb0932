// The turns of a tree as a list: the main line in flow, variations indented below the turn that they
// replace.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { capital, Message, t } from '../i18n';
import type { Words } from './explorer';
import { glyphClass, glyphText, glyphWords } from './glyphs';
import { depth, kRoot, mainline, nodeOf, type Tree, type TreeNode } from './tree';

interface Props {
  tree: Tree;
  onGo: (id: number) => void;
  // Turns whose variations stay closed: the answers of "try again".
  hidden?: ReadonlySet<number>;
  words: Words; // what turns do, where that is known
}

function TurnButton({
  node,
  number,
  shown,
  words,
  onGo,
}: {
  node: TreeNode;
  number: number;
  shown: boolean;
  words: string;
  onGo: (id: number) => void;
}) {
  const mark = glyphText(node.glyphs);
  return (
    <button
      type="button"
      class={`turn ${glyphClass(node.glyphs)}`}
      aria-current={shown ? 'step' : undefined}
      data-node={node.id}
      {...(words ? { title: capital(words) } : {})}
      onClick={() => onGo(node.id)}
    >
      <span class="turn-number">{number}.</span> {node.turn}
      {mark && (
        <span class="turn-mark">
          <span aria-hidden="true">{mark}</span>
          <span class="unseen"> {glyphWords(node.glyphs)}</span>
        </span>
      )}
      {words && <span class="unseen">, {words}</span>}
    </button>
  );
}

// One line: its turns, and under each the lines that may replace it.
function Line({
  first,
  number,
  tree,
  onGo,
  hidden,
  words,
  siblings,
}: Props & {
  first: number;
  number: number;
  siblings: boolean;
}) {
  const items: ComponentChildren[] = [];
  mainline(tree, first).forEach((node, i) => {
    items.push(
      <li key={node.id} class="turn-item">
        <TurnButton
          node={node}
          number={number + i}
          shown={node.id === tree.cursor}
          words={words.get(node.id) ?? ''}
          onGo={onGo}
        />
        {node.comment && !hidden?.has(node.id) && <span class="turn-comment">{node.comment}</span>}
      </li>,
    );
    const others = i > 0 || siblings ? nodeOf(tree, node.parent).children.slice(1) : [];
    if (others.length > 0 && !hidden?.has(node.id)) {
      items.push(
        <li key={`v${node.id}`} class="variations">
          {others.map((id) => (
            <Line
              key={id}
              first={id}
              number={number + i}
              tree={tree}
              onGo={onGo}
              words={words}
              siblings={false}
              {...(hidden ? { hidden } : {})}
            />
          ))}
        </li>,
      );
    }
  });
  return <ol class="line">{items}</ol>;
}

export function TreeView(props: Props) {
  const { tree, onGo } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const shown = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !shown) return;
    // Only the list scrolls: the page stays where the reader has it.
    const top = shown.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [tree.cursor]);
  const root = nodeOf(tree, kRoot);
  const first = root.children[0];
  return (
    <div class="tree" ref={list} tabIndex={0} role="group" aria-label={t(Message.kWebStudyTurns)}>
      <button
        type="button"
        class="turn"
        aria-current={tree.cursor === kRoot ? 'step' : undefined}
        data-node={kRoot}
        onClick={() => onGo(kRoot)}
      >
        {t(Message.kWebStudyTreeStart)}
      </button>
      {root.comment && <span class="turn-comment">{root.comment}</span>}
      {first === undefined ? (
        <p class="hint">{t(Message.kWebStudyTreeEmpty)}</p>
      ) : (
        <Line {...props} first={first} number={1} siblings={true} />
      )}
      <span class="unseen">{t(Message.kWebStudyTreeAt, depth(tree, tree.cursor))}</span>
    </div>
  );
}
