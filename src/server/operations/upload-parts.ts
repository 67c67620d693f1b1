import { and, asc, eq, sql } from 'drizzle-orm'
import type { filePartsCalls } from '../../contract/operations/file-parts.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { uploadParts as table } from '../../db/tables/upload-parts.ts'
import { fileRules } from '../../domain/operations/file-rules.ts'
import type { Handler } from '../handler.ts'
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
  const parts = await db
    .select({ bytes: table.bytes })
    .from(table)
    .where(partsOf(caller.userId, uploadId))
    .orderBy(asc(table.at))
  const bytes = Buffer.concat(parts.map((part) => part.bytes))
  if (bytes.byteLength !== size) throw new CallFailed('conflict', { received: bytes.byteLength })
  const kept = await keepUpload(context, purpose, new File([bytes], name))
  await db.delete(table).where(partsOf(caller.userId, uploadId))
  return kept
}

/** Forgets what was never finished, a day after its part came. */
export const forgetParts = (db: Db) => db.delete(table).where(sql`${table.createdAt} < now() - interval '1 day'`)
