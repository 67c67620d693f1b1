import { and, eq, gt, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import { cleanName } from '../../domain/operations/file-name.ts'
import { dayBytes, fileRules, type FileKind, type FilePurpose } from '../../domain/operations/file-rules.ts'
import { sniff } from './file-kind.ts'
import { redrawn } from './pictures.ts'

/** Who may see what is uploaded for a purpose. */
export const audienceOf: Readonly<Record<FilePurpose, 'public' | 'private'>> = {
  ...{ avatar: 'public', logo: 'public', picture: 'public', document: 'public' },
  ...{ licence: 'private', attachment: 'private', chat: 'private' },
}

const office = 'application/vnd.openxmlformats-officedocument'
export const contentTypes: Readonly<Record<FileKind, string>> = {
  ...{ jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' },
  ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  ...{ txt: 'text/plain', csv: 'text/csv' },
}

/** A file as it will be kept. */
export interface KeptFile {
  readonly bytes: Uint8Array
  readonly name: string
  readonly contentType: string
}

/**
 * What becomes of an upload: its kind read from the content, pictures drawn anew, its name cleaned.
 * Throws fileTooLarge, fileTypeRefused or fileBroken.
 */
export async function keptFile(purpose: FilePurpose, file: File): Promise<KeptFile> {
  const { kinds, maxBytes, words } = fileRules[purpose]
  if (file.size > maxBytes) throw new CallFailed('fileTooLarge', { maxBytes })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await sniff(bytes, file.name)
  if ('refused' in found) throw new CallFailed(found.refused, { accepts: words })
  if (!kinds.includes(found.kind)) throw new CallFailed('fileTypeRefused', { accepts: words })
  const { kind } = found
  const kept =
    kind === 'jpg' || kind === 'png' || kind === 'webp' ? await redrawn(bytes, kind, purpose) : { bytes, kind }
  return { bytes: kept.bytes, name: cleanName(file.name, kept.kind), contentType: contentTypes[kept.kind] }
}

/** Throws filesFull when a person has no room left for so many bytes today. */
export async function roomToday(db: Db, userId: number, bytes: number): Promise<void> {
  const [today] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::int` })
    .from(files)
    .where(and(eq(files.userId, userId), gt(files.createdAt, sql`now() - interval '1 day'`)))
  if ((today?.bytes ?? 0) + bytes > dayBytes) throw new CallFailed('filesFull')
}
