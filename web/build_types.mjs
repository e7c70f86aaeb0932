// What the page imports of the contract with the server (src/api/contract, whose notation src/api/schema.h
// explains): every type of it in TypeScript, as `tabuleiro:api_types`.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

function contract(folder) {
  const types = {};
  const errors = {};
  for (const file of readdirSync(folder).sort()) {
    const area = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    Object.assign(types, area.types);
    Object.assign(errors, area.errors);
  }
  types.ErrorCode = Object.keys(errors)
    .map((code) => `'${code}'`)
    .join('|');
  return types;
}

const kPlain = { integer: 'number', any: 'unknown' };

function part(text) {
  if (text.endsWith('[]')) return `${part(text.slice(0, -2))}[]`;
  if (text.endsWith('{}')) return `{ [key: string]: ${part(text.slice(0, -2))} }`;
  return kPlain[text] ?? text;
}

// "T: text" taken apart.
function taken(notation) {
  const end = notation.indexOf(': ');
  const type = end < 0 ? notation : notation.slice(0, end);
  return {
    type: type.split('|').map(part).join(' | '),
    description: end < 0 ? '' : notation.slice(end + 2),
  };
}

function declaration(name, shape) {
  if (typeof shape === 'string') {
    const { type, description } = taken(shape);
    return `${description && `// ${description}\n`}export type ${name} = ${type};\n`;
  }
  const { '': text, '...': more, ...keys } = shape;
  const members = Object.entries(keys).map(([key, notation]) => {
    const { type, description } = taken(notation);
    return `  ${key}: ${type};${description && ` // ${description}`}\n`;
  });
  const head = `export interface ${name}${more ? ` extends ${more}` : ''}`;
  return `${text ? `// ${text}\n` : ''}${head} {\n${members.join('')}}\n`;
}

export const apiTypes = (folder) =>
  Object.entries(contract(folder))
    .map(([name, shape]) => declaration(name, shape))
    .join('\n');
