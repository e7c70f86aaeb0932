// The icons that the build draws, decoded back.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { installFiles } from '../build_icons.mjs';

const files = new Map<string, Buffer>(
  installFiles(readFileSync(['favicon.svg', 'web/favicon.svg'].find((path) => existsSync(path))!, 'utf8')),
);

test('icons are as large as they say, and whole ones fill their square', () => {
  for (const [name, size, corner] of [
    ['icon-192.png', 192, 0],
    ['icon-whole-512.png', 512, 255],
  ] as const) {
    const png = files.get(name)!;
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [size, size]);
    const start = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
    assert.equal(rows.length, size * (size * 4 + 1));
    assert.equal(rows[4], corner, 'the first point: seen or not');
  }
});

test('the manifest names icons that are there', () => {
  const manifest = JSON.parse(String(files.get('manifest.webmanifest'))) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) assert.ok(src === './favicon.svg' || files.has(src.slice(2)), src);
});
