import { and, eq, inArray, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { FilePurpose } from '../../contract/operations/files.ts'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import type { Caller } from '../handler.ts'

export type FileRow = typeof files.$inferSelect
type Reader = Pick<Caller, 'userId' | 'companyId'>

/** Ids as `upload` makes them: 128 bits in base64url. */
export const isFileId = (id: string): boolean => /^[\w-]{22}$/.test(id)

/** Whether a file is the caller's to use: its company's, or its person's where it was given outside a company. */
export const isOwn = ({ userId, companyId }: Pick<FileRow, 'userId' | 'companyId'>, caller: Reader): boolean =>
  companyId === null ? userId === caller.userId : companyId === caller.companyId

/**
 * A file that a caller names in an input. Throws notFound when there is none of that id and purpose, or when it is
 * another's, so that nobody can tie a foreign file to something of their own.
 */
export async function fileOf(db: Db, fileId: string, caller: Reader, purpose: FilePurpose): Promise<FileRow> {
  const file = isFileId(fileId) ? await fileById(db, fileId) : undefined
  if (file === undefined || file.purpose !== purpose || !isOwn(file, caller)) throw new CallFailed('notFound')
  return file
}

/**
 * The caller's own files among many ids, by id: those of another, of another purpose and unknown ones are missing.
 * What a person uploaded before they had a company becomes the company's. One read and at most one write.
 */
export async function ownFiles(
  tx: Db,
  ids: readonly string[],
  caller: Pick<Caller, 'userId'> & { readonly companyId: number },
  purpose: FilePurpose,
): Promise<ReadonlyMap<string, FileRow>> {
  const asked = [...new Set(ids)].filter(isFileId)
  if (asked.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(files)
    .where(and(inArray(files.id, asked), eq(files.purpose, purpose)))
  const own = rows.filter((file) => isOwn(file, caller))
  const loose = own.flatMap(({ id, companyId }) => (companyId === null ? [id] : []))
  if (loose.length > 0) {
    await tx
      .update(files)
      .set({ companyId: caller.companyId })
      .where(and(inArray(files.id, loose), isNull(files.companyId)))
  }
  return new Map(own.map((file) => [file.id, file]))
}

/** A file by its id, whoever asks. */
export async function fileById(db: Db, fileId: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.id, fileId))
  return file
}

/**
 * Makes a company the owner of a file that its person uploaded before they had one (a first licence): from then on
 * its other people may read it too. A file that already belongs to a company stays there.
 */
export async function giveToCompany(tx: Db, { id }: Pick<FileRow, 'id'>, companyId: number): Promise<void> {
  await tx
    .update(files)
    .set({ companyId })
    .where(and(eq(files.id, id), isNull(files.companyId)))
}

/** Own path of a file, as `<img src>` and links take it: /files/{id}/{name}. */
export const fileUrl = ({ id, name }: Pick<FileRow, 'id' | 'name'>): string =>
  `/files/${id}/${encodeURIComponent(name)}`

type Described = { readonly purpose: string; readonly contentType: string }
type Stored = Described & Pick<FileRow, 'storageKey'>

/** Whether a file has a small form beside it: pictures of the chat, of which many are shown at once. */
export const hasSmall = ({ purpose, contentType }: Described): boolean =>
  purpose === 'chat' && contentType.startsWith('image/')
export const smallKey = ({ storageKey }: Pick<FileRow, 'storageKey'>): string => `${storageKey}.small`
/** Everything in the storage that belongs to a file. */
export const keysOf = (file: Stored): string[] =>
  hasSmall(file) ? [file.storageKey, smallKey(file)] : [file.storageKey]

/** How often public files were downloaded from listings, by their id. */
export async function downloadsOf(db: Db, fileIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: files.id, downloads: files.downloads })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
  return new Map(rows.map(({ id, downloads }) => [id, downloads]))
}
