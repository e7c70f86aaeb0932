// What most screens are built from stays in one piece, and what the screens for studying share in another.
// esbuild makes a piece of every set of parts that share something, two dozen here, and small pieces compress
// badly: the first load would be 64 kB. So every part that is loaded later imports all of the first, as the start
// does, and the screens for studying import all of the second.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { sources } from './build_messages.mjs';

const kScreens = [
  'app',
  'app_switch',
  'board/board',
  'errors',
  'games',
  'play/arrows',
  'play/links',
  'play/names',
  'play/seats',
  'play/table_state',
];
const kStudying = [
  'analysis/bar',
  'analysis/lines',
  'tree/choose_game',
  'tree/explorer',
  'tree/glyphs',
  'tree/handover',
  'tree/keys',
  'tree/link',
  'tree/record',
  'tree/stage',
  'tree/tree_view',
  'tree/use_game',
  'tree/walked',
];
const kStudyPart = /[\\/](analysis|review|learn|editor|rules|tree)[\\/]\w+\.tsx?$|[\\/]play[\\/]coach\.ts$/;

// The start, and what the sources import('…') of each other.
function partsOf(folder) {
  const later = sources(folder).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, name]) => join(dirname(path), name)),
  );
  return new Set(
    [join(folder, 'main'), ...later].map((path) => (existsSync(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`)),
  );
}

// A plugin of esbuild.
export const sharedPiece = (folder) => ({
  name: 'shared piece',
  setup({ onResolve, onLoad }) {
    const parts = partsOf(folder);
    onResolve({ filter: /^tabuleiro:(shared|studying)$/ }, ({ path }) => ({ path, namespace: 'shared' }));
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: (path.endsWith('shared') ? kScreens : kStudying).map((name) => `import './${name}';`).join(''),
      resolveDir: folder,
    }));
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!parts.has(path)) return undefined;
      const studying = kStudyPart.test(path) ? "import 'tabuleiro:studying';" : '';
      const contents = `import 'tabuleiro:shared';${studying}${readFileSync(path, 'utf8')}`;
      return { contents, loader: extname(path).slice(1) };
    });
  },
});
