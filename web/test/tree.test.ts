import assert from 'node:assert/strict';
import test from 'node:test';
import * as tree from '../src/tree/tree';
import { fromLink, kMaxLink, kMaxTurns, toLink } from '../src/tree/link';
import { keepTree, keptTree } from '../src/tree/kept';
import { linkText, turnText } from '../src/tree/link_text';
import { walked } from '../src/tree/walked';
import { fromRecord, toRecord, type GameRecord } from '../src/tree/record';

const setup = { game: 'yavalath', options: { size: '3' }, position: '' };
const turnsOf = (t: tree.Tree) => tree.mainline(t).map((node) => node.turn);

test('turns are added once and the cursor follows', () => {
  let t = tree.addLine(tree.emptyTree(setup), ['a1', 'b1', 'c1']);
  assert.deepEqual(tree.turnsTo(t), ['a1', 'b1', 'c1']);
  t = tree.back(t);
  const again = tree.addTurn(t, 'c1');
  assert.equal(again.nodes.size, 4);
  assert.equal(tree.current(again).turn, 'c1');
  const branch = tree.addTurn(t, 'd1');
  assert.equal(branch.nodes.size, 5);
  assert.deepEqual(turnsOf(branch), ['a1', 'b1', 'c1']);
  assert.equal(t.nodes.size, 4, 'the tree before is as it was');
});

test('keys lead through turns and branches', () => {
  let t = tree.addLine(tree.emptyTree(setup), ['a1', 'b1']);
  const b1 = t.cursor;
  t = tree.addTurn(tree.back(t), 'b2');
  const b2 = t.cursor;
  assert.equal(tree.sibling(t, -1).cursor, b1);
  assert.equal(tree.sibling(t, 1).cursor, b2, 'there is none further');
  assert.equal(tree.forward(tree.back(t)).cursor, b1, 'the main continuation');
  assert.equal(tree.toStart(t).cursor, tree.kRoot);
  assert.equal(tree.toEnd(tree.toStart(t)).cursor, b1);
  assert.equal(tree.back(tree.toStart(t)).cursor, tree.kRoot);
  assert.equal(tree.sibling(tree.toStart(t), 1).cursor, tree.kRoot);
});

test('keys that lead nowhere are left to the browser', () => {
  const t = tree.addLine(tree.emptyTree(setup), ['a1', 'b1']);
  assert.equal(tree.current(walked(t, 'back')!).turn, 'a1');
  for (const key of ['forward', 'end', 'up', 'down', 'flip'] as const) assert.equal(walked(t, key), null, key);
  for (const key of ['back', 'start'] as const) assert.equal(walked(tree.toStart(t), key), null, key);
});

test('branches are promoted, made the main line and removed', () => {
  let t = tree.addLine(tree.emptyTree(setup), ['a1', 'b1', 'c1']);
  t = tree.addLine(t, ['b2', 'c2'], tree.path(t)[0]!.id);
  const deep = t.cursor;
  assert.deepEqual(turnsOf(tree.makeMain(t, deep)), ['a1', 'b2', 'c2']);
  const promoted = tree.promote(t, tree.path(t)[1]!.id);
  assert.deepEqual(turnsOf(promoted), ['a1', 'b2', 'c2']);
  const gone = tree.remove(t, tree.path(t)[1]!.id);
  assert.equal(gone.nodes.size, 4);
  assert.equal(tree.current(gone).turn, 'a1', 'the cursor leaves what was removed');
  assert.equal(tree.remove(t, tree.kRoot), t);
});

test('a turn has one judging glyph, others add up', () => {
  let t = tree.addTurn(tree.emptyTree(setup), 'a1');
  t = tree.toggleGlyph(tree.toggleGlyph(tree.toggleGlyph(t, t.cursor, 2), t.cursor, 10), t.cursor, 4);
  assert.deepEqual(tree.current(t).glyphs, [10, 4]);
  assert.deepEqual(tree.current(tree.toggleGlyph(t, t.cursor, 4)).glyphs, [10]);
});

const record: GameRecord = {
  game: 'yavalath',
  options: { swap: 'off' },
  players: ['Ada', 'level:3'],
  tags: { Event: 'Sunday' },
  result: 'p2win',
  reason: 'resigned',
  comment: 'a game',
  turns: [
    { turn: 'e1', clock_ms: 80000, win: [0.62, 0.38], comment: 'the edge' },
    { turn: 'a1', glyphs: [2], variations: [['d4', { turn: 'd5', variations: [['d6']] }], ['c3']] },
    'e2',
  ],
};

