// The little of Markdown that the rules are written in, read into blocks. A comment before a drawing names the
// position that it shows, and options that are not the usual ones: `<!-- board players=3: TEXT -->`.

export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'em'; text: string }
  | { kind: 'link'; text: string; to: string };

export interface Item {
  id: string; // of the rule, "YAV-3a"; '' where it has none
  words: Inline[];
}

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; words: Inline[] }
  | { kind: 'list'; items: Item[] }
  | { kind: 'code'; text: string }
  | { kind: 'board'; position: string; options: Record<string, string>; text: string };

const kInline = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(kInline)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) });
    const [whole, code, strong, em, words, to] = match;
    if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined) found.push({ kind: 'em', text: em });
    else found.push({ kind: 'link', text: words!, to: to! });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
}

// "- **[YAV-3a]** After a placement …"
function item(text: string): Item {
  const [, id = '', words = ''] = /^(?:\*\*\[([^\]]+)\]\*\* )?(.*)$/.exec(text) ?? [];
  return { id, words: inlines(words) };
}

const optionsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((one) => one.split('=') as [string, string]),
  );

type Reader = { lines: readonly string[]; at: number };

const rest = (reader: Reader, goesOn: (line: string) => boolean): string[] => {
  const taken: string[] = [];
  while (reader.at < reader.lines.length && goesOn(reader.lines[reader.at]!)) taken.push(reader.lines[reader.at++]!);
  return taken;
};

function drawing(reader: Reader): string {
  ++reader.at;
  const text = rest(reader, (line) => !line.startsWith('```')).join('\n');
  ++reader.at;
  return text;
}

function list(reader: Reader): Block {
  const items: Item[] = [];
  while (reader.lines[reader.at]?.startsWith('- ')) {
    const first = reader.lines[reader.at++]!.slice(2);
    items.push(item([first, ...rest(reader, (line) => line.startsWith('  ')).map((line) => line.trim())].join(' ')));
  }
  return { kind: 'list', items };
}

const plain = (line: string): boolean => line !== '' && !/^(#|- |```|<!--)/.test(line);

function block(reader: Reader): Block {
  const line = reader.lines[reader.at]!;
  const heading = /^(#+) (.*)$/.exec(line);
  if (heading) {
    ++reader.at;
    return { kind: 'heading', level: heading[1]!.length, text: heading[2]!.replaceAll('`', '') };
  }
  const board = /^<!-- board ?([^:]*): (.*) -->$/.exec(line);
  if (board) {
    ++reader.at;
    rest(reader, (next) => next === '');
    const text = reader.lines[reader.at]?.startsWith('```') ? drawing(reader) : '';
    return { kind: 'board', options: optionsIn(board[1]!), position: board[2]!, text };
  }
  if (line.startsWith('```')) return { kind: 'code', text: drawing(reader) };
  if (line.startsWith('- ')) return list(reader);
  const words = rest(reader, plain);
  if (words.length === 0) ++reader.at; // nothing that is known here
  return { kind: 'paragraph', words: inlines(words.join(' ')) };
}

export function blocks(text: string): Block[] {
  const reader: Reader = { lines: text.split('\n').map((line) => line.trimEnd()), at: 0 };
  const found: Block[] = [];
  for (;;) {
    rest(reader, (line) => line === '');
    if (reader.at >= reader.lines.length) return found;
    found.push(block(reader));
  }
}
