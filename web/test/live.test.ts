import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../src/api';
import { kErrorTime, kNoteTime, Toast } from '../src/app_live';
import { errorWords } from '../src/errors';
import { Message } from '../src/i18n';

test('what is told in passing goes by itself, unless somebody is at it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const toast = new Toast(kNoteTime);
  toast.show('Copied');
  toast.show('Copied'); // heard twice
  assert.notEqual(toast.words.value, 'Copied');
  assert.equal(toast.words.value.trim(), 'Copied');
  let pointed = true;
  toast.boxes.add({ matches: () => pointed });
  for (let i = 0; i < 3; ++i) context.mock.timers.tick(kNoteTime);
  assert.notEqual(toast.words.value, '');
  pointed = false;
  context.mock.timers.tick(kNoteTime);
  assert.equal(toast.words.value, '');
  toast.show('once more');
  toast.clear();
  assert.equal(toast.words.value, '');
  assert.ok(kErrorTime > kNoteTime);
});

test('errors in words', () => {
  assert.equal(errorWords(new ApiError('bad_turn', 'no such cell')), 'no such cell');
  assert.equal(errorWords(new ApiError('offline', '')), Message.kWebOffline);
  assert.equal(errorWords(new ApiError('failed', '')), Message.kWebFailed);
  assert.equal(errorWords(new TypeError('x is undefined')), Message.kWebFailed);
});
