// Plays a motion on the bodies: the same plan that the 2D view follows.
import type { Group, Object3D } from 'three';
import { beyond } from '../board/animate';
import { kStepTime, type Motion } from '../board/motion';
import type { Layout, Point } from '../board/geometry';
import { kPlateHeight, type PieceMesh } from './piece_mesh';

const smooth = (t: number): number => t * t * (3 - 2 * t);
const clamp = (t: number): number => Math.min(1, Math.max(0, t));

export interface Player {
  // Sets everything to a moment; true while there is more to come.
  at: (time: number) => boolean;
}

interface Parts {
  where: Layout;
  place: (point: Point) => { x: number; z: number };
  pieces: Map<number, PieceMesh>; // standing, by cell
  leaving: Map<number, PieceMesh>;
  jumps: boolean; // pieces go over each other
}

export function playMotion(motion: Motion, parts: Parts): Player {
  const { where, place, pieces, leaving } = parts;
  const steps: ((time: number) => void)[] = [];
  for (const { cell, frames } of motion.moves) {
    const mesh = pieces.get(cell);
    if (mesh) steps.push((time) => along(mesh, frames, time, parts));
  }
  for (const { piece, at, from } of motion.leaves) {
    const mesh = leaving.get(piece.cell);
    if (!mesh) continue;
    const home = place(where.centres[piece.cell]!);
    const end = from === undefined ? home : place(beyond(where, piece.cell, from));
    steps.push((time) => {
      const t = clamp((time - at) / (kStepTime * 1.3));
      mesh.visible = t < 1;
      mesh.position.set(home.x + (end.x - home.x) * smooth(t), -0.7 * t * t, home.z + (end.z - home.z) * smooth(t));
      if (from === undefined) mesh.scale.setScalar(1 - 0.9 * t);
    });
  }
  for (const { cell, hole, at } of motion.arrives) {
    const mesh: Object3D | undefined =
      hole === undefined ? pieces.get(cell) : pieces.get(cell)?.userData.pegs.get(hole);
    const rest = hole === undefined ? 0 : kPlateHeight;
    if (mesh)
      steps.push((time) => {
        const t = clamp((time - at) / kStepTime);
        mesh.visible = time >= at;
        mesh.position.y = rest + (1 - t * t) * 0.9;
      });
  }
  return {
    at: (time) => {
      for (const step of steps) step(time);
      return time < motion.duration + kStepTime;
    },
  };
}

function along(
  mesh: Group,
  frames: Motion['moves'][number]['frames'],
  time: number,
  { where, place, jumps }: Parts,
): void {
  let i = frames.findIndex((frame) => frame.at > time);
  if (i === 0) i = 1;
  if (i < 0) i = frames.length - 1;
  const a = frames[i - 1]!;
  const b = frames[i]!;
  const t = smooth(clamp((time - a.at) / Math.max(1, b.at - a.at)));
  const from = place(where.centres[a.cell]!);
  const to = place(where.centres[b.cell]!);
  const hop = jumps && a.cell !== b.cell ? Math.sin(Math.PI * t) * 0.7 : 0;
  mesh.position.set(from.x + (to.x - from.x) * t, hop, from.z + (to.z - from.z) * t);
}
