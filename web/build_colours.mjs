// The colours that players can have, as src/games/colours.json has them.
import { readFileSync } from 'node:fs';

export const colours = () => JSON.parse(readFileSync(new URL('../src/games/colours.json', import.meta.url), 'utf8'));

// .c-red { … }: what a piece of the colour is painted with.
export const colourRules = (table) =>
  table.map(({ name, body, rim, ink }) => `.c-${name} { --body: ${body}; --rim: ${rim}; --on: ${ink}; }\n`).join('');

// What each is called, and whether a person may choose it for a seat.
export const colourNames = (table) => {
  const rows = table.map(
    ({ name, label, stone, choice }) =>
      `  ${name}: { label: Message.${label}, stone: Message.${stone}, choice: ${choice} },\n`,
  );
  return (
    "import { Message } from './messages';\n\n" +
    'const colours: Record<string, { label: Message; stone: Message; choice: boolean }> = {\n' +
    `${rows.join('')}};\n\nexport default colours;\n`
  );
};
