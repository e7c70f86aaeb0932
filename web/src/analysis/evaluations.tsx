// What the engine thought along the line that is shown, whether or not its hints are seen.
import type { BoardInfo } from '../api';
import { Chart } from '../review/chart';
import type { Explorer } from '../tree/explorer';
import { goTo, kRoot, mainline, nodeOf, path, type Tree, type TreeNode } from '../tree/tree';
import type { PlayedTurn } from '../review/chart';

/** The turns that lead here and the main ones that follow. */
const lineThrough = (tree: Tree): TreeNode[] =>
  tree.cursor === kRoot ? mainline(tree) : [...path(tree), ...mainline(tree, tree.cursor).slice(1)];

export function Evaluations({ board, explorer }: { board: BoardInfo; explorer: Explorer }) {
  const tree = explorer.tree.value;
  const line = lineThrough(tree);
  const start = nodeOf(tree, kRoot).win ?? null;
  const known = line.filter((node) => node.win).length + (start ? 1 : 0);
  if (known < 2) return null;
  const turns = line.map(
    (node, i): PlayedTurn => ({
      number: i + 1,
      turn: node.turn,
      player: 0,
      loss: 0,
      before: i === 0 ? start : (line[i - 1]!.win ?? null),
      after: node.win ?? null,
      glyph: node.glyphs.find((glyph) => glyph >= 1 && glyph <= 6) ?? 0,
    }),
  );
  return (
    <Chart
      board={board}
      turns={turns}
      at={path(tree).length}
      onGo={(turn) => explorer.change(goTo(explorer.tree.value, line[turn - 1]?.id ?? kRoot))}
    />
  );
}
