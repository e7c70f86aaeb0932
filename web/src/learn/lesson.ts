// How a lesson goes on. Pure: which turns are right is the lesson's knowledge, not ours.
import type { Lesson, LessonStep } from '../api';

export interface Course {
  readonly lesson: Lesson;
  readonly step: number; // which task, from 0; the number of steps: all done
  readonly turns: readonly string[]; // played so far, replies included
  readonly state: 'asked' | 'wrong' | 'right' | 'shown' | 'done';
  readonly tries: number; // wrong ones at this task
  readonly hint: boolean;
}

export const begin = (lesson: Lesson): Course => ({
  lesson, step: 0, turns: [], state: lesson.steps.length === 0 ? 'done' : 'asked', tries: 0, hint: false,
});

export const task = (course: Course): LessonStep | undefined => course.lesson.steps[course.step];

/** The draft may be right before the server calls it complete, and a turn wrong in any of its parts. */
export function isRight(step: LessonStep, turn: string): boolean {
  return step.accept.includes(turn);
}

/** A whole turn was played. */
export function played(course: Course, turn: string): Course {
  const step = task(course);
  if (!step || course.state === 'right' || course.state === 'done') return course;
  if (!isRight(step, turn)) return { ...course, state: 'wrong', tries: course.tries + 1 };
  return { ...course, state: 'right', turns: [...course.turns, turn, ...(step.reply ? [step.reply] : [])] };
}

/** Plays the first of the right turns for the person. */
export function show(course: Course): Course {
  const step = task(course);
  if (!step || course.state === 'right' || course.state === 'done') return course;
  return { ...played({ ...course, state: 'asked' }, step.accept[0] ?? ''), state: 'shown' };
}

export const hinted = (course: Course): Course => ({ ...course, hint: true });

/** On to the next task after a right answer. */
export function next(course: Course): Course {
  if (course.state !== 'right' && course.state !== 'shown') return course;
  const step = course.step + 1;
  const done = step >= course.lesson.steps.length;
  return { ...course, step, state: done ? 'done' : 'asked', tries: 0, hint: false };
}
