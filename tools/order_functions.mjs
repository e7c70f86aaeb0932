// Puts the functions of a WebAssembly module in an order in which like stands beside like, so that gzip, which looks
// back 32 kB, finds what they have in common: `node tools/order_functions.mjs IN.wasm OUT.wasm`. Nothing else changes,
// but the numbers by which functions are known.
import { readFileSync, writeFileSync } from 'node:fs';

const kMagic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const kCustom = 0;
const kImport = 2;
const kFunction = 3;
const kExport = 7;
const kStart = 8;
const kElement = 9;
const kCode = 10;
const kOrder = [1, kImport, kFunction, 4, 5, 13, 6, kExport, kStart, kElement, 12, kCode, 11];

class Reader {
  constructor(bytes, at = 0) {
    Object.assign(this, { bytes, at });
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  // Of any width and either sign, where its value does not matter.
  skipNumber() {
    while (this.byte() >= 128);
  }

  skip(count) {
    this.at += count;
  }

  part(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

function numberBytes(value) {
  const bytes = [];
  for (let left = value; ; left >>>= 7) {
    bytes.push(left < 128 ? left : (left & 127) | 128);
    if (left < 128) return bytes;
  }
}

// --- Instructions ---

// What follows an instruction, by its first byte: so many numbers. All others have nothing, or stand below.
const kNumbers = new Map([
  ...[0x02, 0x03, 0x04, 0x0c, 0x0d, 0x3f, 0x40, 0x41, 0x42, 0xd0].map((code) => [code, 1]),
  ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((code) => [code, 1]),
  ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, i) => [0x28 + i, 2]), // addresses
  [0x11, 2],
]);
const kCall = 0x10;
const kReference = 0xd2;

function skipVector(reader) {
  const code = reader.number();
  const isAddress = code <= 11 || code === 92 || code === 93;
  const isAddressOfLane = code >= 84 && code <= 91;
  if (isAddress || isAddressOfLane) {
    reader.skipNumber();
    reader.skipNumber();
  }
  if (code === 12 || code === 13) reader.skip(16); // a constant, a shuffle
  if (isAddressOfLane || (code >= 21 && code <= 34)) reader.skip(1); // a lane
}

const kBulk = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1]; // numbers behind 0xfc and the code

function skipMore(reader) {
  const code = reader.number();
  if (code >= kBulk.length) throw new Error(`unknown instruction fc ${code}`);
  for (let i = 0; i < kBulk[code]; ++i) reader.skipNumber();
}

function skipRest(reader, code) {
  if (code === 0x0e) {
    for (let left = reader.number() + 1; left > 0; --left) reader.skipNumber(); // a table of branches
  } else if (code === 0x1c) {
    reader.skip(reader.number()); // types
  } else if (code === 0x43 || code === 0x44) {
    reader.skip(code === 0x43 ? 4 : 8); // floating point
  } else if (code === 0xfc) {
    skipMore(reader);
  } else if (code === 0xfd) {
    skipVector(reader);
  } else if (code > 0xc4) {
    throw new Error(`unknown instruction ${code.toString(16)}`);
  } else {
    for (let left = kNumbers.get(code) ?? 0; left > 0; --left) reader.skipNumber();
  }
}

// Where a function names others: [begin, end, number].
function namesIn(body) {
  const reader = new Reader(body);
  for (let left = reader.number(); left > 0; --left) {
    reader.skipNumber();
    reader.skip(1);
  }
  const found = [];
  while (reader.at < body.length) {
    const code = reader.byte();
    if (code === kCall || code === kReference) {
      const begin = reader.at;
      const number = reader.number();
      found.push([begin, reader.at, number]);
    } else {
      skipRest(reader, code);
    }
  }
  return found;
}

