// Is a value what the contract (src/api/contract, in the notation of src/api/schema.h) says of a type?
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Shape = string | Record<string, string>;
interface Route {
  answer: Record<string, string>;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'api', 'contract');
const types: Record<string, Shape> = {};
const routes: Record<string, Route> = {};
const errors: Record<string, string> = {};
for (const file of readdirSync(folder)) {
  const area = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Record<string, never>>;
  Object.assign(types, area.types);
  Object.assign(routes, area.routes);
  Object.assign(errors, area.errors);
}

const kPlain: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  any: () => true,
  ErrorCode: (value) => typeof value === 'string' && value in errors,
};

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 80);

// All keys of an object with their notations.
function keysOf(shape: Record<string, string>): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const base of shape['...']?.split(', ') ?? [])
    Object.assign(keys, keysOf(types[base] as Record<string, string>));
  for (const [key, notation] of Object.entries(shape)) if (key !== '' && key !== '...') keys[key] = notation;
  return keys;
}

function inObject(shape: Record<string, string>, value: unknown, at: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} is ${shown(value)}, no object`;
  const keys = keysOf(shape);
  const given = value as Record<string, unknown>;
  for (const key of Object.keys(given)) if (!(key in keys) && !(`${key}?` in keys)) return `${at} has "${key}"`;
  for (const [key, notation] of Object.entries(keys)) {
    const name = key.replace(/\?$/, '');
    if (!(name in given)) {
      if (name === key) return `${at} has no "${key}"`;
      continue;
    }
    const wrong = problem(notation, given[name], `${at}.${name}`);
    if (wrong) return wrong;
  }
  return '';
}

/** What is wrong with a value of that notation; '' where nothing is. */
export function problem(notation: string, value: unknown, at = 'it'): string {
  const end = notation.indexOf(': ');
  const type = end < 0 ? notation : notation.slice(0, end);
  const either = type.split('|');
  if (either.length > 1) {
    const wrong = either.map((one) => problem(one, value, at));
    return wrong.includes('') ? '' : wrong.join('; ');
  }
  if (type.endsWith('[]') || type.endsWith('{}')) {
    const items = value as Record<string, unknown>;
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== type.endsWith('[]')) {
      return `${at} is ${shown(value)}, no ${type}`;
    }
    const wrong = Object.keys(items).map((key) => problem(type.slice(0, -2), items[key], `${at}.${key}`));
    return wrong.find((text) => text !== '') ?? '';
  }
  if (type.startsWith("'")) return `'${String(value)}'` === type ? '' : `${at} is ${shown(value)}, not ${type}`;
  const plain = kPlain[type];
  if (plain) return plain(value) ? '' : `${at} is ${shown(value)}, no ${type}`;
  const shape = types[type];
  if (shape === undefined) throw new Error(`the contract has no type ${type}`);
  return typeof shape === 'string' ? problem(shape, value, at) : inObject(shape, value, at);
}

/** The notation of a route's answer. */
export function answerOf(route: string, status: number): string {
  const notation = routes[route]?.answer[status];
  if (notation === undefined) throw new Error(`the contract has no answer ${status} to ${route}`);
  return notation;
}
