import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { FilePurpose } from '../../../contract/operations/files.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import type { Caller } from '../../handler.ts'

export type FileRow = typeof files.$inferSelect
type Reader = Pick<Caller, 'userId' | 'companyId'>

/** Whether a string has the form of a file id: 128 bits in base64url. */
export const isFileId = (id: string): boolean => /^[\w-]{22}$/.test(id)

/** Whether the caller owns a file: by company, or by user where uploaded without a company. */
export const isOwnFile = ({ userId, companyId }: Pick<FileRow, 'userId' | 'companyId'>, caller: Reader): boolean =>
  companyId === null ? userId === caller.userId : companyId === caller.companyId

/**
 * The caller's file by id, uploaded for one of some purposes. Throws notFound when it does not exist or belongs to
 * somebody else.
 */
export async function ownFile(
  db: Db,
  fileId: string,
  caller: Reader,
  ...purposes: readonly FilePurpose[]
): Promise<FileRow> {
  const file = isFileId(fileId) ? await findFile(db, fileId) : undefined
  if (file === undefined || !purposes.some((each) => each === file.purpose) || !isOwnFile(file, caller))
    throw new CallFailed('notFound')
  return file
}

/**
 * The caller's own files among many ids, by id; foreign files, other purposes and unknown ids are omitted. Files that
 * the user uploaded before joining a company are assigned to the company. One read and at most one write.
 */
export async function ownFiles(
  tx: Db,
  ids: readonly string[],
  caller: Pick<Caller, 'userId'> & { readonly companyId: number },
  purpose: FilePurpose,
): Promise<ReadonlyMap<string, FileRow>> {
  const requested = [...new Set(ids)].filter(isFileId)
  if (requested.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(files)
    .where(and(inArray(files.id, requested), eq(files.purpose, purpose)))
  const own = rows.filter((file) => isOwnFile(file, caller))
  const loose = own.flatMap(({ id, companyId }) => (companyId === null ? [id] : []))
  if (loose.length > 0) {
    await tx
      .update(files)
      .set({ companyId: caller.companyId })
      .where(and(inArray(files.id, loose), isNull(files.companyId)))
  }
  return new Map(own.map((file) => [file.id, file]))
}

/** A file by its id, without an access check. */
export async function findFile(db: Db, fileId: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.id, fileId))
  return file
}

/**
 * Assigns a file that a user uploaded without a company (a first licence) to the company, so that its other users may
 * read it. A file that already belongs to a company is unchanged.
 */
export async function assignFileToCompany(tx: Db, { id }: Pick<FileRow, 'id'>, companyId: number): Promise<void> {
  await tx
    .update(files)
    .set({ companyId })
    .where(and(eq(files.id, id), isNull(files.companyId)))
}

/** Path of a file for `<img src>` and links: /files/{id}/{name}. */
export const fileUrl = ({ id, name }: Pick<FileRow, 'id' | 'name'>): string =>
  `/files/${id}/${encodeURIComponent(name)}`

type Described = { readonly purpose: string; readonly contentType: string }
type Stored = Described & Pick<FileRow, 'storageKey'>

/** Whether a file has a thumbnail: pictures of the chat, of which many are shown at once. */
export const hasThumbnail = ({ purpose, contentType }: Described): boolean =>
  purpose === 'chat' && contentType.startsWith('image/')
export const thumbnailKey = ({ storageKey }: Pick<FileRow, 'storageKey'>): string => `${storageKey}.small`
/** All storage keys of a file. */
export const storageKeysOf = (file: Stored): string[] =>
  hasThumbnail(file) ? [file.storageKey, thumbnailKey(file)] : [file.storageKey]

/** Download counts of public files by id. */
export async function downloadCounts(db: Db, fileIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: files.id, downloads: files.downloads })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
  return new Map(rows.map(({ id, downloads }) => [id, downloads]))
}

const hourMs = 3_600_000
/** Maximum remembered pairs of address and file per hour; beyond it they are cleared. */
const maxRemembered = 100_000

const countedDownloads = new WeakMap<Db, { hour: number; readonly seen: Set<string> }>()

/**
 * Counts a download of a public document, each address once per hour and process. Returns whether the document exists.
 */
export async function countDownload(db: Db, fileId: string, address: string): Promise<boolean> {
  const hour = Math.floor(Date.now() / hourMs)
  const state = countedDownloads.get(db) ?? { hour, seen: new Set<string>() }
  countedDownloads.set(db, state)
  if (state.hour !== hour || state.seen.size >= maxRemembered) {
    state.hour = hour
    state.seen.clear()
  }
  const one = `${address} ${fileId}`
  if (state.seen.has(one)) return true
  const [counted] = await db
    .update(files)
    .set({ downloads: sql`${files.downloads} + 1` })
    .where(and(eq(files.id, fileId), eq(files.purpose, 'document'), eq(files.audience, 'public')))
    .returning({ id: files.id })
  if (counted !== undefined) state.seen.add(one)
  return counted !== undefined
}
