import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed, failedFor } from '../../contract/failures.ts'
import { maxUploadBytes } from '../../domain/operations/file-rules.ts'
import { uploadRoom } from './byte-room.ts'
import { multipartFields } from './multipart.ts'

/** Bytes of forms on their way that lie on the disk at once; beyond them people are asked to come back in a moment. */
const mostSpooled = 4 * 1024 ** 3
let spooledBytes = 0

/** Folder of bodies that are still coming in; what a killed process left there is swept (operations/sweep-files.ts). */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

export interface ReadForm {
  /** The first field of each name. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Gives back the room in memory; once the call is answered. */
  readonly release: () => void
}

/**
 * The fields of a form. Failures: 415 other type, 413 too large, 400 broken, 429 when many upload at once. The body
 * comes in onto the disk, however slowly, and is read into memory when there is room for it.
 */
export async function readForm(request: Request, dataDir: string): Promise<ReadForm> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new CallFailed('notForm')
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw new CallFailed('tooLarge')
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  let bytes = 0
  try {
    bytes = await spool(request, path)
    const release = await uploadRoom.take(bytes)
    try {
      return { fields: multipartFields(await readFile(path), type), release }
    } catch (cause) {
      release()
      throw cause
    }
  } finally {
    spooledBytes -= bytes
    await rm(path, { force: true })
  }
}

/** Writes a body to a file and counts its bytes into `spooledBytes`; whatever the length header says, no more than may be. */
async function spool(request: Request, path: string): Promise<number> {
  if (request.body === null) throw new CallFailed('badForm')
  const reader = request.body.getReader()
  let bytes = 0
  let file: FileHandle | undefined
  try {
    file = await open(path, 'wx', 0o600)
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new CallFailed('badForm')
      })
      if (done) return bytes
      bytes += value.byteLength
      spooledBytes += value.byteLength
      if (bytes > maxUploadBytes) throw new CallFailed('tooLarge')
      if (spooledBytes > mostSpooled) throw failedFor('tooMany', 10)
      await file.write(value)
    }
  } catch (cause) {
    spooledBytes -= bytes
    await reader.cancel().catch(() => {})
    throw cause
  } finally {
    await file?.close()
  }
}
