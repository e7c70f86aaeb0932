// Bodies and motions of the 3D view, as far as they can be seen without a screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BufferGeometry } from 'three';
import { layout, type Point } from '../src/board/geometry';
import { kStepTime, plan } from '../src/board/motion';
import { kPlainPiece, type Shapes } from '../src/board/shapes';
import { cornersOf, outlineOf, placer } from '../src/three/board_mesh';
import { Orbit } from '../src/three/orbit';
import { Batches, type Part } from '../src/three/batch';
import { woodPixels } from '../src/three/grain';
import { pick } from '../src/three/pick';
import { arrange } from '../src/three/sign_mesh';
import { kPlate, kPlateHeight, pieceMesh, type PieceMesh } from '../src/three/piece_mesh';
import { playMotion } from '../src/three/play_motion';
import { holedPlate, slab, type Corner } from '../src/three/prism';
import { Room } from '../src/three/room';
import type { Palette } from '../src/three/palette';
import { Color, Group, Ray, Vector3 } from 'three';
import { cellOf, kFixtures } from './fixtures';

// The area of the faces at a height that look upwards, and of those that look downwards.
function lidArea(geometry: BufferGeometry, height: number): { up: number; down: number } {
  const at = geometry.getAttribute('position');
  const area = { up: 0, down: 0 };
  for (let i = 0; i < at.count; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => new Vector3().fromBufferAttribute(at, i + k)) as [Vector3, Vector3, Vector3];
    if ([a, b, c].some((each) => Math.abs(each.y - height) > 1e-6)) continue;
    const { y } = b.sub(a).cross(c.sub(a));
    if (y > 0) area.up += y / 2;
    else area.down -= y / 2;
  }
  return area;
}

const near = (a: number, b: number, by = 1e-6): void => assert.ok(Math.abs(a - b) <= by, `${a} and ${b}`);

