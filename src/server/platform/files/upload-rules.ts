import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { cleanFileName } from '../../../domain/operations/file-name.ts'
import { dayBytes, fileRules, type FileKind, type FilePurpose } from '../../../domain/operations/file-rules.ts'
import { fileWork } from '../../work/work-pool.ts'
import { reencodePicture } from './pictures.ts'

/** Audience of uploads by purpose. */
export const audienceOf: Readonly<Record<FilePurpose, 'public' | 'private'>> = {
  avatar: 'public',
  logo: 'public',
  picture: 'public',
  document: 'public',
  licence: 'private',
  attachment: 'private',
  invoice: 'private',
  chat: 'private',
  programme: 'private',
}

const office = 'application/vnd.openxmlformats-officedocument'
export const contentTypes: Readonly<Record<FileKind, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  txt: 'text/plain',
  csv: 'text/csv',
  sdf: 'chemical/x-mdl-sdfile',
  ics: 'text/calendar',
  xml: 'application/xml',
}

/** A file as it will be stored. */
export interface CheckedFile {
  readonly bytes: Uint8Array
  readonly name: string
  readonly contentType: string
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
}

/**
 * Checks an upload: detects its kind from the content, re-encodes pictures, cleans the name. Bytes are read in a worker
 * thread or by the picture library, never on the event loop. `key` identifies the owner in the queue. Throws
 * fileTooLarge, fileTypeRefused, fileBroken, and the failures of `reencodePicture`.
 */
export async function checkUpload(purpose: FilePurpose, file: File, key: string): Promise<CheckedFile> {
  const { kinds, maxBytes, words } = fileRules[purpose]
  if (file.size > maxBytes) throw new CallFailed('fileTooLarge', { maxBytes })
  const given = new Uint8Array(await file.arrayBuffer())
  const input = { bytes: given, name: file.name.slice(-255) }
  const { found, bytes, sha256 } = await fileWork.run('inspectFile', input, { key, transfer: [given.buffer] })
  if ('refused' in found) throw new CallFailed(found.refused, { accepts: words })
  if (!kinds.includes(found.kind)) throw new CallFailed('fileTypeRefused', { accepts: words })
  const { kind } = found
  if (kind !== 'jpg' && kind !== 'png' && kind !== 'webp') {
    return { bytes, sha256, name: cleanFileName(file.name, kind), contentType: contentTypes[kind] }
  }
  const picture = await reencodePicture(bytes, kind, purpose)
  return {
    bytes: picture.bytes,
    sha256: createHash('sha256').update(picture.bytes).digest('hex'),
    name: cleanFileName(file.name, picture.kind),
    contentType: contentTypes[picture.kind],
  }
}

/** Throws filesFull when the bytes exceed the daily quota of the user. */
export async function assertRoomToday(db: Db, userId: number, bytes: number): Promise<void> {
  const [today] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::int` })
    .from(files)
    .where(and(eq(files.userId, userId), gt(files.createdAt, sql`now() - interval '1 day'`)))
  if ((today?.bytes ?? 0) + bytes > dayBytes) throw new CallFailed('filesFull')
}
