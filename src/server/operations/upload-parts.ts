import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { filePartsCalls } from '../../contract/operations/file-parts.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { uploadParts as table } from '../../db/tables/upload-parts.ts'
import { fileRules } from '../../domain/operations/file-rules.ts'
import type { Handler } from '../handler.ts'
import { uploadRoom } from '../http/byte-room.ts'
import { keepUpload } from './upload.ts'

/** Bytes of files on their way that one person may have at once. */
const pendingBytes = 60 * 1024 * 1024

const partsOf = (userId: number, uploadId: string) => and(eq(table.userId, userId), eq(table.uploadId, uploadId))
const length = sql<number>`coalesce(sum(length(${table.bytes})), 0)`.mapWith(Number)

/** Parts come one after the other: one that is sent twice, or too early, changes nothing. */
export const uploadPart: Handler<typeof filePartsCalls.uploadPart> = async (input, { caller, db }) => {
  const { uploadId, purpose, size, at } = input
  const { maxBytes } = fileRules[purpose]
  if (size > maxBytes) throw new CallFailed('fileTooLarge', { maxBytes })
  const { userId } = caller
  const bytes = Buffer.from(input.bytes, 'base64')
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('upload-parts'), ${userId})`)
    const [known] = await tx.select({ received: length }).from(table).where(partsOf(userId, uploadId))
    const received = known?.received ?? 0
    if (bytes.byteLength === 0 || at !== received) return { received }
    if (received + bytes.byteLength > size) throw new CallFailed('fileBroken')
    const [all] = await tx.select({ pending: length }).from(table).where(eq(table.userId, userId))
    if ((all?.pending ?? 0) + bytes.byteLength > pendingBytes) throw new CallFailed('filesFull')
    await tx.insert(table).values({ userId, uploadId, at, bytes })
    return { received: received + bytes.byteLength }
  })
}

/** Makes a file of its parts as if it had come whole: its kind is read from all of it. */
export const uploadFinish: Handler<typeof filePartsCalls.uploadFinish> = async (input, context) => {
  const { caller, db } = context
  const { uploadId, purpose, size, name } = input
  if (size > fileRules[purpose].maxBytes)
    throw new CallFailed('fileTooLarge', { maxBytes: fileRules[purpose].maxBytes })
  const release = await uploadRoom.take(size)
  try {
    const bytes = await joined(db, caller.userId, uploadId, size)
    const kept = await keepUpload(context, purpose, new File([bytes], name))
    await db.delete(table).where(partsOf(caller.userId, uploadId))
    return kept
  } finally {
    release()
  }
}

/** All parts in one; read one by one, since all at once would keep others waiting. Throws conflict unless they are whole. */
async function joined(db: Db, userId: number, uploadId: string, size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size)
  let received = 0
  for (;;) {
    const [part] = await db
      .select({ bytes: table.bytes })
      .from(table)
      .where(and(partsOf(userId, uploadId), gte(table.at, received)))
      .orderBy(asc(table.at))
      .limit(1)
    if (part === undefined || received + part.bytes.byteLength > size) break
    bytes.set(part.bytes, received)
    received += part.bytes.byteLength
  }
  if (received !== size) throw new CallFailed('conflict', { received })
  return bytes
}

/** Forgets what was never finished, a day after its part came. */
export const forgetParts = (db: Db) => db.delete(table).where(sql`${table.createdAt} < now() - interval '1 day'`)
