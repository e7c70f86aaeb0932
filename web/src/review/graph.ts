// The graph of a game: where its lines, areas and bars lie. Pure geometry, in units of the picture.

export interface GraphInput {
  /** Chances of each player: before the first turn, then after every turn. Null: not judged. */
  readonly chances: readonly (readonly number[] | null)[];
  /** Points that each turn lost, and who played it (from 1). */
  readonly losses: readonly { readonly player: number; readonly loss: number }[];
  readonly width: number;
  readonly height: number;
}

export interface Bar {
  readonly turn: number; // from 1
  readonly player: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Graph {
  /** One area a player, from the bottom up. */
  readonly areas: readonly string[];
  readonly line: string; // of the first player's chance; '' with three players
  readonly bars: readonly Bar[];
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Where the position after so many turns lies. */
export function xOf(index: number, count: number, width: number): number {
  return count <= 1 ? 0 : (index / (count - 1)) * width;
}

/** The position that lies nearest to a point. */
export function indexAt(x: number, count: number, width: number): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));
}

interface Known {
  readonly index: number;
  readonly chances: readonly number[];
}

function known(input: GraphInput): Known[] {
  return input.chances.flatMap((chances, index) => (chances ? [{ index, chances }] : []));
}

// The border between the players up to this one and the others, from the left.
function border(input: GraphInput, points: readonly Known[], players: number): string[] {
  return points.map(({ index, chances }) => {
    const below = chances.slice(0, players).reduce((sum, each) => sum + each, 0);
    const x = xOf(index, input.chances.length, input.width);
    return `${round(x)},${round(input.height * (1 - below))}`;
  });
}

function area(input: GraphInput, points: readonly Known[], player: number): string {
  const top = border(input, points, player + 1);
  const bottom = border(input, points, player).reverse();
  return [...top, ...bottom].join(' ');
}

// A bar hangs from the top for what the turn lost, full height for a hundred points.
function bars(input: GraphInput): Bar[] {
  const step = xOf(1, input.chances.length, input.width);
  const width = Math.max(1, Math.min(10, step * 0.6));
  return input.losses.flatMap(({ player, loss }, i) => {
    if (loss < 0.5) return [];
    const height = (Math.min(100, loss) / 100) * input.height;
    const x = xOf(i + 1, input.chances.length, input.width) - width / 2;
    const inside = Math.min(Math.max(0, x), input.width - width);
    return [{ turn: i + 1, player, x: inside, y: 0, width, height }];
  });
}

export function graph(input: GraphInput): Graph {
  const points = known(input);
  const players = points[0]?.chances.length ?? 2;
  if (points.length === 0) return { areas: [], line: '', bars: [] };
  return {
    areas: Array.from({ length: players }, (_, player) => area(input, points, player)),
    line: players === 2 ? border(input, points, 1).join(' ') : '',
    bars: bars(input),
  };
}
