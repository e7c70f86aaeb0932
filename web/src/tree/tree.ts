// A tree of turns: the game that was played or is studied, with its variations, comments and glyphs.
//
// Trees are values: every change gives a new one and leaves the old one as it was. The first child
// of a node is its main continuation. Turns are the server's texts; what they mean is not known here.

export interface Setup {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  /** Position text the tree starts from; '' is the start of the game. */
  readonly position: string;
}

export interface TreeNode {
  readonly id: number;
  readonly turn: string; // '' at the root
  readonly parent: number; // -1 at the root
  readonly children: readonly number[];
  readonly comment: string;
  readonly glyphs: readonly number[];
  readonly win?: readonly number[]; // chances of each player after the turn
  readonly clock?: number; // left on the mover's clock, in milliseconds
}

export interface Tree {
  readonly setup: Setup;
  readonly nodes: ReadonlyMap<number, TreeNode>;
  readonly cursor: number;
  readonly next: number; // id of the next new node
}

export const kRoot = 0;

export type Notes = Partial<Pick<TreeNode, 'comment' | 'glyphs' | 'win' | 'clock'>>;

export function emptyTree(setup: Setup): Tree {
  const root: TreeNode = { id: kRoot, turn: '', parent: -1, children: [], comment: '', glyphs: [] };
  return { setup, nodes: new Map([[kRoot, root]]), cursor: kRoot, next: 1 };
}

/** REQUIRES: the tree has such a node. */
export function nodeOf(tree: Tree, id: number): TreeNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

export function current(tree: Tree): TreeNode {
  return nodeOf(tree, tree.cursor);
}

/** The nodes from the first turn to this one, without the root. */
export function path(tree: Tree, id: number = tree.cursor): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let node = nodeOf(tree, id); node.parent >= 0; node = nodeOf(tree, node.parent)) {
    nodes.push(node);
  }
  return nodes.reverse();
}

export function turnsTo(tree: Tree, id: number = tree.cursor): string[] {
  return path(tree, id).map((node) => node.turn);
}

/** How many turns lie between the root and this node. */
export function depth(tree: Tree, id: number): number {
  return path(tree, id).length;
}

/** The node and its main continuations, to the end. */
export function mainline(tree: Tree, from: number = kRoot): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let node = nodeOf(tree, from); ; ) {
    if (node.parent >= 0) nodes.push(node);
    const first = node.children[0];
    if (first === undefined) return nodes;
    node = nodeOf(tree, first);
  }
}

function withNodes(tree: Tree, changed: readonly TreeNode[], more: Partial<Tree> = {}): Tree {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes, ...more };
}

export function goTo(tree: Tree, id: number): Tree {
  return tree.nodes.has(id) && id !== tree.cursor ? { ...tree, cursor: id } : tree;
}

/** Plays a turn after a node and goes there. A turn that is there already is not added again. */
export function addTurn(tree: Tree, turn: string, notes: Notes = {}, after = tree.cursor): Tree {
  const parent = nodeOf(tree, after);
  const known = parent.children.find((child) => nodeOf(tree, child).turn === turn);
  if (known !== undefined) return { ...tree, cursor: known };
  const id = tree.next;
  const node: TreeNode = { id, turn, parent: after, children: [], comment: '', glyphs: [], ...notes };
  const children = [...parent.children, id];
  return withNodes(tree, [node, { ...parent, children }], { cursor: id, next: id + 1 });
}

/** Several turns, one after the other. */
export function addLine(tree: Tree, turns: readonly string[], after = tree.cursor): Tree {
  return turns.reduce((soFar, turn) => addTurn(soFar, turn), { ...tree, cursor: after });
}

/** Removes a turn and all that follows it; the cursor goes to what is left. */
export function remove(tree: Tree, id: number): Tree {
  if (id === kRoot) return tree;
  const node = nodeOf(tree, id);
  const parent = nodeOf(tree, node.parent);
  const nodes = new Map(tree.nodes);
  for (const gone of below(tree, id)) nodes.delete(gone);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...tree, nodes, cursor: nodes.has(tree.cursor) ? tree.cursor : parent.id };
}

/** The ids of a node and of everything behind it. */
export function below(tree: Tree, id: number): number[] {
  const ids = [id];
  for (let i = 0; i < ids.length; ++i) ids.push(...nodeOf(tree, ids[i]!).children);
  return ids;
}

function place(tree: Tree, id: number, index: (now: number) => number): Tree {
  const node = nodeOf(tree, id);
  if (node.parent < 0) return tree;
  const parent = nodeOf(tree, node.parent);
  const now = parent.children.indexOf(id);
  const wanted = index(now);
  if (wanted === now) return tree;
  const children = parent.children.filter((child) => child !== id);
  children.splice(wanted, 0, id);
  return withNodes(tree, [{ ...parent, children }]);
}

/** One place up among the continuations of its parent. */
export function promote(tree: Tree, id: number): Tree {
  return place(tree, id, (now) => Math.max(0, now - 1));
}

/** Makes the whole way to a node the main line. */
export function makeMain(tree: Tree, id: number): Tree {
  return path(tree, id).reduce((soFar, node) => place(soFar, node.id, () => 0), tree);
}

export function annotate(tree: Tree, id: number, notes: Notes): Tree {
  return withNodes(tree, [{ ...nodeOf(tree, id), ...notes }]);
}

/** Sets a glyph or takes it away; of those that judge a turn (1 to 6) there is one at most. */
export function toggleGlyph(tree: Tree, id: number, glyph: number): Tree {
  const { glyphs } = nodeOf(tree, id);
  const others = glyphs.filter((each) => each !== glyph && (glyph > 6 || each > 6));
  return annotate(tree, id, { glyphs: glyphs.includes(glyph) ? others : [...others, glyph] });
}

// Where keys lead.

export function back(tree: Tree): Tree {
  const { parent } = current(tree);
  return parent < 0 ? tree : goTo(tree, parent);
}

export function forward(tree: Tree): Tree {
  const first = current(tree).children[0];
  return first === undefined ? tree : goTo(tree, first);
}

export function toStart(tree: Tree): Tree {
  return goTo(tree, kRoot);
}

export function toEnd(tree: Tree): Tree {
  return goTo(tree, mainline(tree, tree.cursor).at(-1)?.id ?? tree.cursor);
}

/** The next or previous of the turns that were possible instead of this one. */
export function sibling(tree: Tree, by: 1 | -1): Tree {
  const node = current(tree);
  if (node.parent < 0) return tree;
  const { children } = nodeOf(tree, node.parent);
  const wanted = children[children.indexOf(node.id) + by];
  return wanted === undefined ? tree : goTo(tree, wanted);
}
