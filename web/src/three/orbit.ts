// Where the reader looks from: around the board, nearer and farther, from above.
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';

const kSeat = { polar: 0.78, azimuth: 0 };
const kTop = { polar: 0.0001, azimuth: 0 };
const kFov = 32;

export class Orbit {
  private readonly perspective = new PerspectiveCamera(kFov, 1, 0.1, 200);
  private readonly parallel = new OrthographicCamera(-1, 1, 1, -1, -50, 200);
  private polar = kSeat.polar;
  private azimuth = 0;
  private zoom = 1;
  private aspect = 1;
  private size = { width: 10, depth: 10 };
  camera: PerspectiveCamera | OrthographicCamera = this.perspective;

  fit(width: number, depth: number): void {
    this.size = { width, depth };
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
  }

  look(top: boolean, perspective: boolean): void {
    ({ polar: this.polar, azimuth: this.azimuth } = top ? kTop : kSeat);
    this.zoom = 1;
    this.camera = perspective ? this.perspective : this.parallel;
  }

  turn(dx: number, dy: number): void {
    this.azimuth -= dx * 0.008;
    this.polar = Math.min(1.45, Math.max(0.0001, this.polar - dy * 0.008));
  }

  scale(by: number): void {
    this.zoom = Math.min(4, Math.max(0.6, this.zoom * by));
  }

  // The corners of what must be seen.
  private corners(): Vector3[] {
    const { width, depth } = this.size;
    return [-1, 1].flatMap((x) => [-1, 1].flatMap((z) => [-0.4, 0.35].map((y) => new Vector3((x * width) / 2, y, (z * depth) / 2))));
  }

  // How far the corners reach in the picture, 1 being its edge, and how far they are from its middle.
  private extent(camera: PerspectiveCamera | OrthographicCamera): { reach: number; off: number } {
    const seen = this.corners().map((corner) => corner.project(camera));
    const top = Math.max(...seen.map((each) => each.y));
    const bottom = Math.min(...seen.map((each) => each.y));
    const across = Math.max(...seen.map((each) => Math.abs(each.x)));
    return { reach: Math.max(across, (top - bottom) / 2), off: (top + bottom) / 2 };
  }

  update(): void {
    const direction = new Vector3(
      Math.sin(this.polar) * Math.sin(this.azimuth), Math.cos(this.polar), Math.sin(this.polar) * Math.cos(this.azimuth),
    );
    const up = new Vector3(
      -Math.cos(this.polar) * Math.sin(this.azimuth), Math.sin(this.polar), -Math.cos(this.polar) * Math.cos(this.azimuth),
    );
    this.perspective.aspect = this.aspect;
    const target = new Vector3();
    // The right distance and middle are found by looking.
    let distance = this.size.depth * 2;
    let tall = this.size.depth;
    const aim = (): void => {
      const { perspective, parallel } = this;
      perspective.position.copy(target).addScaledVector(direction, distance);
      parallel.position.copy(target).addScaledVector(direction, 40);
      Object.assign(parallel, { top: tall, bottom: -tall, left: -tall * this.aspect, right: tall * this.aspect });
      for (const camera of [perspective, parallel]) {
        camera.up.copy(up);
        camera.lookAt(target);
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
      }
    };
    for (let i = 0; i < 8; ++i) {
      aim();
      const { reach, off } = this.extent(this.camera);
      const half = this.camera === this.parallel ? tall : distance * Math.tan((kFov * Math.PI) / 360);
      target.addScaledVector(up, off * half);
      distance *= reach * 1.02;
      tall *= reach * 1.02;
    }
    distance /= this.zoom;
    tall /= this.zoom;
    aim();
  }
}
