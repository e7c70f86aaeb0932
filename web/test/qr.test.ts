import assert from 'node:assert/strict';
import test from 'node:test';
import jsQR from 'jsqr';
import { qrModules } from '../src/play/qr';

// What another program reads off the code, drawn with `kDots` pixels a module and light around it.
function read(text: string): string | undefined {
  const kDots = 4;
  const kQuiet = 4;
  const modules = qrModules(text);
  const width = (modules.size + 2 * kQuiet) * kDots;
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let y = 0; y < width; ++y) {
    for (let x = 0; x < width; ++x) {
      const dark = modules.get(Math.floor(x / kDots) - kQuiet, Math.floor(y / kDots) - kQuiet);
      if (dark) pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
  }
  return jsQR(pixels, width, width)?.data;
}

const kLink = 'http://127.0.0.1:8080/g/k3v9xq2m#seat=ABCDEFGHIJKLMNOPQRSTUV&player=2';
for (const text of [
  'HELLO',
  kLink,
  `https://${'a-long-name.'.repeat(15)}example/g/k3v9xq2m#seat=A&player=2`,
  'Olá, Rúi',
]) {
  test(`another program reads ${text.length} characters`, () => assert.equal(read(text), text));
}
