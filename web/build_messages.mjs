// Reads the catalogue of messages and finds which of them the page uses.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// TABULEIRO_MESSAGE(name, "English", "Portuguese"), either text perhaps in several literals.
const kEntry = /TABULEIRO_MESSAGE\(\s*(k\w+)\s*,((?:\s*"(?:[^"\\]|\\.)*")+)\s*,((?:\s*"(?:[^"\\]|\\.)*")+)\s*\)/g;

const joined = (literals) =>
  [...literals.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([literal]) => JSON.parse(literal)).join('');

// Name → [English, Portuguese].
export function catalogue(folder) {
  const found = new Map();
  for (const file of ['messages.inc', 'web_messages.inc']) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name, english, portuguese] of text.matchAll(kEntry)) {
      found.set(name, [joined(english), joined(portuguese)]);
    }
  }
  return found;
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

// The screens for studying and the parts that are loaded when they are first shown; what only they say comes
// with them.
const kStudy =
  /[\\/](analysis|review|learn|editor|tree)[\\/]|[\\/](app_help|app_settings|join|invite|peg_editor)\.tsx$/;

// The names that stand as strings in the sources; an unknown one ends the build.
export function usedMessages(folder, messages) {
  const always = new Set();
  const study = new Set();
  for (const path of sources(folder)) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/['"](k[A-Z]\w+)['"]/g)) {
      if (!messages.has(name)) throw new Error(`${path}: no message ${name}`);
      (kStudy.test(path) ? study : always).add(name);
    }
  }
  return { always: [...always].sort(), study: [...study].filter((name) => !always.has(name)).sort() };
}
