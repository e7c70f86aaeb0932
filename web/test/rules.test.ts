// The rules as the documents have them, read into blocks.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { blocks, inlines } from '../src/rules/markdown';

test('words, code and emphasis', () => {
  assert.deepEqual(inlines('A `b` **c** *d* [e](f.md).'), [
    { kind: 'text', text: 'A ' },
    { kind: 'code', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'em', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', to: 'f.md' },
    { kind: 'text', text: '.' },
  ]);
});

test('headings, lists that go on, drawings and boards', () => {
  const text =
    '# T\n\nOne\ntwo.\n\n- **[X-1]** first\n  goes on\n- second\n\n<!-- board a=1: 5/5 w -->\n\n```\n. .\n```\n\n```\n5/5\n```\n';
  assert.deepEqual(blocks(text), [
    { kind: 'heading', level: 1, text: 'T' },
    { kind: 'paragraph', words: [{ kind: 'text', text: 'One two.' }] },
    {
      kind: 'list',
      items: [
        { id: 'X-1', words: [{ kind: 'text', text: 'first goes on' }] },
        { id: '', words: [{ kind: 'text', text: 'second' }] },
      ],
    },
    { kind: 'board', options: { a: '1' }, position: '5/5 w', text: '. .' },
    { kind: 'code', text: '5/5' },
  ]);
});

test('every document is read whole, and has the same boards in both languages', () => {
  const folder = process.cwd().endsWith('web') ? '../docs/rules' : 'docs/rules';
  const read = (name: string) => blocks(readFileSync(`${folder}/${name}`, 'utf8'));
  const english = readdirSync(folder).filter((name) => /^[^.]+\.md$/.test(name));
  assert.ok(english.length >= 4);
  for (const name of english) {
    const [en, pt] = [read(name), read(name.replace('.md', '.pt.md'))];
    const boards = (all: typeof en) => all.filter((each) => each.kind === 'board').map((each) => each.position);
    assert.deepEqual(boards(en), boards(pt), name);
    assert.ok(boards(en).length > 0, name);
    const rules = en.flatMap((each) => (each.kind === 'list' ? each.items.map(({ id }) => id) : [])).filter(Boolean);
    const written = readFileSync(`${folder}/${name}`, 'utf8').match(/^- \*\*\[/gm) ?? [];
    assert.equal(rules.length, written.length, name);
    assert.ok(
      en.every((each) => each.kind !== 'paragraph' || each.words.length > 0),
      name,
    );
  }
});
