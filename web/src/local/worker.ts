// The thread of the engine: runs the program a slice at a time, brings the files that it asks for, and keeps its
// tables, so that they outlive a reload.
import { Host } from './host';
import * as kept from './kept';
import { kEngineFile, type EngineFiles, type FromProgram, type FromWorker, type ToWorker } from './messages';

const kSlice = 40; // milliseconds; what is asked meanwhile waits that long at most

let host: Host | null = null;
let files: EngineFiles = {};
let folder = '';
const early: ToWorker[] = []; // asked before the program was there

const tell = (message: FromWorker): void => postMessage(message);

// A turn of the event loop, without the delay that timers have when they follow each other.
const turns = new MessageChannel();
let due = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function wake(): void {
  clearTimeout(timer);
  if (due) return;
  due = true;
  turns.port2.postMessage(null);
}

turns.port1.onmessage = () => {
  due = false;
  const wait = host!.run(kSlice);
  if (wait === 0) wake();
  else if (wait > 0) timer = setTimeout(wake, wait);
};

async function bytesOf(name: string): Promise<Uint8Array> {
  const file = files[name];
  if (!file) throw new Error(`no file ${name}`);
  const response = await fetch(folder + file.name);
  if (!response.ok || !response.body) throw new Error(`${file.name}: ${response.status}`);
  const bytes = new Uint8Array(file.size);
  let at = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at); // too much of it throws
    at += part.value.length;
    tell({ progress: { name, share: at / file.size } });
  }
  if (at !== file.size) throw new Error(`${file.name}: ${at} of ${file.size} bytes`);
  return bytes;
}

// Without a file that cannot be had the program goes on as well as it can.
async function bring(name: string): Promise<void> {
  const bytes = await bytesOf(name).catch(() => new Uint8Array());
  host!.file(name, bytes);
  wake();
}

// Tables that this thread has been asked about, and so may have at work.
const used = new Set<string>();

const notice = (message: object): void => {
  for (const [table] of JSON.stringify(message).matchAll(/\blocal-\w+/g)) used.add(table);
};

// Another tab has a thread of its own, which has not seen what is kept here. A table that only lies here is simply
// replaced; with one that is at work, or gone, this thread starts again.
const tabs = new BroadcastChannel('tabuleiro-tables');
tabs.onmessage = async ({ data: table }: MessageEvent<string>) => {
  const restore = used.has(table) || !host ? [] : await kept.one(table);
  if (restore.length === 0 || used.has(table)) return tell({ stale: true });
  host!.message({ restore });
  wake();
};

async function keep(table: string, state: string | null): Promise<void> {
  used.add(table);
  await kept.put(table, state).catch(() => undefined);
  tabs.postMessage(table);
}

function heard(message: FromProgram): void {
  if ('need' in message) void bring(message.need);
  else if ('keep' in message) void keep(message.keep.table, message.keep.state);
  else tell(message);
}

async function start(): Promise<void> {
  const [program, restore] = await Promise.all([bytesOf(kEngineFile), kept.all()]);
  host = await Host.start(program as Uint8Array<ArrayBuffer>, (message) => heard(message as FromProgram));
  if (restore.length > 0) host.message({ restore });
  tell({ ready: true });
  for (const message of early) host.message(message);
  wake();
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  notice(data);
  if ('start' in data) {
    ({ files, folder } = data.start);
    start().catch((error: unknown) => tell({ failed: String(error) }));
  } else if (host) {
    host.message(data);
    wake();
  } else {
    early.push(data);
  }
});
