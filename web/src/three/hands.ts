// Fingers and mouse on the 3D view: taps and drags play, everything else looks around.
import { Vector2 } from 'three';
import { Pointers, type PointerHost } from '../board/pointer';
import type { Orbit } from './orbit';

const kSlack = 6; // pixels that a tap may slip without turning the board

export class Hands {
  private readonly pointers: Pointers;
  private readonly fingers = new Map<number, Vector2>();
  private turning: { id: number; x: number; y: number; begun: boolean } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly orbit: Orbit,
    host: PointerHost,
    private readonly draw: () => void,
  ) {
    this.pointers = new Pointers(host);
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.lost(event));
    canvas.addEventListener('pointerleave', () => this.pointers.leave());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  set host(host: PointerHost) {
    this.pointers.host = host;
  }

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, new Vector2(event.clientX, event.clientY));
    const { cell } = this.pointers.host.spot(event);
    const stone = cell !== null && this.pointers.host.canDrag(cell);
    if (this.fingers.size === 1 && !stone) {
      this.turning = { id: event.pointerId, x: event.clientX, y: event.clientY, begun: false };
    }
    this.pointers.down(event);
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (finger && this.fingers.size === 2) return this.pinch(finger, event);
    const { turning } = this;
    if (turning?.id !== event.pointerId) return this.pointers.move(event);
    const dx = event.clientX - turning.x;
    const dy = event.clientY - turning.y;
    if (!turning.begun && Math.hypot(dx, dy) <= kSlack) return;
    this.pointers.cancel();
    this.turning = { id: turning.id, x: event.clientX, y: event.clientY, begun: true };
    this.orbit.turn(dx, dy);
    this.draw();
  }

  private pinch(finger: Vector2, event: PointerEvent): void {
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
    const before = finger.distanceTo(other);
    finger.set(event.clientX, event.clientY);
    this.turning = null;
    this.pointers.cancel();
    this.orbit.scale(finger.distanceTo(other) / Math.max(1, before));
    this.draw();
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.turning = null;
    this.pointers.up(event);
  }

  private lost(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.turning = null;
    this.pointers.cancel();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.orbit.scale(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    this.draw();
  }
}
