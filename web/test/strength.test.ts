import assert from 'node:assert/strict';
import test from 'node:test';
import { speak } from '../src/i18n';
import { strengthWords } from '../src/home/strength';

const kLevels = [10, 100, 1_000];

test('how strong full strength is here is told by the levels, which are the same everywhere', async () => {
  await speak('en');
  assert.equal(
    strengthWords(123_456, kLevels),
    'On this device it looks at about 120,000 positions a turn, 120 times as many as level 9',
  );
  assert.equal(
    strengthWords(1_500, kLevels),
    'On this device it looks at about 1,500 positions a turn, as many as level 3',
  );
  assert.equal(strengthWords(99, kLevels), 'On this device it looks at about 99 positions a turn, as many as level 1');
  await speak('pt');
  assert.match(strengthWords(2_500, kLevels), /^Neste aparelho vê cerca de 2.?500 posições por turno, 2,5 vezes/);
});
