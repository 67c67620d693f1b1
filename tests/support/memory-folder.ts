import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Bytes that must be free: databases of the tests, data folders of sites and profiles of browsers at once. */
const minimumFree = 4 * 2 ** 30

/** Folder for temporary files of tests: in memory where the machine has room, since databases are many small files. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > minimumFree ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