function renamed(body, names, numberOf) {
  const parts = [];
  let at = 0;
  for (const [begin, end, number] of names) {
    parts.push(body.subarray(at, begin), numberBytes(numberOf(number)));
    at = end;
  }
  parts.push(body.subarray(at));
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

// --- The order ---

const kShingle = 6; // bytes that are looked at together
const kWindow = 30_000; // bytes that gzip still sees
const kTooCommon = 100; // functions: what more have tells little

// The shingles of each function that others have, too.
function shingles(bodies) {
  const owners = new Map();
  bodies.forEach((body, at) => {
    for (let i = 0; i + kShingle < body.length; ++i) {
      let hash = 0x811c9dc5;
      for (let j = 0; j < kShingle; ++j) hash = Math.imul(hash ^ body[i + j], 0x01000193);
      const own = owners.get(hash);
      if (own === undefined) owners.set(hash, [at]);
      else if (own.at(-1) !== at) own.push(at);
    }
  });
  const of = bodies.map(() => []);
  for (const own of owners.values()) {
    if (own.length < 2 || own.length > kTooCommon) continue;
    const shingle = { own, seen: 0 };
    for (const at of own) of[at].push(shingle);
  }
  return of;
}

// Greedy: always the function of which most is already there in what gzip still sees.
function similarOrder(bodies) {
  const of = shingles(bodies);
  const shared = new Float64Array(bodies.length);
  const left = new Set(bodies.keys());
  const order = [];
  const window = [];
  let size = 0;
  const see = (at, change) => {
    for (const shingle of of[at]) {
      const before = shingle.seen > 0;
      shingle.seen += change;
      if (shingle.seen > 0 === before) continue;
      for (const other of shingle.own) shared[other] += change;
    }
  };
  while (left.size > 0) {
    let best = -1;
    let most = -1;
    for (const at of left) {
      const share = shared[at] / (bodies[at].length + 8);
      if (share > most) [best, most] = [at, share];
    }
    left.delete(best);
    order.push(best);
    window.push(best);
    size += bodies[best].length;
    see(best, 1);
    while (size > kWindow && window.length > 1) {
      const gone = window.shift();
      size -= bodies[gone].length;
      see(gone, -1);
    }
  }
  return order;
}

// --- Sections ---

function list(content, item) {
  const reader = new Reader(content);
  return Array.from({ length: reader.number() }, () => item(reader));
}

const withCount = (items) =>
  Buffer.concat([Buffer.from(numberBytes(items.length)), ...items.map((i) => Buffer.from(i))]);
const withLength = (content) => Buffer.concat([Buffer.from(numberBytes(content.length)), content]);

function importedFunctions(content) {
  return list(content, (reader) => {
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    if (kind !== 0) throw new Error('only functions are imported');
    reader.skipNumber();
    return kind;
  }).length;
}

function renamedExports(content, numberOf) {
  return withCount(
    list(content, (reader) => {
      const name = reader.part(reader.number());
      const kind = reader.byte();
      const number = reader.number();
      return [...numberBytes(name.length), ...name, kind, ...numberBytes(kind === 0 ? numberOf(number) : number)];
    }),
  );
}

function renamedElements(content, numberOf) {
  return withCount(
    list(content, (reader) => {
      if (reader.byte() !== 0 || reader.byte() !== 0x41) throw new Error('unknown kind of elements');
      const begin = reader.at;
      reader.skipNumber();
      const offset = reader.bytes.subarray(begin, reader.at);
      reader.byte(); // the end of the offset
      const numbers = Array.from({ length: reader.number() }, () => numberBytes(numberOf(reader.number())));
      return [0, 0x41, ...offset, 0x0b, ...withCount(numbers)];
    }),
  );
}

function sectionsOf(bytes) {
  if (!kMagic.every((byte, at) => bytes[at] === byte)) throw new Error('no WebAssembly');
  const reader = new Reader(bytes, kMagic.length);
  const sections = new Map();
  while (reader.at < bytes.length) {
    const kind = reader.byte();
    const content = reader.part(reader.number());
    if (kind !== kCustom) sections.set(kind, content); // names would be wrong
  }
  return sections;
}

function ordered(bytes) {
  const sections = sectionsOf(bytes);
  const imported = importedFunctions(sections.get(kImport));
  const types = list(sections.get(kFunction), (reader) => numberBytes(reader.number()));
  const bodies = list(sections.get(kCode), (reader) => reader.part(reader.number()));
  const order = similarOrder(bodies);
  const places = [];
  for (const [place, old] of order.entries()) places[old] = place;
  const numberOf = (number) => (number < imported ? number : imported + places[number - imported]);
  const code = order.map((old) => withLength(renamed(bodies[old], namesIn(bodies[old]), numberOf)));
  sections.set(kFunction, withCount(order.map((old) => types[old])));
  sections.set(kExport, renamedExports(sections.get(kExport), numberOf));
  sections.set(kElement, renamedElements(sections.get(kElement), numberOf));
  sections.set(kCode, withCount(code));
  if (sections.has(kStart)) sections.set(kStart, Buffer.from(numberBytes(numberOf(sections.get(kStart)[0]))));
  const parts = kOrder.filter((kind) => sections.has(kind));
  return Buffer.concat([
    Buffer.from(kMagic),
    ...parts.flatMap((kind) => [Buffer.from([kind]), withLength(Buffer.from(sections.get(kind)))]),
  ]);
}

const [from, to] = process.argv.slice(2);
if (!to) {
  console.error('usage: node tools/order_functions.mjs IN.wasm OUT.wasm');
  process.exit(2);
}
const result = ordered(readFileSync(from));
if (!WebAssembly.validate(result)) throw new Error(`${from} is not understood`);
writeFileSync(to, result);
