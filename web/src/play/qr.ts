// QR codes (ISO/IEC 18004): byte mode, error correction M, versions 1 to 10, drawn here so that no
// link leaves the house.

export type Matrix = boolean[][];

// By version: check codewords a block, then how many blocks hold how many data codewords.
const kBlocks: [number, [number, number][]][] = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [22, [[2, 38], [2, 39]]],
  [22, [[3, 36], [2, 37]]],
  [26, [[4, 43], [1, 44]]],
];
const kAlignment = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const kLevelM = 0b00;

// The field of 256 elements with the polynomial 0x11d: powers of 2 and their logarithms.
const power = new Uint8Array(512);
const logarithm = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; ++i) {
  power[i] = power[i + 255] = value;
  logarithm[value] = i;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number =>
  a && b ? power[logarithm[a]! + logarithm[b]!]! : 0;

// Reed–Solomon check codewords.
export function checkWords(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; ++i) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1]! ^= times(factor, power[i]!)));
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; ++at) {
    const factor = rest[at]!;
    for (let i = 1; i <= count; ++i) rest[at + i]! ^= times(generator[i]!, factor);
  }
  return rest.slice(data.length);
}

const capacity = (version: number): number =>
  kBlocks[version - 1]![1].reduce((sum, [blocks, words]) => sum + blocks * words, 0);

function versionFor(bytes: number): number {
  for (let version = 1; version <= kBlocks.length; ++version) {
    const header = 4 + (version < 10 ? 8 : 16);
    if (bytes * 8 + header <= capacity(version) * 8) return version;
  }
  throw new RangeError('too long for a QR code');
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; --i) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = capacity(version) * 8;
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

// Blocks take turns, data first, then check codewords.
function interleaved(words: number[], version: number): number[] {
  const [checks, shapes] = kBlocks[version - 1]!;
  const blocks: number[][] = [];
  let at = 0;
  for (const [count, length] of shapes) {
    for (let i = 0; i < count; ++i, at += length) blocks.push(words.slice(at, at + length));
  }
  const all = blocks.map((block) => [block, checkWords(block, checks)] as const);
  const longest = Math.max(...blocks.map((block) => block.length));
  const out: number[] = [];
  for (let i = 0; i < longest; ++i) {
    for (const [data] of all) if (i < data.length) out.push(data[i]!);
  }
  for (let i = 0; i < checks; ++i) for (const [, check] of all) out.push(check[i]!);
  return out;
}

// 15 bits of format, or 18 of version, with their own check bits.
function protect(value: number, generator: number, checkBits: number): number {
  let rest = value << checkBits;
  const top = 31 - Math.clz32(generator);
  while (rest && 31 - Math.clz32(rest) >= top) rest ^= generator << (31 - Math.clz32(rest) - top);
  return (value << checkBits) | rest;
}

const kMasks: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

