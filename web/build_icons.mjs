// The icon of the installed page as PNG files, drawn from the shapes of favicon.svg: rectangles with round
// corners and circles, in the order in which they stand there.
import { crc32, deflateSync } from 'node:zlib';

const number = (tag, name, otherwise = 0) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(tag)?.[1] ?? otherwise);

// Every shape with its colour and how far a point is outside it.
export function shapesOf(svg) {
  const colours = [];
  const shapes = [];
  for (const [tag] of svg.matchAll(/<\/?(?:g|rect|circle)\b[^>]*>/g)) {
    const fill = /\bfill="(#[0-9a-f]{6})"/.exec(tag)?.[1];
    if (tag.startsWith('</g')) colours.pop();
    else if (tag.startsWith('<g')) colours.push(fill);
    else shapes.push({ colour: fill ?? colours.at(-1), away: tag.startsWith('<rect') ? rectangle(tag) : circle(tag) });
  }
  if (shapes.length === 0 || shapes.some(({ colour }) => !colour)) throw new Error('favicon.svg has other shapes');
  return shapes;
}

function circle(tag) {
  const [cx, cy, r] = ['cx', 'cy', 'r'].map((name) => number(tag, name));
  return (x, y) => Math.hypot(x - cx, y - cy) - r;
}

function rectangle(tag) {
  const [width, height, rx] = ['width', 'height', 'rx'].map((name) => number(tag, name));
  return (x, y) => {
    const dx = Math.abs(x - width / 2) - width / 2 + rx;
    const dy = Math.abs(y - height / 2) - height / 2 + rx;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - rx;
  };
}

// node:zlib has it since Node 20.
const sum = crc32 ?? slowCrc;

function slowCrc(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; ++i) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name), content]);
  const size = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  check.writeUInt32BE(sum(body) >>> 0);
  return Buffer.concat([size, body, check]);
}

// `whole`: what stands at the edges is cut by the system, so the ground fills everything and the rest is smaller.
export function icon(svg, size, whole = false) {
  const shapes = shapesOf(svg);
  const scale = whole ? 32 / (size * 0.8) : 32 / size;
  const shift = whole ? 4 : 0;
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      shapes.forEach(({ colour, away }, i) => {
        const distance = away((x + 0.5) * scale - shift, (y + 0.5) * scale - shift) / scale;
        const part = whole && i === 0 ? 1 : Math.min(1, Math.max(0, 0.5 - distance));
        const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
        const total = part + alpha * (1 - part);
        if (total === 0) return;
        const mix = (over, under) => (over * part + under * alpha * (1 - part)) / total;
        [red, green, blue, alpha] = [mix(r, red), mix(g, green), mix(b, blue), total];
      });
      rows.set([red, green, blue, alpha * 255].map(Math.round), y * (size * 4 + 1) + 1 + x * 4);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // eight bits, with transparency
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const kIcons = [
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['icon-whole-512.png', 512, true],
  ['icon-apple-180.png', 180, true],
];

const manifest = {
  name: 'Tabuleiro',
  short_name: 'Tabuleiro',
  description: 'Eigenstate, Sixteen Stone, Yavalath, Epaminondas',
  // From where the manifest lies: the page may stand in a folder.
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f7f5ef',
  theme_color: '#2b3a42',
  icons: [
    { src: './favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: './icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: './icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: './icon-whole-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

// What makes the page installable: name → content.
export const installFiles = (svg) => [
  ['manifest.webmanifest', JSON.stringify(manifest)],
  ...kIcons.map(([name, size, whole]) => [name, icon(svg, size, whole)]),
];
