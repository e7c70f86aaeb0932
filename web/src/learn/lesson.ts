// How a lesson goes on. Pure: which turns are right is the lesson's knowledge, not ours.
import type { Lesson, LessonStep, Step } from '../api';

export interface Course {
  readonly lesson: Lesson;
  readonly step: number; // which task, from 0; the number of steps: all done
  readonly turns: readonly string[]; // played so far, replies included
  readonly state: 'asked' | 'wrong' | 'right' | 'shown' | 'done';
  readonly over: boolean; // the last turn ended the game, and with it the lesson
  readonly hint: boolean;
}

export const begin = (lesson: Lesson): Course => ({
  lesson,
  step: 0,
  turns: [],
  state: lesson.steps.length === 0 ? 'done' : 'asked',
  over: false,
  hint: false,
});

export const task = (course: Course): LessonStep | undefined => course.lesson.steps[course.step];

/** May a turn be played now? */
export const isOpen = ({ state }: Course): boolean => state === 'asked' || state === 'wrong';

const actions = (turn: string): string[] => turn.split(',');

/** A turn is right if it holds all actions of one that is accepted, in any order. */
export function isRight(step: LessonStep, turn: string): boolean {
  const done = actions(turn);
  return step.accept.some((wanted) => actions(wanted).every((action) => done.includes(action)));
}

/** What the game says of a turn: nothing, or that it ended it, perhaps as a win of whoever played. */
export type End = 'none' | 'won' | 'other';

/** A whole turn was played. */
export function played(course: Course, turn: string, end: End): Course {
  const step = task(course);
  if (!step || !isOpen(course)) return course;
  if (end !== 'won' && !isRight(step, turn)) return { ...course, state: 'wrong', hint: true };
  const over = end !== 'none';
  const reply = step.reply && !over ? [step.reply] : [];
  return { ...course, state: 'right', over, turns: [...course.turns, turn, ...reply] };
}

/** The right turn was played for the person. */
export function shown(course: Course, turn: string, end: End): Course {
  const next = played(course, turn, end);
  return next.state === 'right' ? { ...next, state: 'shown' } : course;
}

/**
 * The next action towards an answer: one that it names, else what ends the turn or leads there. The
 * answer may be a part of a turn.
 */
export function towards(answer: string, draft: readonly string[], legal: readonly Step[]): string | undefined {
  const missing = actions(answer).filter((action) => !draft.includes(action));
  const named = legal.find((step) => missing.includes(step.action));
  const last = missing.length === 0 ? legal.find((step) => step.kind === 'end') : undefined;
  return (named ?? last ?? legal[0])?.action;
}

export const hinted = (course: Course): Course => ({ ...course, hint: true });

/** On to the next task after a right answer. */
export function next(course: Course): Course {
  if (course.state !== 'right' && course.state !== 'shown') return course;
  const step = course.step + 1;
  const done = course.over || step >= course.lesson.steps.length;
  return { ...course, step, state: done ? 'done' : 'asked', hint: false };
}