class Drawing {
  readonly size: number;
  readonly dark: Matrix;
  readonly fixed: Matrix;

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    const empty = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = empty();
    this.fixed = empty();
    this.patterns();
  }

  set(row: number, column: number, dark: boolean): void {
    this.dark[row]![column] = dark;
    this.fixed[row]![column] = true;
  }

  private patterns(): void {
    const { size } = this;
    for (let i = 0; i < size; ++i) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    this.finder(3, 3);
    this.finder(3, size - 4);
    this.finder(size - 4, 3);
    const places = kAlignment[this.version - 1]!;
    for (const row of places) {
      for (const column of places) {
        const corner = (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
        if (!corner) this.square(row, column, 2, (distance) => distance !== 1);
      }
    }
    this.format(0);
    if (this.version >= 7) this.versionBits();
  }

  private finder(row: number, column: number): void {
    this.square(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  }

  private square(row: number, column: number, reach: number, dark: (distance: number) => boolean): void {
    for (let r = -reach; r <= reach; ++r) {
      for (let c = -reach; c <= reach; ++c) {
        const inside = row + r >= 0 && row + r < this.size && column + c >= 0 && column + c < this.size;
        if (inside) this.set(row + r, column + c, dark(Math.max(Math.abs(r), Math.abs(c))));
      }
    }
  }

  format(mask: number): void {
    const bits = protect((kLevelM << 3) | mask, 0x537, 10) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    const { size } = this;
    for (let i = 0; i < 15; ++i) {
      // Beside the upper left finder, and split between the other two.
      if (i < 6) this.set(i, 8, bit(i));
      else if (i < 8) this.set(i + 1, 8, bit(i));
      else if (i < 9) this.set(8, 7, bit(i));
      else this.set(8, 14 - i, bit(i));
      if (i < 8) this.set(8, size - 1 - i, bit(i));
      else this.set(size - 15 + i, 8, bit(i));
    }
    this.set(size - 8, 8, true);
  }

  private versionBits(): void {
    const bits = protect(this.version, 0x1f25, 12);
    for (let i = 0; i < 18; ++i) {
      const dark = ((bits >> i) & 1) === 1;
      const across = this.size - 11 + (i % 3);
      this.set(Math.floor(i / 3), across, dark);
      this.set(across, Math.floor(i / 3), dark);
    }
  }

  // Two columns at a time from the right, up and down in turn.
  write(words: number[]): void {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let i = 0; i < this.size; ++i) {
        const upward = ((right + 1) & 2) === 0;
        const row = upward ? this.size - 1 - i : i;
        for (const column of [right, right - 1]) {
          if (this.fixed[row]![column]) continue;
          this.dark[row]![column] = ((words[at >> 3] ?? 0) >> (7 - (at & 7)) & 1) === 1;
          ++at;
        }
      }
    }
  }

  masked(mask: number): Matrix {
    this.format(mask);
    const flips = kMasks[mask]!;
    return this.dark.map((line, row) =>
      line.map((dark, column) => (this.fixed[row]![column] ? dark : dark !== flips(row, column))),
    );
  }
}

// How hard a pattern is to read; the mask with the least is taken.
export function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const columns = matrix.map((_, column) => matrix.map((row) => row[column]!));
  let sum = 0;
  for (const line of [...matrix, ...columns]) sum += runs(line) + finderLike(line);
  for (let r = 0; r + 1 < size; ++r) {
    for (let c = 0; c + 1 < size; ++c) {
      const same = matrix[r]![c];
      if (matrix[r]![c + 1] === same && matrix[r + 1]![c] === same && matrix[r + 1]![c + 1] === same) sum += 3;
    }
  }
  const dark = matrix.flat().filter(Boolean).length;
  return sum + Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10;
}

function runs(line: boolean[]): number {
  let sum = 0;
  for (let start = 0; start < line.length; ) {
    let end = start;
    while (end < line.length && line[end] === line[start]) ++end;
    if (end - start >= 5) sum += end - start - 2;
    start = end;
  }
  return sum;
}

// 1011101 with four light modules before or behind it; light lies beyond the edge too.
function finderLike(line: boolean[]): number {
  const text = `0000${line.map(Number).join('')}0000`;
  let sum = 0;
  for (let at = text.indexOf('1011101'); at >= 0; at = text.indexOf('1011101', at + 1)) {
    if (text.slice(at - 4, at) === '0000' || text.slice(at + 7, at + 11) === '0000') sum += 40;
  }
  return sum;
}

export function qrMatrix(text: string, mask?: number): Matrix {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const drawing = new Drawing(version);
  drawing.write(interleaved(dataWords(bytes, version), version));
  if (mask !== undefined) return drawing.masked(mask);
  const all = kMasks.map((_, which) => drawing.masked(which));
  const costs = all.map(penalty);
  return all[costs.indexOf(Math.min(...costs))]!;
}

// One path for an SVG whose unit is a module.
export const qrPath = (matrix: Matrix): string =>
  matrix
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column} ${row}h1v1h-1z` : '')))
    .join('');
