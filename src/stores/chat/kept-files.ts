/** Bytes of files on their way, kept in this browser so that a reload loses none. */

const database = 'chat-files'
const store = 'files'
/** Milliseconds after which what nobody took is thrown away: its tab is gone. */
const keptMs = 2 * 86_400_000

/** In this page they are at hand without asking the browser. */
const here = new Map<string, File>()

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(store))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
}

/** One request in a transaction of its own. Where a browser keeps nothing, undefined: the file is then lost by a reload. */
async function ask(mode: IDBTransactionMode, how: (files: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opened = await open()
    try {
      return await new Promise<unknown>((resolve, reject) => {
        const request = how(opened.transaction(store, mode).objectStore(store))
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not done')))
      })
    } finally {
      opened.close()
    }
  } catch {
    return undefined
  }
}

export async function keepFile(clientId: string, file: File): Promise<void> {
  here.set(clientId, file)
  await ask('readwrite', (files) => files.put({ file, at: Date.now() }, clientId))
}

export async function keptFile(clientId: string): Promise<File | undefined> {
  const known = here.get(clientId)
  if (known !== undefined) return known
  const kept = await ask('readonly', (files) => files.get(clientId))
  const file: unknown = typeof kept === 'object' && kept !== null && 'file' in kept ? kept.file : undefined
  return file instanceof File ? file : undefined
}

export async function dropFile(clientId: string): Promise<void> {
  here.delete(clientId)
  await ask('readwrite', (files) => files.delete(clientId))
}

/** Throws away what other tabs left behind long ago. */
export async function dropOldFiles(): Promise<void> {
  const keys = await ask('readonly', (files) => files.getAllKeys())
  for (const key of Array.isArray(keys) ? keys : []) {
    const kept = await ask('readonly', (files) => files.get(String(key)))
    const at = typeof kept === 'object' && kept !== null && 'at' in kept ? Number(kept.at) : 0
    if (Date.now() - at > keptMs) await dropFile(String(key))
  }
}
