import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { filePartsCalls } from '../../../contract/operations/file-parts.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { uploadParts as table } from '../../../db/tables/upload-parts.ts'
import { fileRules } from '../../../domain/operations/file-rules.ts'
import type { Handler } from '../../handler.ts'
import { uploadByteLimit } from './memory-limit.ts'
import { saveUpload } from './upload.ts'

/** Maximum bytes of unfinished uploads per user. */
const maxPendingBytes = 60 * 1024 * 1024

const ownParts = (userId: number, uploadId: string) => and(eq(table.userId, userId), eq(table.uploadId, uploadId))
const length = sql<number>`coalesce(sum(length(${table.bytes})), 0)`.mapWith(Number)

/** Parts are sequential: a repeated or early part changes nothing. */
export const uploadPart: Handler<typeof filePartsCalls.uploadPart> = async (input, { caller, db }) => {
  const { uploadId, purpose, size, at } = input
  const { maxBytes } = fileRules[purpose]
  if (size > maxBytes) throw new CallFailed('fileTooLarge', { maxBytes })
  const { userId } = caller
  const bytes = Buffer.from(input.bytes, 'base64')
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('upload-parts'), ${userId})`)
    const [known] = await tx.select({ received: length }).from(table).where(ownParts(userId, uploadId))
    const received = known?.received ?? 0
    if (bytes.byteLength === 0 || at !== received) return { received }
    if (received + bytes.byteLength > size) throw new CallFailed('fileBroken')
    const [all] = await tx.select({ pending: length }).from(table).where(eq(table.userId, userId))
    if ((all?.pending ?? 0) + bytes.byteLength > maxPendingBytes) throw new CallFailed('filesFull')
    await tx.insert(table).values({ userId, uploadId, at, bytes })
    return { received: received + bytes.byteLength }
  })
}

/** Joins the parts to a file and saves it like a normal upload. */
export const uploadFinish: Handler<typeof filePartsCalls.uploadFinish> = async (input, context) => {
  const { caller, db } = context
  const { uploadId, purpose, size, name } = input
  if (size > fileRules[purpose].maxBytes)
    throw new CallFailed('fileTooLarge', { maxBytes: fileRules[purpose].maxBytes })
  const release = await uploadByteLimit.take(size)
  try {
    const bytes = await joinParts(db, caller.userId, uploadId, size)
    const saved = await saveUpload(context, purpose, new File([bytes], name))
    await db.delete(table).where(ownParts(caller.userId, uploadId))
    return saved
  } finally {
    release()
  }
}

/** Joins all parts, read one by one so as not to block others. Throws conflict unless complete. */
async function joinParts(db: Db, userId: number, uploadId: string, size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size)
  let received = 0
  for (;;) {
    const [part] = await db
      .select({ bytes: table.bytes })
      .from(table)
      .where(and(ownParts(userId, uploadId), gte(table.at, received)))
      .orderBy(asc(table.at))
      .limit(1)
    if (part === undefined || received + part.bytes.byteLength > size) break
    bytes.set(part.bytes, received)
    received += part.bytes.byteLength
  }
  if (received !== size) throw new CallFailed('conflict', { received })
  return bytes
}

/** Deletes parts of unfinished uploads after a day. */
export const deleteExpiredParts = (db: Db) => db.delete(table).where(sql`${table.createdAt} < now() - interval '1 day'`)
