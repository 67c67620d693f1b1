import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the folder of the embedded database for this process, since a second process would corrupt it. Uses an
 * operating system lock through an SQLite file, which is released with the process, even on kill -9. Throws when
 * another process holds it.
 */
export function lockFolder(folder: string): { release: () => void } {
  // Uploads contain licences and contracts: only the owner may read the folder.
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `DATA_DIR ${folder} cannot be written (${String(cause)}). Give this user the folder, or set another DATA_DIR.`,
      { cause },
    )
  }
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new Error(`DATA_DIR ${folder} is in use by another process. Stop it first, or set another DATA_DIR.`)
  }
  return { release: () => lock.close() }
}
