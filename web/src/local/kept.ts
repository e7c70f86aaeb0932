// The tables of the engine in this browser, as it writes them down. A browser that keeps nothing still plays.

const kName = 'tabuleiro';
const kStore = 'tables';

export interface KeptTable {
  table: string;
  state: string;
}

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(kName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(kStore, { keyPath: 'table' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function read(only?: IDBValidKey): Promise<KeptTable[]> {
  try {
    const store = (await database()).transaction(kStore).objectStore(kStore);
    return await new Promise((resolve, reject) => {
      const request = store.getAll(only) as IDBRequest<KeptTable[]>;
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return [];
  }
}

export const all = (): Promise<KeptTable[]> => read();

// As a list; empty where it is not there any more.
export const one = (table: string): Promise<KeptTable[]> => read(table);

// `null` forgets the table. Writes go in their order: all wait for the same opening.
export async function put(table: string, state: string | null): Promise<void> {
  const transaction = (await database()).transaction(kStore, 'readwrite');
  const store = transaction.objectStore(kStore);
  if (state === null) store.delete(table);
  else store.put({ table, state });
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = reject;
  });
}