test('records come back as they were', () => {
  const study = fromRecord(record);
  assert.equal(study.tree.cursor, tree.kRoot);
  assert.deepEqual(turnsOf(study.tree), ['e1', 'a1', 'e2']);
  assert.deepEqual(toRecord(study), record);
  const bare: GameRecord = { game: 'epaminondas', turns: [] };
  assert.deepEqual(toRecord(fromRecord(bare)), bare);
});

test('links come back as they were, variations included', () => {
  const t = fromRecord(record).tree;
  for (const id of t.nodes.keys()) {
    const shown = tree.goTo(t, id);
    const link = toLink(shown)!;
    const back = fromLink('yavalath', link);
    assert.ok(typeof back !== 'string', link);
    assert.equal(toLink(back), link);
    assert.deepEqual(tree.turnsTo(back), tree.turnsTo(shown));
  }
  assert.equal(toLink(t), 'o=swap=off&m=e1.a1(d4.d5(d6))(c3)e2');
  assert.equal(toLink(tree.emptyTree({ ...setup, options: {} })), '');
});

test('links hold every character of turns and positions', () => {
  const position = '3/r~ 4 π%&=# w (-) m';
  let t = tree.emptyTree({ game: 'sixteen-stone', options: {}, position });
  t = tree.addLine(t, ['a1>ne,b2-c3xd3,end', 'a1-a2,b1+c3', 'odd.(turn) ~']);
  const link = toLink(t)!;
  assert.match(link, /^[A-Za-z0-9,+\-:/=%&~.]*$/);
  const back = fromLink('sixteen-stone', link);
  assert.ok(typeof back !== 'string');
  assert.deepEqual([back.setup.position, tree.turnsTo(back)], [position, tree.turnsTo(t)]);
});

test('links that are wrong are refused, never thrown at', () => {
  for (const link of [
    'x=1',
    'm=a1&m=b1',
    'm=(a1)',
    'm=a1(',
    'm=a1)',
    'm=a1()',
    'm=.a1',
    'm=%E0%A4',
    'n=1',
    'n=-1',
    'm=a1&n=2',
    'o=size',
    'o=size=3,,',
    'p',
    `m=${'a1('.repeat(33)}b${')'.repeat(33)}`,
    `m=${'a.'.repeat(kMaxTurns)}a`,
  ]) {
    assert.equal(fromLink('yavalath', link), 'malformed', link.slice(0, 40));
  }
  assert.equal(fromLink('yavalath', `m=${'a'.repeat(kMaxLink)}`), 'too_long');
});

test('trees too large for a link have none', () => {
  let t = tree.emptyTree(setup);
  for (let i = 0; i <= kMaxTurns; ++i) t = tree.addTurn(t, 'a1');
  assert.equal(toLink(t), null);
});

test('a game is linked to as its tree would be', () => {
  const t = tree.addLine(tree.emptyTree({ ...setup, position: '3 w -' }), ['a1', 'b1,c1', 'd(1)']);
  assert.equal(linkText(setup, ['a1', 'b1,c1', 'd(1)'].map(turnText).join('.'), 3), toLink({ ...t, setup }));
  assert.equal(linkText({ ...setup, position: '3 w -' }, '', 0), 'o=size=3&p=3~w~-');
});

test('notes outlive a reload under the same link only', () => {
  const store = new Map<string, string>();
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    },
  });
  const { tree: t, heading } = fromRecord(record);
  const shown = tree.goTo(t, tree.mainline(t)[1]!.id);
  const link = toLink(shown)!;
  keepTree({ tree: shown, heading });
  const back = keptTree('yavalath', link)!;
  assert.deepEqual(toRecord(back), record);
  assert.deepEqual(tree.turnsTo(back.tree), tree.turnsTo(shown), 'where the reader was');
  assert.equal(keptTree('epaminondas', link), null);
  assert.equal(keptTree('yavalath', toLink(t)!), null);
  store.set('tabuleiro.tree', 'damaged');
  assert.equal(keptTree('yavalath', link), null);
});
