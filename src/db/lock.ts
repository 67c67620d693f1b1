import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the embedded database's folder for this process alone; a second process would destroy its data.
 * The lock is the operating system's, held through an SQLite file: it goes with the process, kill -9 included.
 * Throws when another process holds it.
 */
export function lockFolder(folder: string): { release: () => void } {
  // Uploads hold licences and contracts: the folder is its owner's alone.
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
