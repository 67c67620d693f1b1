/** IndexedDB storage for files being sent, so that a reload does not lose them. */

const database = 'chat-files'
const store = 'files'
/** Milliseconds after which unsent files of closed tabs are deleted. */
const maxAgeMs = 2 * 86_400_000

/** Files of this page, without a database read. */
const filesInMemory = new Map<string, File>()

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(store))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
}

/** Runs one request in its own transaction; undefined if IndexedDB is unavailable. */
async function runRequest(mode: IDBTransactionMode, how: (files: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opened = await openDatabase()
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

export async function storeFile(clientId: string, file: File): Promise<void> {
  filesInMemory.set(clientId, file)
  await runRequest('readwrite', (files) => files.put({ file, at: Date.now() }, clientId))
}

export async function readStoredFile(clientId: string): Promise<File | undefined> {
  const known = filesInMemory.get(clientId)
  if (known !== undefined) return known
  const kept = await runRequest('readonly', (files) => files.get(clientId))
  const file: unknown = typeof kept === 'object' && kept !== null && 'file' in kept ? kept.file : undefined
  return file instanceof File ? file : undefined
}

export async function deleteStoredFile(clientId: string): Promise<void> {
  filesInMemory.delete(clientId)
  await runRequest('readwrite', (files) => files.delete(clientId))
}

/** Deletes old files of closed tabs. */
export async function deleteOldFiles(): Promise<void> {
  const keys = await runRequest('readonly', (files) => files.getAllKeys())
  for (const key of Array.isArray(keys) ? keys : []) {
    const kept = await runRequest('readonly', (files) => files.get(String(key)))
    const at = typeof kept === 'object' && kept !== null && 'at' in kept ? Number(kept.at) : 0
    if (Date.now() - at > maxAgeMs) await deleteStoredFile(String(key))
  }
}
