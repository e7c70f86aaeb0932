// The 3D view: the shapes of the scene as bodies in the light, played like the 2D one.
import '../core';
import {
  AmbientLight, DirectionalLight, Group, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { cellAt, holeAt, type Point } from '../board/geometry';
import { isStill, isTest, kNoMotion, type Motion } from '../board/motion';
import type { PointerHost, Spot } from '../board/pointer';
import { kPlainPiece, type PieceShape, type Tray } from '../board/shapes';
import type { ThreeProps } from '../board/three_box';
import { t } from '../i18n';
import { boardMesh, disposeMeshes, kLedge, ledge, placer } from './board_mesh';
import { Hands } from './hands';
import { MarkMaker, markGroup } from './mark_mesh';
import { Orbit } from './orbit';
import { readPalette, type Palette } from './palette';
import { pieceMesh, kPlateHeight, type PieceMesh } from './piece_mesh';
import { playMotion, type Player } from './play_motion';
import { Room } from './room';

export interface Stage {
  show: (props: ThreeProps) => void;
  look: (top: boolean, perspective: boolean) => void;
  turn: (right: number, up: number) => void; // in pixels of a drag
  zoom: (by: number) => void;
  dispose: () => void;
}

// As the 2D view writes it.
const trayWords = (tray: Tray): string =>
  tray.far && tray.leads ? `${tray.label}, ${t('kWebMeterLeads')}` : tray.label;

class StageView implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly orbit = new Orbit();
  private readonly room = new Room();
  private readonly light = new DirectionalLight('#fff4e0', 2.35);
  private board = new Group();
  private moving = new Group(); // pieces and marks: made anew for every scene
  private pieces = new Map<number, PieceMesh>();
  private props: ThreeProps | null = null;
  private palette: Palette | null = null;
  private boardKey = '';
  private motion: Motion = kNoMotion;
  private player: Player | null = null;
  private playedAt = 0;
  private frame = 0;
  private readonly watcher: ResizeObserver;
  private readonly hands: Hands;
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private readonly appearance = new MutationObserver(() => this.repaint());
  private dragged: { mesh: PieceMesh; cell: number } | null = null;
  private readonly repaint = (): void => {
    if (this.props) this.show(this.props);
  };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: () => PointerHost,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.light.position.set(-5, 11, 4);
    this.light.castShadow = true;
    this.light.shadow.mapSize.set(2048, 2048);
    this.light.shadow.radius = 3;
    this.light.shadow.bias = -0.0006;
    const fill = new DirectionalLight('#dfe9ff', 0.5);
    fill.position.set(6, 6, -5);
    this.scene.add(new AmbientLight('#ffffff', 1), this.light, fill, this.board, this.moving);
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(canvas);
    this.hands = new Hands(canvas, this.orbit, this.pointerHost(), () => this.draw());
    this.dark.addEventListener('change', this.repaint);
    // Light, dark and theme are attributes of the page.
    this.appearance.observe(document.documentElement, { attributeFilter: ['data-scheme', 'data-board'] });
    canvas.addEventListener('webglcontextrestored', this.repaint);
    if (isTest()) Object.assign(canvas, { pointOf: (cell: number) => this.pointOf(cell) });
  }

  show(props: ThreeProps): void {
    this.props = props;
    this.palette = readPalette(this.canvas.parentElement!, props.colours);
    this.hands.host = this.pointerHost();
    this.rebuildBoard();
    this.rebuildPieces();
    const fresh = props.motion !== this.motion;
    this.motion = props.motion;
    if (fresh) this.playedAt = performance.now();
    // The bodies are new: what moves goes on with them where it was.
    this.player = fresh || this.player ? this.begin() : null;
    this.draw();
  }

  look(top: boolean, perspective: boolean): void {
    this.orbit.look(top, perspective);
    this.draw();
  }

  turn(right: number, up: number): void {
    this.orbit.turn(right, up);
    this.draw();
  }

  zoom(by: number): void {
    this.orbit.scale(by);
    this.draw();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1;
    this.watcher.disconnect();
    this.dark.removeEventListener('change', this.repaint);
    this.appearance.disconnect();
    disposeMeshes(this.board);
    this.room.dispose();
    this.light.shadow.dispose();
    this.renderer.dispose();
  }

  // The board changes only with its options, sides and colours.
  private rebuildBoard(): void {
    const { shapes } = this.props!;
    const { where } = shapes;
    const key = [this.palette!.key, where.flipped, shapes.cells.length, shapes.labels.length, where.frame.width].join();
    if (key === this.boardKey) return;
    this.boardKey = key;
    this.scene.remove(this.board);
    disposeMeshes(this.board);
    this.room.dispose();
    this.board = boardMesh(shapes, this.palette!);
    this.scene.add(this.board);
    const width = where.frame.width / 100 + 0.2;
    const depth = (where.frame.height + 2 * where.tray) / 100 + 0.2;
    this.orbit.fit(width, depth);
    const reach = Math.max(width, depth) * 0.75;
    Object.assign(this.light.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.5, far: 40 });
    this.light.shadow.camera.updateProjectionMatrix();
  }

  private rebuildPieces(): void {
    const { shapes, board } = this.props!;
    const palette = this.palette!;
    const place = placer(shapes.where);
    this.scene.remove(this.moving);
    this.moving = new Group();
    this.pieces.clear();
    const put = (piece: PieceShape, ghost: boolean): PieceMesh => {
      const mesh = pieceMesh(this.room, board, piece, palette, ghost);
      const { x, z } = place(piece);
      mesh.position.set(x, 0, z);
      this.moving.add(mesh);
      return mesh;
    };
    for (const piece of shapes.pieces) if (!piece.covered) this.pieces.set(piece.cell, put(piece, false));
    for (const piece of shapes.ghosts) put(piece, true);
    this.moving.add(markGroup(shapes, new MarkMaker(this.room, palette, shapes.where.hexagonal, place, this.top(), board.holes.length > 0)));
    this.addTrays(put);
    this.scene.add(this.moving);
  }

  private top(): number {
    return this.props!.board.holes.length > 0 ? kPlateHeight + 0.02 : 0.22;
  }

  // Stones beside the board lie on the table; the meter is one stone, how many have crossed, and the words.
  private addTrays(put: (piece: PieceShape, ghost: boolean) => PieceMesh): void {
    const place = placer(this.props!.shapes.where);
    const { palette } = this;
    for (const tray of this.props!.shapes.trays) {
      const r = tray.height * 0.3;
      const count = tray.far ? 1 : tray.value;
      const left = tray.x + r + 24;
      const step = Math.min(r * 2.2, (tray.width - 160) / Math.max(1, count));
      const y = tray.y + tray.height / 2;
      const write = (text: string, size: number, x: number, back: string | null = null): void => {
        const words = this.room.words(text, back ? '#2b1e00' : palette!.frameInk, back, size);
        const at = place({ x, y });
        words.position.set(at.x, kLedge + 0.02, at.z);
        this.moving.add(words);
      };
      this.moving.add(ledge(this.room, palette!, tray, place));
      for (let i = 0; i < count; ++i) {
        const mesh = put({ ...kPlainPiece, cell: -1, player: tray.player, x: left + i * step, y }, false);
        mesh.scale.setScalar(r / 39);
        mesh.position.y = kLedge;
      }
      write(String(tray.value), tray.height / 190, left + count * step + 16);
      const leads = tray.far && tray.leads;
      write(trayWords(tray), tray.height / 260, tray.x + tray.width * 0.72, leads ? `#${palette!.last.getHexString()}` : null);
    }
  }

  private begin(): Player | null {
    const { motion } = this;
    if (motion.duration === 0 || isStill()) return null;
    const { shapes, board } = this.props!;
    const place = placer(shapes.where);
    const leaving = new Map<number, PieceMesh>();
    for (const { piece } of motion.leaves) {
      const pegs = (piece.pegs ?? []).map((hole) => ({ hole, ...holeAt(board, hole, shapes.where.flipped), fresh: false }));
      const centre = shapes.where.centres[piece.cell]!;
      const mesh = pieceMesh(this.room, board, { ...kPlainPiece, ...centre, cell: piece.cell, player: piece.player, pegs }, this.palette!);
      this.moving.add(mesh);
      leaving.set(piece.cell, mesh);
    }
    return playMotion(motion, { where: shapes.where, place, pieces: this.pieces, leaving, jumps: board.holes.length > 0 });
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.orbit.resize(clientWidth, clientHeight);
    this.draw();
  }

  // One picture soon; more while something moves.
  private draw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.orbit.update();
      if (this.player && !this.player.at(performance.now() - this.playedAt)) this.player = null;
      this.renderer.render(this.scene, this.orbit.camera);
      if (this.player) this.draw();
    });
  }

  private caster(event: { clientX: number; clientY: number }): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const caster = new Raycaster();
    this.orbit.update();
    caster.setFromCamera(at, this.orbit.camera);
    return caster;
  }

  // The piece under the pointer, else the cell: what is high hides what is behind it.
  private spot(event: PointerEvent): Spot {
    const { where } = this.props!.shapes;
    const caster = this.caster(event);
    const middle = { x: where.field.left + where.field.width / 2, y: where.field.top + where.field.height / 2 };
    const hit = caster.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), 0), new Vector3());
    const point = hit ? { x: hit.x * 100 + middle.x, y: hit.z * 100 + middle.y } : { x: NaN, y: NaN };
    const [first] = caster.intersectObjects([...this.pieces.values()], true);
    const piece = first?.object.parent as PieceMesh | undefined;
    return { point, cell: piece ? piece.userData.cell : cellAt(where, point.x, point.y) };
  }

  // Where a cell is on the page, for tests.
  private pointOf(cell: number): { x: number; y: number } {
    const { shapes } = this.props!;
    const { x, z } = placer(shapes.where)(shapes.where.centres[cell]!);
    this.orbit.update();
    const seen = new Vector3(x, 0.1, z).project(this.orbit.camera);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + ((seen.x + 1) / 2) * box.width, y: box.top + ((1 - seen.y) / 2) * box.height };
  }

  private pointerHost(): PointerHost {
    return {
      ...this.host(),
      spot: (event) => this.spot(event),
      cellWidth: () => Infinity, // no magnifier: one may come nearer
      lens: () => undefined,
      drag: (cell, point) => (cell === null ? this.putDown() : this.carry(cell, point)),
    };
  }

  private carry(cell: number, point: Point): void {
    const mesh = this.pieces.get(cell);
    if (!mesh || Number.isNaN(point.x)) return;
    const { x, z } = placer(this.props!.shapes.where)(point);
    mesh.position.set(x, 0.35, z);
    this.dragged = { mesh, cell };
    this.draw();
  }

  // Back to where it stood: if it was a move, the next scene has it where it came to.
  private putDown(): void {
    if (!this.dragged) return;
    const { where } = this.props!.shapes;
    const { x, z } = placer(where)(where.centres[this.dragged.cell]!);
    this.dragged.mesh.position.set(x, 0, z);
    this.dragged = null;
    this.draw();
  }
}

export const openStage = (canvas: HTMLCanvasElement, host: () => PointerHost): Stage => new StageView(canvas, host);
