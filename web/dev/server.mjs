// A small server of recorded positions, to look at boards without a game:
// `node web/dev/server.mjs [PORT]`, then http://127.0.0.1:PORT/?fixture=yav-mid
import { build } from 'esbuild';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeMessages } from '../build_messages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const web = dirname(here);
const out = join(web, '..', 'build', 'web-dev');

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Boards</title>
<link rel="stylesheet" href="/board.css"></head>
<body><div id="app"></div><script type="module" src="/boards.js"></script></body></html>`;
const kTypes = { js: 'text/javascript', css: 'text/css', json: 'application/json' };

export async function serveBoards(port = 0) {
  mkdirSync(out, { recursive: true });
  writeMessages();
  await build({
    entryPoints: [join(here, 'boards.tsx'), join(here, 'board.css')],
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: out,
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = basename(pathname);
    try {
      const folder = pathname.startsWith('/fixtures/') ? join(web, 'test', 'fixtures') : out;
      const body = pathname === '/' ? page : readFileSync(join(folder, name));
      const csp = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'";
      response.writeHead(200, {
        'content-type': kTypes[name.split('.').pop()] ?? 'text/html',
        'content-security-policy': csp,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await serveBoards(Number(process.argv[2] ?? 8090))).url);
}
