import assert from 'node:assert/strict';
import test from 'node:test';
import { checkWords, qrMatrix, qrPath } from '../src/play/qr';
import { kKnown } from './qr_known';

const drawn = (matrix: boolean[][]): string[] =>
  matrix.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

test('check words of the standard example', () => {
  // ISO/IEC 18004, annex I: 01234567 in version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(checkWords(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

// Encoders may weigh masks a little differently; with the same mask every module must agree.
for (const [text, rows] of kKnown) {
  test(`the same modules as another encoder, ${rows.length} wide`, () => {
    const masks = [0, 1, 2, 3, 4, 5, 6, 7].filter(
      (mask) => drawn(qrMatrix(text, mask)).join() === rows.join(),
    );
    assert.equal(masks.length, 1);
  });
}

test('what is too long is refused', () => {
  assert.throws(() => qrMatrix('x'.repeat(300)), RangeError);
});

test('the path has a square for every dark module', () => {
  const matrix = qrMatrix('HELLO');
  assert.equal(qrPath(matrix).split('M').length - 1, matrix.flat().filter(Boolean).length);
});
