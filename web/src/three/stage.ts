// The 3D view: the shapes of the scene as bodies in the light, played like the 2D one.
import { Group, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { holeAt, kHoleStep, type Point } from '../board/geometry';
import { isStill, isTest, kNoMotion, type Motion } from '../board/motion';
import type { PointerHost, Spot } from '../board/pointer';
import { kPlainPiece, type PieceShape } from '../board/shapes';
import type { ThreeProps } from '../board/three_box';
import { Batches } from './batch';
import { boardMesh, cornersOf, disposeMeshes, outlineOf, placer, woodsOf, type Woods } from './board_mesh';
import { Hands } from './hands';
import { aimSun, dimLights, roomLights } from './light';
import { MarkMaker, markGroup } from './mark_mesh';
import { Orbit } from './orbit';
import { readPalette, type Palette } from './palette';
import { pick, pointAt, type Standing } from './pick';
import { kPlate, kPlateHeight, kRadius, kStoneHeight, pieceMesh, type PieceMesh } from './piece_mesh';
import { playMotion, type Player } from './play_motion';
import { Room } from './room';
import { Signs } from './sign_mesh';
import { tableMesh } from './table_mesh';
import { trayGroup } from './tray_mesh';

export interface Stage {
  show: (props: ThreeProps) => void;
  look: (top: boolean, perspective: boolean) => void;
  turn: (right: number, up: number) => void; // in pixels of a drag
  zoom: (by: number) => void;
  dispose: () => void;
}

// Pixels between holes that can still be told apart.
const kLeastHole = { mouse: 9, finger: 26 };
const kApproach = 240; // milliseconds to come near to a piece

// What a picture costs, for tests and the benchmark.
export interface Cost {
  frames: number;
  shadows: number; // how often the shadows were drawn anew
  calls: number;
  triangles: number;
  script: number; // milliseconds of the last frame
}

class StageView implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly orbit = new Orbit();
  private readonly room = new Room();
  private readonly batches = new Batches(this.room);
  private readonly signs = new Signs();
  private readonly lights = roomLights();
  private board = new Group();
  private woods: Woods = { fine: null, table: null };
  private moving = new Group(); // places of pieces and marks: made anew for every scene
  private pieces = new Map<number, PieceMesh>();
  private props: ThreeProps | null = null;
  private palette: Palette | null = null;
  private boardKey = '';
  private sceneKey = '';
  private motion: Motion = kNoMotion;
  private player: Player | null = null;
  private playedAt = 0;
  private near: { cell: number; from: number; to: number; since: number } | null = null; // the piece that is open for pegs
  private small = false; // the holes under the pointer are
  private frame = 0;
  private changed = false; // bodies: shadows are drawn anew
  private cost: Cost = { frames: 0, shadows: 0, calls: 0, triangles: 0, script: 0 };
  private readonly watcher: ResizeObserver;
  private readonly hands: Hands;
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private readonly appearance = new MutationObserver(() => this.repaint());
  private dragged: { mesh: PieceMesh; cell: number } | null = null;
  private readonly repaint = (): void => {
    this.sceneKey = '';
    if (this.props) this.show(this.props);
  };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: () => PointerHost,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.info.autoReset = false; // shadows count, too
    const { sky, sun, fills } = this.lights;
    this.scene.add(sky, sun, ...fills, this.board, this.batches.group, this.signs.mesh);
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(canvas);
    this.hands = new Hands(canvas, this.orbit, this.pointerHost(), () => this.draw());
    this.dark.addEventListener('change', this.repaint);
    // Light, dark and theme are attributes of the page.
    this.appearance.observe(document.documentElement, { attributeFilter: ['data-scheme', 'data-board'] });
    canvas.addEventListener('webglcontextrestored', this.repaint);
    if (isTest()) {
      Object.assign(canvas, {
        pointOf: (cell: number, hole?: number) => this.pointOf(cell, hole),
        cost: () => ({ ...this.cost }),
      });
    }
  }

  show(props: ThreeProps): void {
    this.props = props;
    this.hands.host = this.pointerHost();
    const palette = readPalette(this.canvas.parentElement!, props.colours);
    const { cells, labels, below, pieces, ghosts, above, trays } = props.shapes;
    const key = JSON.stringify([palette.key, cells, labels, below, pieces, ghosts, above, trays]);
    const fresh = props.motion !== this.motion;
    if (key === this.sceneKey && !fresh) return; // nothing to be seen has changed
    this.sceneKey = key;
    this.palette = palette;
    this.rebuildBoard();
    this.rebuildPieces();
    this.motion = props.motion;
    if (fresh) this.playedAt = performance.now();
    // The bodies are new: what moves goes on with them where it was.
    this.player = fresh || this.player ? this.begin() : null;
    if (this.near && !this.takes(this.near.cell)) this.approach(null);
    this.changed = true;
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
    if (by < 1 && this.near?.to) return this.approach(null);
    this.orbit.scale(by);
    this.draw();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1;
    this.watcher.disconnect();
    this.dark.removeEventListener('change', this.repaint);
    this.appearance.disconnect();
    this.dropBoard();
    this.signs.dispose();
    this.lights.sun.shadow.dispose();
    this.renderer.dispose();
  }

  private dropBoard(): void {
    this.scene.remove(this.board);
    disposeMeshes(this.board, this.woods);
    this.woods.fine?.dispose();
    this.woods.table?.dispose();
    this.batches.clear();
    this.room.dispose();
  }

  // The board changes only with its options, sides and colours.
  private rebuildBoard(): void {
    const { shapes } = this.props!;
    const palette = this.palette!;
    const { where } = shapes;
    const key = JSON.stringify([palette.key, where.flipped, where.box, shapes.cells.length, shapes.labels.length]);
    if (key === this.boardKey) return;
    this.boardKey = key;
    this.dropBoard();
    this.woods = woodsOf(palette.grain);
    this.room.grain = this.woods.fine;
    const size = Math.max(...outlineOf(shapes).flat().map(Math.abs));
    this.board = boardMesh(shapes, palette, this.woods);
    this.board.add(tableMesh(shapes, palette, this.woods, size));
    this.scene.add(this.board);
    this.scene.background = palette.table;
    dimLights(this.lights, palette.dim);
    this.orbit.fit(cornersOf(shapes));
    aimSun(this.lights, size * 1.5);
  }

  private rebuildPieces(): void {
    const { shapes, board } = this.props!;
    const palette = this.palette!;
    const place = placer(shapes.where);
    this.moving = new Group();
    this.pieces.clear();
    const put = (piece: PieceShape, ghost: boolean, ground?: number): PieceMesh => {
      const mesh = pieceMesh(this.room, board, piece, palette, ghost, ground);
      const { x, z } = place(piece);
      mesh.position.set(x, 0, z);
      this.moving.add(mesh);
      return mesh;
    };
    for (const piece of shapes.pieces) if (!piece.covered) this.pieces.set(piece.cell, put(piece, false));
    for (const piece of shapes.ghosts) put(piece, true);
    this.moving.add(
      markGroup(
        shapes,
        new MarkMaker(this.room, palette, shapes.where.hexagonal, place, this.top(), board.holes.length > 0),
      ),
      trayGroup(shapes, palette, put),
    );
    this.signs.fill(this.moving);
  }

  private top(): number {
    return this.props!.board.holes.length > 0 ? kPlateHeight + 0.02 : kStoneHeight;
  }

  private begin(): Player | null {
    const { motion } = this;
    if (motion.duration === 0 || isStill()) return null;
    const { shapes, board } = this.props!;
    const place = placer(shapes.where);
    const leaving = new Map<number, PieceMesh>();
    for (const { piece } of motion.leaves) {
      const pegs = (piece.pegs ?? []).map((hole) => ({
        hole,
        ...holeAt(board, hole, shapes.where.flipped),
        fresh: false,
      }));
      const centre = shapes.where.centres[piece.cell]!;
      const mesh = pieceMesh(
        this.room,
        board,
        { ...kPlainPiece, ...centre, cell: piece.cell, player: piece.player, pegs },
        this.palette!,
      );
      this.moving.add(mesh);
      leaving.set(piece.cell, mesh);
    }
    return playMotion(motion, {
      where: shapes.where,
      place,
      pieces: this.pieces,
      leaving,
      jumps: board.holes.length > 0,
    });
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
    if (this.frame !== 0 || !this.props) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const begun = performance.now();
      const goes = [this.play(begun), this.come(begun)].includes(true);
      this.orbit.update();
      if (this.changed) {
        this.changed = false;
        this.batches.fill(this.moving);
        this.renderer.shadowMap.needsUpdate = true;
        ++this.cost.shadows;
      }
      this.renderer.info.reset();
      this.renderer.render(this.scene, this.orbit.camera);
      const { calls, triangles } = this.renderer.info.render;
      this.cost = { ...this.cost, frames: this.cost.frames + 1, calls, triangles, script: performance.now() - begun };
      if (goes) this.draw();
    });
  }

  private play(now: number): boolean {
    if (!this.player) return false;
    this.changed = true;
    if (!this.player.at(now - this.playedAt)) this.player = null;
    return this.player !== null;
  }

  // On the way to a piece or back.
  private come(now: number): boolean {
    const { near } = this;
    if (!near) return false;
    const t = isStill() ? 1 : Math.min(1, Math.max(0, now - near.since) / kApproach);
    const { where } = this.props!.shapes;
    const { x, z } = placer(where)(where.centres[near.cell]!);
    this.orbit.approach([x, z], near.from + (near.to - near.from) * t * t * (3 - 2 * t));
    if (t === 1 && near.to === 0) this.near = null;
    return t < 1;
  }

  private approach(cell: number | null): void {
    const { near } = this;
    if (cell === null && !near) return;
    const moved = near !== null && cell !== null && near.cell !== cell; // from piece to piece at once
    this.near = {
      cell: cell ?? near!.cell,
      from: moved ? near.to : (near?.to ?? 0),
      to: cell === null ? 0 : 1,
      since: performance.now(),
    };
    this.draw();
  }

  private readonly takes = (cell: number): boolean =>
    this.props!.shapes.pieces.some((piece) => piece.cell === cell && piece.glow);

  private caster(event: { clientX: number; clientY: number }): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    const caster = new Raycaster();
    this.orbit.update();
    caster.setFromCamera(at, this.orbit.camera);
    return caster;
  }

  private standing(): Standing {
    const holed = this.props!.board.holes.length > 0;
    return {
      top: holed ? kPlateHeight : kStoneHeight,
      reach: holed ? kPlate : kRadius,
      round: !holed,
      cells: this.pieces,
    };
  }

  // The piece under the pointer, else the cell; and the hole, where holes are large enough to be meant.
  private spot(event: PointerEvent): Spot {
    const { where } = this.props!.shapes;
    const { ray } = this.caster(event);
    const { cell, point } = pick(ray, where, this.standing());
    this.small = cell !== null && !this.large(cell, event);
    if (cell === null || this.small || !this.pieces.has(cell)) return { cell, point };
    return { cell, point, hole: this.host().holeAt(cell, pointAt(ray, where, kPlateHeight)) };
  }

  private large(cell: number, { pointerType }: PointerEvent): boolean {
    const least = kLeastHole[pointerType === 'mouse' ? 'mouse' : 'finger'];
    const [a, b] = [0, kHoleStep / 100].map((away) => this.seen(cell, { x: 0, z: away }));
    return Math.hypot(a!.x - b!.x, a!.y - b!.y) >= least;
  }

  // A piece whose holes are too small comes near first; the next tap meets a hole.
  private tap(cell: number | null, hole: number | null | undefined): void {
    const near = this.near?.to === 1 ? this.near.cell : null;
    if (cell !== null && typeof hole === 'number') return this.host().tap(cell, hole);
    if (cell !== null && cell !== near && this.takes(cell) && this.small) return this.approach(cell);
    if (near === null) return this.host().tap(cell, hole);
    if (cell !== near) this.approach(null);
  }

  // Where a place beside a cell's middle is on the page, at the height of the pieces.
  private seen(cell: number, by: { x: number; z: number }): { x: number; y: number } {
    const { shapes } = this.props!;
    const { x, z } = placer(shapes.where)(shapes.where.centres[cell]!);
    this.orbit.update();
    const at = new Vector3(x + by.x, this.pieces.has(cell) ? this.standing().top : 0, z + by.z);
    const seen = at.project(this.orbit.camera);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + ((seen.x + 1) / 2) * box.width, y: box.top + ((1 - seen.y) / 2) * box.height };
  }

  // Where a cell or a hole of its piece is on the page, for tests.
  private pointOf(cell: number, hole?: number): { x: number; y: number } {
    const { board, shapes } = this.props!;
    const by = hole === undefined ? { x: 0, y: 0 } : holeAt(board, hole, shapes.where.flipped);
    return this.seen(cell, { x: by.x / 100, z: by.y / 100 });
  }

  private pointerHost(): PointerHost {
    return {
      ...this.host(),
      spot: (event) => this.spot(event),
      cellWidth: () => Infinity, // no magnifier: one may come nearer
      lens: () => undefined,
      tap: (cell, hole) => this.tap(cell, hole),
      drag: (cell, point) => (cell === null ? this.putDown() : this.carry(cell, point)),
    };
  }

  private carry(cell: number, point: Point): void {
    const mesh = this.pieces.get(cell);
    if (!mesh || Number.isNaN(point.x)) return;
    const { x, z } = placer(this.props!.shapes.where)(point);
    mesh.position.set(x, 0.35, z);
    this.dragged = { mesh, cell };
    this.changed = true;
    this.draw();
  }

  // Back to where it stood: if it was a move, the next scene has it where it came to.
  private putDown(): void {
    if (!this.dragged) return;
    const { where } = this.props!.shapes;
    const { x, z } = placer(where)(where.centres[this.dragged.cell]!);
    this.dragged.mesh.position.set(x, 0, z);
    this.dragged = null;
    this.changed = true;
    this.draw();
  }
}

export const openStage = (canvas: HTMLCanvasElement, host: () => PointerHost): Stage => new StageView(canvas, host);
