import assert from 'node:assert/strict';
import test from 'node:test';
import type { Puzzle } from '../src/api';
import * as attempts from '../src/puzzles/attempt';
import { doneText, parseDone, streak, withDone, type Done } from '../src/puzzles/kept';
import { parseRoute } from '../src/router';

const puzzle: Puzzle = {
  id: 'yavalath-1',
  game: 'yavalath',
  options: {},
  position: 'p',
  to_move: 1,
  grade: 3,
  answer: 'e5',
  line: ['e5', 'd4', 'c3'],
  words: ['a', 'b', 'c'],
};

test('the first action decides, and wrong ones may be tried again', () => {
  const asked = attempts.begin(puzzle);
  assert.ok(attempts.isOpen(asked));
  assert.equal(attempts.howOf(asked), null);
  assert.equal(attempts.howOf(attempts.tried(asked, 'e5')), 'first');
  const wrong = attempts.tried(asked, 'd4');
  assert.equal(wrong.state, 'wrong');
  assert.ok(attempts.isOpen(wrong));
  assert.equal(attempts.howOf(wrong), null);
  const later = attempts.tried(attempts.tried(wrong, 'c3'), 'e5');
  assert.equal(later.tries, 2);
  assert.equal(attempts.howOf(later), 'later');
  assert.equal(attempts.howOf(attempts.shown(wrong)), 'shown');
});

test('what is done stays done', () => {
  const right = attempts.tried(attempts.begin(puzzle), 'e5');
  assert.equal(attempts.tried(right, 'd4'), right);
  assert.equal(attempts.shown(right), right);
});

test('a series goes through the puzzles of its grades', () => {
  const list = [1, 3, 4, 6, 7, 10].map((grade) => ({ id: `g-${grade}`, grade }));
  const ids = (band: attempts.Band): string[] => attempts.inBand(list, band).map(({ id }) => id);
  assert.deepEqual(ids('all').length, 6);
  assert.deepEqual(ids('easy'), ['g-1', 'g-3']);
  assert.deepEqual(ids('medium'), ['g-4', 'g-6']);
  assert.deepEqual(ids('hard'), ['g-7', 'g-10']);
  assert.equal(attempts.bandOf('hard'), 'hard');
  assert.equal(attempts.bandOf('other'), 'all');
  assert.equal(attempts.bandOf(null), 'all');
  assert.equal(attempts.nextOf(list, new Set(), null), 'g-1');
  assert.equal(attempts.nextOf(list, new Set(['g-1', 'g-4']), 'g-3'), 'g-6');
  assert.equal(attempts.nextOf(list, new Set(), 'g-10'), 'g-1', 'from the beginning again');
  assert.equal(attempts.nextOf(list, new Set(list.map(({ id }) => id)), 'g-1'), null);
  assert.equal(attempts.nextOf([], new Set(), null), null);
});

const done = (id: string, day: string, more: Partial<Done> = {}): Done => ({
  id,
  how: 'first',
  day,
  daily: true,
  ...more,
});

test('what was done is kept and read again, rubbish left out', () => {
  const list = [done('a-1', '2026-11-17'), done('four-in-line-2', '2026-11-18', { how: 'shown', daily: false })];
  assert.deepEqual(parseDone(doneText(list)), list);
  assert.deepEqual(parseDone(''), []);
  assert.deepEqual(parseDone('a-1:first:yesterday:d b:c a-2:never:2026-11-18:'), []);
});

test('the first time counts, the day of a daily puzzle too', () => {
  const list = withDone([], done('a-1', '2026-11-17', { how: 'shown', daily: false }));
  const again = withDone(list, done('a-1', '2026-11-18', { daily: false }));
  assert.deepEqual(again, list);
  const daily = withDone(list, done('a-1', '2026-11-18'));
  assert.deepEqual(daily, [done('a-1', '2026-11-18', { how: 'shown' })]);
});

test('a streak is days in a row, up to today or yesterday', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01'].map((day, i) => done(`a-${i}`, day));
  assert.equal(streak(days, '2026-03-01'), 3, 'over the end of a month');
  assert.equal(streak(days, '2026-03-02'), 3, 'today may still come');
  assert.equal(streak(days, '2026-03-03'), 0);
  assert.equal(streak([...days, done('b', '2026-03-02', { how: 'shown' })], '2026-03-02'), 3, 'a look does not count');
  assert.equal(streak([...days, done('b', '2026-03-02', { daily: false })], '2026-03-03'), 0, 'others do not count');
  assert.equal(streak([], '2026-03-01'), 0);
});

test('the address of puzzles', () => {
  assert.deepEqual(
    ['/puzzles', '/puzzles/yavalath', '/puzzles/yavalath-3?x=1'].map((path) => parseRoute(path.split('?')[0]!).screen),
    ['puzzles', 'puzzles', 'puzzles'],
  );
  assert.equal(parseRoute('/puzzles/yavalath-3').name, 'yavalath-3');
});
