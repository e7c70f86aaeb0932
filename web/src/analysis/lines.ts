// Lines of an analysis as the board and the list show them. No rules: texts are matched, not read.
import type { Analysis, AnalysisLine, Result, Step } from '../api';
import type { Candidate } from '../board/types';

/** Below this a line has hardly been looked at: it is drawn faint and without figures. */
export const kFewNodes = 200;

export const kMostPlies = 6;

export interface Row {
  readonly rank: number;
  readonly line: AnalysisLine;
  readonly turn: string; // the whole first turn as far as it is known
  readonly loss: number; // points behind the best line
  readonly few: boolean;
}

export const firstAction = (turn: string): string => turn.split(',')[0] ?? '';

/**
 * A turn of several actions is known best by following `then`: those searches came later and saw
 * further than the line above them.
 */
export function wholeTurn(line: AnalysisLine): string {
  const first = line.line[0] ?? '';
  const next = line.then[0];
  return next ? `${firstAction(first)},${wholeTurn(next)}` : first;
}

/** The turns of a line, the first one in full. */
export function turnsOf(line: AnalysisLine): string[] {
  let last = line;
  while (last.then[0]) last = last.then[0];
  return [wholeTurn(line), ...last.line.slice(1)];
}

export function rows(lines: readonly AnalysisLine[]): Row[] {
  const best = lines[0]?.chance ?? 0;
  return lines.map((line, i) => ({
    rank: i + 1,
    line,
    turn: wholeTurn(line),
    loss: Math.max(0, (best - line.chance) * 100),
    few: !line.proven && line.effort < kFewNodes,
  }));
}

/**
 * The lines that go on after the actions of a draft: those behind `then` where the draft follows a
 * line, nothing where the engine has not looked at it.
 */
export function linesAfter(lines: readonly AnalysisLine[], draft: readonly string[]): readonly AnalysisLine[] {
  let now = lines;
  for (const action of draft) {
    const line = now.find((each) => firstAction(each.line[0] ?? '') === action);
    if (!line) return [];
    now = line.then;
  }
  return now;
}

/**
 * The chance that stands beside a line: with two players always that of the first, whoever moves; with
 * three that of the player to move.
 */
export const shownChance = (line: AnalysisLine): number => (line.chances.length === 2 ? line.chances[0]! : line.chance);

/** "62 %", with the loss as "−4" below it where there is one. */
function candidateWords(row: Row): string[] {
  const lost = Math.round(row.loss);
  return [`${Math.round(shownChance(row.line) * 100)} %`, ...(lost > 0 ? [`−${lost}`] : [])];
}

/** Where lines begin on the board: each its first action, the best one ranked 1. */
export function candidates(lines: readonly AnalysisLine[], legal: readonly Step[]): Candidate[] {
  const most = Math.max(1, ...lines.map((line) => line.effort));
  return rows(lines).flatMap((row) => {
    const step = legal.find((each) => each.action === firstAction(row.turn));
    if (!step) return [];
    return [
      {
        rank: row.rank,
        ...(step.from !== undefined ? { from: step.from } : {}),
        ...(step.to !== undefined ? { to: step.to } : {}),
        ...(step.hole !== undefined ? { hole: step.hole } : {}),
        share: row.line.effort / most,
        ...(row.few ? { faint: true } : { words: candidateWords(row) }),
      },
    ];
  });
}

/** What each player may expect of a finished game. */
export function chancesOfResult(result: Result, players: number): number[] | null {
  if (result === 'none') return null;
  const winner = result === 'draw' ? 0 : Number(result[1]);
  return Array.from({ length: players }, (_, i) => (winner === 0 ? 1 / players : i + 1 === winner ? 1 : 0));
}

/** What each player may expect, from the best that is known; null where nothing is. */
export function chancesOf(analysis: Analysis, players: number): readonly number[] | null {
  return (
    chancesOfResult(analysis.result, players) ?? analysis.lines[0]?.chances ?? analysis.evaluation?.chances ?? null
  );
}

/** Whole percents that add up to 100, so that the parts of the bar never contradict each other. */
export function percents(chances: readonly number[]): number[] {
  const floors = chances.map((chance) => Math.floor(chance * 100 + 1e-9));
  const missing = 100 - floors.reduce((sum, each) => sum + each, 0);
  const byRest = chances
    .map((chance, i) => ({ i, rest: chance * 100 - floors[i]! }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRest.slice(0, Math.max(0, missing))) ++floors[i]!;
  return floors;
}
