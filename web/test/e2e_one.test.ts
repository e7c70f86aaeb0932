// What runs a browser test says what was wrong with it, and waits for nothing for ever.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { runOne } from '../e2e/one.mjs';

const never = (): Promise<void> => new Promise(() => undefined);
const kShort = 20; // milliseconds that are certain to pass: nothing else is waited for

function stage(close: () => Promise<void>) {
  const done: string[] = [];
  return {
    done,
    check: () => void done.push('check'),
    picture: async () => void done.push('picture'),
    close: async () => {
      done.push('close');
      await close();
    },
  };
}

test('a test that succeeds is looked at and cleared away', async () => {
  const on = stage(async () => undefined);
  assert.equal(await runOne(['one', async () => undefined], on), null);
  assert.deepEqual(on.done, ['check', 'close']);
});

test('a test that fails tells why, with a picture, and is cleared away', async () => {
  const on = stage(async () => undefined);
  const fails = async () => {
    throw new Error('no board');
  };
  assert.match((await runOne(['one', fails], on)) ?? '', /no board/);
  assert.deepEqual(on.done, ['picture', 'close']);
});

test('what a test leaves behind may hang without hanging all tests', async () => {
  const on = stage(never);
  assert.match((await runOne(['one', async () => undefined], on, kShort)) ?? '', /the end of one took more than 20 ms/);
  assert.match((await runOne(['one', never], on, kShort)) ?? '', /one took more than 20 ms/);
});