const square: Corner[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

test('a slab has a lid that looks up, whichever way its outline runs', () => {
  for (const outline of [square, [...square].reverse()]) {
    const { up, down } = lidArea(slab(outline, -1, 0, 0), 0);
    near(up, 4);
    near(down, 0);
  }
});

test('holes are missing in the lid of a plate', () => {
  const { up, down } = lidArea(holedPlate(square, [{ outline: square, centre: [0, 0], radius: 0.5 }], 1), 1);
  near(up, 4 - Math.PI * 0.25, 0.03);
  near(down, 0);
});

const colour = new Color('#888');
const palette = {
  edge: colour,
  peg: colour,
  players: [1, 2].map(() => ({ body: colour, rim: colour, on: colour })),
} as unknown as Palette;

test('a plate of 24 holes covers its outline without them', () => {
  const { board } = kFixtures.eigMid;
  for (const [player, cut] of [
    [1, 0.05],
    [2, 0.13],
  ] as const) {
    const mesh = pieceMesh(new Room(), board, { ...kPlainPiece, cell: 0, player, x: 0, y: 0 }, palette);
    const geometry = (mesh.children[0] as Part).shape.make();
    const { up, down } = lidArea(geometry, kPlateHeight);
    near(up, 4 * kPlate * kPlate - 2 * cut * cut - 24 * Math.PI * 0.057 ** 2, 0.012);
    near(down, 0);
  }
});

test('pieces start where they were and end where they are', () => {
  const { board, view } = kFixtures.eigPeg;
  const where = layout(board, false, true, false);
  const place = placer(where);
  const room = new Room();
  const pieces = new Map<number, PieceMesh>();
  const leaving = new Map<number, PieceMesh>();
  const mesh = (cell: number, player: number, holes: number[]): PieceMesh => {
    const pegs = holes.map((hole) => ({ hole, x: 0, y: 0, fresh: false }));
    const made = pieceMesh(room, board, { ...kPlainPiece, cell, player, pegs, ...where.centres[cell]! }, palette);
    const { x, z } = place(where.centres[cell]!);
    made.position.set(x, 0, z);
    return made;
  };
  for (const each of view.pieces) pieces.set(each.cell, mesh(each.cell, each.player, each.pegs ?? []));
  const motion = plan(board, kFixtures.eigMid.view, view.last);
  for (const { piece } of motion.leaves) leaving.set(piece.cell, mesh(piece.cell, piece.player, []));
  const player = playMotion(motion, { where, place, pieces, leaving, jumps: true });
  const [from, to] = [cellOf(board, 'e2'), cellOf(board, 'f4')];
  const moved = pieces.get(to)!;
  const peg = pieces.get(cellOf(board, 'd4'))!.userData.pegs.get(view.last[2]!.hole!)!;

  assert.equal(player.at(0), true);
  near(moved.position.x, place(where.centres[from]!).x);
  assert.equal(leaving.get(to)!.visible, true);
  assert.equal(peg.visible, false, 'its turn has not come');
  player.at(kStepTime / 2);
  assert.ok(moved.position.y > 0.3, 'it jumps');
  assert.equal(player.at(motion.duration + kStepTime), false);
  near(moved.position.x, place(where.centres[to]!).x);
  near(moved.position.y, 0);
  assert.equal(leaving.get(to)!.visible, false);
  assert.equal(peg.visible, true);
  near(peg.position.y, kPlateHeight);
});

test('the whole board is seen from everywhere', () => {
  for (const perspective of [true, false]) {
    const orbit = new Orbit();
    orbit.fit(
      [
        [-7.5, -6.5],
        [7.5, -6.5],
        [7.5, 6.5],
        [-7.5, 6.5],
      ].map(([x, z]) => new Vector3(x, 0, z)),
    );
    orbit.resize(360, 310);
    orbit.look(false, perspective);
    for (let i = 0; i < 12; ++i) {
      orbit.turn(60, i % 2 ? 40 : -70);
      orbit.update();
      for (const [x, z] of [
        [-7.5, -6.5],
        [7.5, -6.5],
        [7.5, 6.5],
        [-7.5, 6.5],
      ]) {
        const seen = new Vector3(x, 0, z).project(orbit.camera);
        assert.ok(Math.abs(seen.x) <= 1.02 && Math.abs(seen.y) <= 1.02, `${seen.x} ${seen.y}`);
      }
    }
  }
});

const spanOf = (points: readonly Point[], key: keyof Point): number =>
  Math.max(...points.map((each) => each[key])) - Math.min(...points.map((each) => each[key]));

// Where the cells are in a picture of this size, as the reader sits.
function seatView(fixture: keyof typeof kFixtures, width: number, height: number, tight: boolean) {
  const { board, view } = kFixtures[fixture];
  const where = layout(board, false, true, view.counters.length > 0, tight);
  const orbit = new Orbit();
  orbit.fit(cornersOf({ where } as Shapes));
  orbit.resize(width, height);
  orbit.look(false, true);
  orbit.update();
  const place = placer(where);
  const at = (x: number, y: number, z: number): { x: number; y: number } => {
    const seen = new Vector3(x, y, z).project(orbit.camera);
    return { x: ((seen.x + 1) / 2) * width, y: ((1 - seen.y) / 2) * height };
  };
  const cells = where.centres.map((centre) => at(place(centre).x, 0, place(centre).z));
  const frame = outlineOf({ where } as Shapes).map(([x, z]) => at(x, 0, z));
  return { where, frame, wide: spanOf(cells, 'x'), high: spanOf(cells, 'y') };
}

// The drawing in 2D is scaled to what limits it, and the picture in 3D has the same room.
test('the board is as large as in 2D where the room is narrow, and where it is low', () => {
  for (const fixture of ['eigMid', 'yavMid', 'epaRules', 'epaCrossed', 'sixStart'] as const) {
    for (const [width, height, tight] of [
      [571, 571, false],
      [390, 429, true],
      [337, 304, true],
      [385, 337, true],
      [978, 806, false],
    ] as const) {
      const { where, frame, wide, high } = seatView(fixture, width, height, tight);
      const scale = Math.min(width / where.box.width, height / where.box.height);
      const flat = { wide: scale * spanOf(where.centres, 'x'), high: scale * spanOf(where.centres, 'y') };
      const what = `${fixture} in ${width}×${height}: ${wide / flat.wide} of the width, ${high / flat.high} of the height`;
      assert.ok(Math.max(wide / flat.wide, high / flat.high) >= 0.95, what);
      assert.ok((wide * high) / (flat.wide * flat.high) >= 0.75, what);
      // All of it is to be seen, but the corners of a hexagon on a small screen.
      for (const { x, y } of frame) {
        assert.ok(y >= -2 && y <= height + 2, what);
        if (!(tight && where.hexagonal)) assert.ok(x >= -2 && x <= width + 2, what);
      }
    }
  }
});

test('what looks the same is drawn together', () => {
  const { board } = kFixtures.yavMid;
  const room = new Room();
  const batches = new Batches(room);
  const root = new Group();
  for (let i = 0; i < 60; ++i) {
    const mesh = pieceMesh(room, board, { ...kPlainPiece, cell: i, player: 1 + (i % 2), x: 0, y: 0 }, palette);
    mesh.position.x = i;
    root.add(mesh);
  }
  // The shade under a piece is drawn on a canvas, which this test has not.
  for (const mesh of root.children) mesh.remove(mesh.children.at(-1)!);
  batches.fill(root);
  assert.equal(batches.group.children.length, 3, 'stones, dots, rings');
  const counts = batches.group.children.map((each) => (each as unknown as { count: number }).count);
  assert.deepEqual(counts, [60, 30, 30]);
  root.children[1]!.visible = false;
  batches.fill(root);
  assert.equal((batches.group.children[0] as unknown as { count: number }).count, 59);
});

test('a piece hides the cell behind it', () => {
  const { board } = kFixtures.eigMid;
  const where = layout(board, false, true, false);
  const [front, behind] = [cellOf(board, 'c3'), cellOf(board, 'c4')];
  const at = placer(where)(where.centres[front]!);
  // Over the piece's far edge, down to the cell behind.
  const edge = new Vector3(at.x, 0.17, at.z - 0.44);
  const ray = new Ray(new Vector3(at.x, 5.17, at.z + 4.56), new Vector3(0, -5, -5).normalize());
  near(ray.distanceToPoint(edge), 0, 1e-6);
  const standing = { top: 0.18, reach: 0.45, round: false, cells: new Set<number>() };
  assert.equal(pick(ray, where, standing).cell, behind);
  assert.equal(pick(ray, where, { ...standing, cells: new Set([front]) }).cell, front);
});

test('wood is the same every time, and its sides fit each other', () => {
  const size = 64;
  const wood = { rings: 5, depth: 0.2, planks: 0 };
  const pixels = woodPixels(size, wood, 3);
  assert.deepEqual(pixels, woodPixels(size, wood, 3));
  const red = (x: number, y: number): number => pixels[(y * size + x) * 4]!;
  for (let y = 0; y < size; ++y) assert.ok(Math.abs(red(0, y) - red(size - 1, y)) < 40, `row ${y}`);
});

test('signs have a place each on their sheet', () => {
  const widths = new Map(Array.from({ length: 30 }, (_, i) => [`sign ${i}`, 40 + i * 37] as const));
  const { places, lines } = arrange(widths);
  const taken = [...places.values()];
  for (const [i, a] of taken.entries()) {
    assert.ok(a.x + a.width <= 1024 && a.y < lines);
    for (const b of taken.slice(i + 1)) assert.ok(a.y !== b.y || a.x + a.width <= b.x || b.x + b.width <= a.x);
  }
});
