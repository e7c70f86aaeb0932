// The table "N against N-1" of docs/players.md: game → per cent of level 2, 3 … against the one below.
import { readFileSync } from 'node:fs';

const cells = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());

export function ladder(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| Step |'));
  if (head < 0) throw new Error(`${path}: no table of steps`);
  const games = cells(lines[head]).slice(1).map((title) => title.toLowerCase().replace(/ /g, '-'));
  const steps = Object.fromEntries(games.map((game) => [game, []]));
  for (const line of lines.slice(head + 2)) {
    const [step, ...shares] = cells(line);
    if (!/^\d+ against \d+$/.test(step ?? '')) break;
    games.forEach((game, at) => steps[game].push(Number(shares[at])));
  }
  return steps;
}
