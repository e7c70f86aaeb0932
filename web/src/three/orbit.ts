// Where the reader looks from: around the board, nearer and farther, from above, close to one piece.
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import type { Corner } from './prism';

const kSeat = { polar: 0.47, azimuth: 0 };
const kTop = { polar: 0.0001, azimuth: 0 };
const kFov = 24;
const kLow = -0.4; // the board's foot
const kHigh = 0.2; // what stands on it
const kClose = 0.62; // half of what is seen around a piece

type Camera = PerspectiveCamera | OrthographicCamera;

export class Orbit {
  private readonly perspective = new PerspectiveCamera(kFov, 1, 0.1, 200);
  private readonly parallel = new OrthographicCamera(-1, 1, 1, -1, -50, 200);
  private polar = kSeat.polar;
  private azimuth = 0;
  private zoom = 1;
  private aspect = 1;
  private outline: readonly Corner[] = [
    [-5, -5],
    [5, -5],
    [5, 5],
    [-5, 5],
  ];
  private piece: Corner = [0, 0];
  private nearness = 0; // 0: the whole board, 1: the piece
  private stale = true;
  camera: Camera = this.perspective;

  // All corners of what must be seen.
  fit(outline: readonly Corner[]): void {
    this.outline = outline;
    this.stale = true;
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.stale = true;
  }

  look(top: boolean, perspective: boolean): void {
    ({ polar: this.polar, azimuth: this.azimuth } = top ? kTop : kSeat);
    this.zoom = 1;
    this.camera = perspective ? this.perspective : this.parallel;
    this.stale = true;
  }

  turn(dx: number, dy: number): void {
    this.azimuth -= dx * 0.008;
    this.polar = Math.min(1.45, Math.max(0.0001, this.polar - dy * 0.008));
    this.stale = true;
  }

  scale(by: number): void {
    this.zoom = Math.min(4, Math.max(0.6, this.zoom * by));
    this.stale = true;
  }

  // Comes near to a piece; `nearness` runs from the whole board to it.
  approach(piece: Corner, nearness: number): void {
    this.piece = piece;
    this.nearness = nearness;
    this.stale = true;
  }

  private corners(): Vector3[] {
    const far = Math.max(...this.outline.flat().map(Math.abs));
    const t = this.nearness;
    return this.outline.flatMap(([x, z]) =>
      [kLow, kHigh].map(
        (y) =>
          new Vector3(
            x * (1 - t) + (this.piece[0] + (x / far) * kClose) * t,
            y * (1 - t),
            z * (1 - t) + (this.piece[1] + (z / far) * kClose) * t,
          ),
      ),
    );
  }

  // How far the corners reach in the picture, 1 being its edge, and how far their middle is from its middle.
  private extent(corners: readonly Vector3[]): { reach: number; right: number; up: number } {
    const seen = corners.map((corner) => corner.clone().project(this.camera));
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return { reach: Math.max(right - left, high - low) / 2, right: (left + right) / 2, up: (low + high) / 2 };
  }

  private directions(): { direction: Vector3; up: Vector3; right: Vector3 } {
    const { polar, azimuth } = this;
    const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
    return {
      direction: new Vector3(Math.sin(polar) * sin, Math.cos(polar), Math.sin(polar) * cos),
      up: new Vector3(-Math.cos(polar) * sin, Math.sin(polar), -Math.cos(polar) * cos),
      right: new Vector3(cos, 0, -sin),
    };
  }

  // The right distance and middle are found by looking.
  update(): void {
    if (!this.stale) return;
    this.stale = false;
    const { direction, up, right } = this.directions();
    const corners = this.corners();
    const target = new Vector3();
    let tall = Math.max(...this.outline.flat().map(Math.abs));
    this.perspective.aspect = this.aspect;
    const tangent = Math.tan((kFov * Math.PI) / 360);
    const aim = (): void => {
      const { perspective, parallel } = this;
      perspective.position.copy(target).addScaledVector(direction, tall / tangent);
      parallel.position.copy(target).addScaledVector(direction, 40);
      Object.assign(parallel, { top: tall, bottom: -tall, left: -tall * this.aspect, right: tall * this.aspect });
      for (const camera of [perspective, parallel]) {
        camera.up.copy(up);
        camera.lookAt(target);
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
      }
    };
    for (let i = 0; i < 9; ++i) {
      aim();
      const { reach, right: across, up: along } = this.extent(corners);
      target.addScaledVector(up, along * tall).addScaledVector(right, across * tall * this.aspect);
      tall *= reach * 1.015;
    }
    tall /= this.zoom;
    aim();
  }
}
