// The thread in which the engine runs, seen from the page: starts it, asks it, starts it again after a crash.
import { engineComing } from '../local';
import { engineList, fileAddress } from '../place';
import { language } from '../settings';
import { ApiError, type Question } from '../source';
import { kEngineFile, type EngineFiles, type FromWorker, type ToWorker } from './messages';

interface Parts {
  worker: string; // the script
  files: EngineFiles;
}

interface Asked {
  resolve(answer: Response): void;
  reject(error: ApiError): void;
}

let running: Promise<Worker> | null = null;
let current: Worker | null = null;
let number = 0;
const asked = new Map<number, Asked>();
let wire: { received(text: string): void; closed(): void } | null = null; // the engine knows one at a time

async function parts(): Promise<Parts> {
  const response = await fetch(fileAddress(engineList));
  if (!response.ok) throw new Error(engineList);
  return (await response.json()) as Parts;
}

// Whoever waits is told; the next question starts it anew.
function stopped(worker: Worker | null, code: 'engine_stopped' | 'no_engine'): void {
  worker?.terminate();
  running = null;
  engineComing.value = null;
  const waiting = [...asked.values()];
  asked.clear();
  const lost = wire;
  wire = null;
  for (const { reject } of waiting) reject(new ApiError(code, ''));
  lost?.closed();
}

// How much of a file has come. Only the program itself is worth waiting for in sight.
function came(name: string, share: number): void {
  if (name === kEngineFile || engineComing.peek() !== null) engineComing.value = share < 1 ? share : null;
}

// Another tab went on with what both know: the thread starts again from there, at the latest when somebody looks.
function renew(worker: Worker): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => renew(worker), { once: true });
  else if (current === worker) stopped(worker, 'engine_stopped');
}

function received(message: FromWorker): void {
  if ('progress' in message) came(message.progress.name, message.progress.share);
  else if ('socket' in message) wire?.received(JSON.stringify(message.socket));
  else if ('id' in message) {
    const { id, status, body } = message;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    asked.get(id)?.resolve(new Response(status === 204 ? null : text, { status }));
    asked.delete(id);
  }
}

async function start(): Promise<Worker> {
  const { worker: script, files } = await parts();
  const worker = new Worker(fileAddress(script));
  current = worker;
  const ready = new Promise<void>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('ready' in data) resolve();
      else if ('failed' in data) reject(new Error(data.failed));
      else if ('stale' in data) renew(worker);
      else received(data);
    };
    // A trap of the program ends up here.
    worker.onerror = (event) => {
      event.preventDefault();
      console.warn(`engine: ${event.message}`);
      reject(new Error(event.message));
      stopped(worker, 'engine_stopped');
    };
  });
  post(worker, { start: { files, folder: new URL(fileAddress(''), location.href).href } });
  try {
    await ready;
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return worker;
}

const post = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

function engine(): Promise<Worker> {
  running ??= start().catch((error: unknown) => {
    console.warn(`engine: ${String(error)}`);
    stopped(null, 'no_engine');
    throw new ApiError('no_engine', '');
  });
  return running;
}

export async function ask({ method, path, body, token }: Question): Promise<Response> {
  const worker = await engine();
  const id = ++number;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    post(worker, { id, method, path, body, token, lang: language.value });
  });
}

/** The page's connection; the one before it ends. */
export async function connect(
  receive: (text: string) => void,
  closed: () => void,
): Promise<{ post: (text: string) => void; leave: () => void }> {
  const worker = await engine();
  const made = { received: receive, closed };
  wire = made;
  post(worker, { open: true, lang: language.value });
  return {
    post: (text) => post(worker, { socket: JSON.parse(text) as object }),
    leave: () => {
      if (wire === made) wire = null;
    },
  };
}
