import assert from 'node:assert/strict';
import test from 'node:test';
import type { Game } from '../src/api';
import {
  beginningOf,
  initialSetup,
  parseSetup,
  playersOf,
  tableOf,
  withOption,
  withSeat,
  type Setup,
} from '../src/home/setup';

const kGame: Game = {
  name: 'yavalath',
  title: 'Yavalath',
  tag: '',
  rules: [],
  start: '',
  sample: { shown: 0, turns: [] },
  multi_step: false,
  level_nodes: [34, 12_600],
  aids: true,
  options: [
    { key: 'players', values: ['2', '3'], names: ['2', '3'], default: '2', description: '' },
    { key: 'swap', values: ['on', 'off'], names: ['on', 'off'], default: 'on', description: '' },
  ],
};

test('the link says with whom', () => {
  assert.deepEqual(initialSetup(kGame, 'computer', {}).seats.slice(0, 2), ['me', 'level:3']);
  assert.deepEqual(initialSetup(kGame, 'friend', {}).seats.slice(0, 2), ['me', 'open']);
  assert.equal(initialSetup(kGame, 'friend', {}).exploration, false);
  assert.deepEqual(initialSetup(kGame, 'hotseat', {}).seats.slice(0, 2), ['me', 'me']);
});

test('what was chosen last comes back, nonsense does not', () => {
  const kept = parseSetup(
    '{"options":{"players":"3","swap":"7"},"seats":["level:9","me","evil"],"clock":{"kind":"x"}}',
  );
  const setup = initialSetup(kGame, 'computer', kept);
  assert.deepEqual(setup.options, { players: '3', swap: 'on' });
  assert.deepEqual(setup.seats, ['me', 'level:9', 'level:9']);
  assert.equal(setup.clock, null);
  assert.deepEqual(parseSetup('nonsense'), {});
  assert.deepEqual(parseSetup('null'), {});
});

test('three players need three seats and no swap', () => {
  const setup = withOption(initialSetup(kGame, 'computer', {}), 'players', '3');
  assert.equal(setup.options['swap'], 'off');
  assert.equal(playersOf(setup.options), 3);
  const made = tableOf('yavalath', setup, 'Ana', Math.random);
  assert.deepEqual(made.seats, [{ who: 'me', name: 'Ana' }, { who: 'level:3' }, { who: 'level:3' }]);
  assert.equal(withOption(setup, 'swap', 'on').options['players'], '2');
});

test('swap comes back with two players, as it was chosen', () => {
  const change = (setup: Setup, ...players: string[]): Setup =>
    players.reduce((now, each) => withOption(now, 'players', each), setup);
  const setup = initialSetup(kGame, 'computer', {});
  assert.equal(change(setup, '3', '2').options['swap'], 'on');
  assert.equal(change(withOption(setup, 'swap', 'off'), '3', '2').options['swap'], 'off');
  // Also when the game of three was played, and is what is remembered.
  const kept = parseSetup(JSON.stringify(change(setup, '3')));
  assert.equal(change(initialSetup(kGame, 'computer', kept), '2').options['swap'], 'on');
  assert.equal(
    change(initialSetup(kGame, 'computer', { options: { players: '3', swap: 'off' } }), '2').options['swap'],
    'on',
  );
});

test('a seat that becomes open takes back help that was not agreed upon', () => {
  const alone = { ...initialSetup(kGame, 'computer', {}), aids: true };
  assert.equal(alone.exploration, true);
  const open = withSeat(alone, 1, 'open');
  assert.deepEqual([open.seats[1], open.aids, open.exploration], ['open', false, false]);
  assert.equal(withSeat(alone, 1, 'level:4').aids, true);
});

test('the time of a turn is asked of the level that has none of its own', () => {
  const setup = { ...initialSetup(kGame, 'computer', { levelTime: 5000 }), seats: ['me', 'level:10', 'me'] };
  assert.equal(tableOf('yavalath', setup, '', () => 0).level_time, 5000);
  assert.equal('level_time' in tableOf('yavalath', withSeat(setup, 1, 'level:9'), '', () => 0), false);
  assert.equal(initialSetup(kGame, 'computer', { levelTime: 7 }).levelTime, 1000);
});

test('nothing is shown or public unless it is said, every time anew', () => {
  const kept = parseSetup('{"show":true,"open":true}');
  const setup = initialSetup(kGame, 'friend', kept);
  const quiet = tableOf('yavalath', setup, '', () => 0);
  assert.equal('show' in quiet || 'public' in quiet, false);
  const shown = tableOf('yavalath', { ...setup, show: true, open: true }, '', () => 0);
  assert.deepEqual([shown.show, shown.public], [true, true]);
});

test('sides by chance', () => {
  const setup = { ...initialSetup(kGame, 'computer', {}), shuffle: true };
  assert.deepEqual(tableOf('yavalath', setup, '', () => 0).seats, [{ who: 'level:3' }, { who: 'me' }]);
  assert.deepEqual(tableOf('yavalath', setup, '', () => 0.99).seats, [{ who: 'me' }, { who: 'level:3' }]);
});

test('a game may begin elsewhere', () => {
  assert.equal(beginningOf(new URLSearchParams('with=computer')), null);
  const from = beginningOf(new URLSearchParams({ position: '3/4 w -', turns: 'a1 b1', options: 'size=3,swap=off' }))!;
  assert.deepEqual(from, { options: { size: '3', swap: 'off' }, position: '3/4 w -', turns: ['a1', 'b1'] });
  const table = tableOf('yavalath', initialSetup(kGame, 'hotseat', {}), '', () => 0, from);
  assert.deepEqual([table.position, table.turns], ['3/4 w -', ['a1', 'b1']]);
});
