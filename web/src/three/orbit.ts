// Where the reader looks from: around the board, nearer and farther, from above, close to one piece.
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import type { Corner } from './prism';

// How far the reader at the board leans back, in radians from straight above. Where the picture is too narrow
// for that to fill its height, less far: the board gets higher, and no narrower.
const kSeat = 0.47;
const kLeast = 0.3;
const kTop = 0.0001;
const kFov = 20;
const kMargin = 1.008;
const kClose = 0.62; // half of what is seen around a piece

type Camera = PerspectiveCamera | OrthographicCamera;

export class Orbit {
  private readonly perspective = new PerspectiveCamera(kFov, 1, 0.1, 200);
  private readonly parallel = new OrthographicCamera(-1, 1, 1, -1, -50, 200);
  private polar = kSeat;
  private azimuth = 0;
  private zoom = 1;
  private aspect = 1;
  private outline: readonly Vector3[] = [new Vector3(-5, 0, -5), new Vector3(5, 0, 5)];
  private piece: Corner = [0, 0];
  private nearness = 0; // 0: the whole board, 1: the piece
  private stale = true;
  private seated = true; // nobody has turned the board
  camera: Camera = this.perspective;

  // All corners of what must be seen.
  fit(outline: readonly Vector3[]): void {
    this.outline = outline;
    this.stale = true;
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.stale = true;
  }

  look(top: boolean, perspective: boolean): void {
    this.polar = kTop;
    this.azimuth = 0;
    this.seated = !top;
    this.zoom = 1;
    this.camera = perspective ? this.perspective : this.parallel;
    this.stale = true;
  }

  turn(dx: number, dy: number): void {
    this.update(); // from where the reader sits
    this.seated = false;
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

  private far(): number {
    return Math.max(...this.outline.flatMap(({ x, z }) => [Math.abs(x), Math.abs(z)]));
  }

  private corners(): Vector3[] {
    const far = this.far();
    const t = this.nearness;
    return this.outline.map(
      ({ x, y, z }) =>
        new Vector3(
          x * (1 - t) + (this.piece[0] + (x / far) * kClose) * t,
          y * (1 - t),
          z * (1 - t) + (this.piece[1] + (z / far) * kClose) * t,
        ),
    );
  }

  // How wide and high the corners are in the picture, 1 being all of it, and how far their middle is from its middle.
  private extent(corners: readonly Vector3[]): { wide: number; high: number; right: number; up: number } {
    const seen = corners.map((corner) => corner.clone().project(this.camera));
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return { wide: (right - left) / 2, high: (high - low) / 2, right: (left + right) / 2, up: (low + high) / 2 };
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

  update(): void {
    if (!this.stale) return;
    this.stale = false;
    if (this.seated) this.sit();
    this.aim(this.zoom);
  }

  // Leans back as far as the picture has room for.
  private sit(): void {
    const { nearness } = this;
    this.nearness = 0;
    this.polar = kSeat;
    if (this.spare() > 0) {
      let [least, most] = [kLeast, kSeat];
      for (let i = 0; i < 6; ++i) {
        this.polar = (least + most) / 2;
        if (this.spare() > 0) most = this.polar;
        else least = this.polar;
      }
      this.polar = least;
    }
    this.nearness = nearness;
  }

  // Height of the picture that is left where its width is full.
  private spare(): number {
    this.aim(1);
    const { wide, high } = this.extent(this.corners());
    return wide - high;
  }

  // The right distance and middle are found by looking.
  private aim(zoom: number): void {
    const { direction, up, right } = this.directions();
    const corners = this.corners();
    const target = new Vector3();
    let tall = this.far();
    this.perspective.aspect = this.aspect;
    for (let i = 0; i < 9; ++i) {
      this.place(target, tall, direction, up);
      const { wide, high, right: across, up: along } = this.extent(corners);
      target.addScaledVector(up, along * tall).addScaledVector(right, across * tall * this.aspect);
      tall *= Math.max(wide, high) * kMargin;
    }
    this.place(target, tall / zoom, direction, up);
  }

  // Half of the picture's height is `tall` at the target.
  private place(target: Vector3, tall: number, direction: Vector3, up: Vector3): void {
    const { perspective, parallel } = this;
    perspective.position.copy(target).addScaledVector(direction, tall / Math.tan((kFov * Math.PI) / 360));
    parallel.position.copy(target).addScaledVector(direction, 40);
    Object.assign(parallel, { top: tall, bottom: -tall, left: -tall * this.aspect, right: tall * this.aspect });
    for (const camera of [perspective, parallel]) {
      camera.up.copy(up);
      camera.lookAt(target);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    }
  }
}
