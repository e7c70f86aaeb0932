// Who answers what: the server, where there is one, or the engine in this browser.
import { isOwnTable, local } from './local';
import { network } from './network';
import { hasEngine, hasServer } from './place';
import { ApiError, type Question } from './source';

// What any of the two knows. Everything else belongs to the server, which has the people and the archive.
const kCommon = /^\/api\/(games|board|view|edit|record(\/export)?|analysis|lessons|puzzles(\/[^/]+)?)($|\?)/;

const tableOf = (path: string): string => decodeURIComponent(/^\/api\/tables\/([^/?]+)/.exec(path)?.[1] ?? '');

// A table at which nobody else is wanted can stand anywhere.
function isPrivate(body: unknown): boolean {
  const { seats = [], public: open } = body as { seats?: { who: string }[]; public?: boolean };
  return !open && seats.every(({ who }) => who !== 'open');
}

export const isCommon = ({ method, path, body }: Question): boolean =>
  method === 'POST' && path === '/api/tables' ? isPrivate(body) : kCommon.test(path);

export async function ask(question: Question): Promise<Response> {
  const { path } = question;
  if (!path.startsWith('/api/')) return network.ask(question); // a file of the page
  if (isOwnTable(tableOf(path)) || question.here) return local.ask(question);
  const common = hasEngine && question.here !== false && isCommon(question);
  if (!hasServer) {
    if (!common) throw new ApiError('no_server', '');
    return local.ask(question);
  }
  try {
    return await network.ask(question);
  } catch (error) {
    if (!common || !(error instanceof ApiError) || error.code !== 'offline') throw error;
    return local.ask(question);
  }
}
