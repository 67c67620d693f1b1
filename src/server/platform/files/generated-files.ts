import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { cleanFileName } from '../../../domain/operations/file-name.ts'
import type { Caller } from '../../handler.ts'
import type { Providers } from '../../providers/providers.ts'
import { fileUrl } from './files.ts'
import { audienceOf, contentTypes, assertRoomToday } from './upload-rules.ts'

type FileOwner = Pick<Caller, 'userId' | 'companyId'>

/** A generated file. */
export interface GeneratedFile {
  /** File name without extension. */
  readonly title: string
  readonly kind: 'xlsx' | 'csv' | 'pdf' | 'ics'
  readonly bytes: Uint8Array
  /** Default: an attachment. */
  readonly purpose?: 'attachment' | 'programme'
  /** Hash (hex) of the source data, by which `findGeneratedFile` finds it. */
  readonly facts?: string
}

export interface SavedFile {
  readonly fileId: string
  readonly url: string
  readonly name: string
}

/**
 * Saves a generated file as if the user had uploaded it: the user and their company may download it, and it is deleted
 * when unused. Throws filesFull when the quota of today is used up.
 */
export async function saveGeneratedFile(
  { db, providers }: { readonly db: Db; readonly providers: Pick<Providers, 'storage'> },
  { userId, companyId }: FileOwner,
  { title, kind, bytes, facts, purpose = 'attachment' }: GeneratedFile,
): Promise<SavedFile> {
  await assertRoomToday(db, userId, bytes.byteLength)
  const id = randomBytes(16).toString('base64url')
  const row = {
    id,
    purpose,
    audience: audienceOf[purpose],
    name: cleanFileName(`${title}.${kind}`, kind),
    contentType: contentTypes[kind],
    size: bytes.byteLength,
    userId,
    companyId,
    storageKey: facts === undefined ? `${purpose}/${id}` : `${generatedPrefix(facts)}${id}`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  try {
    await providers.storage.put(row.storageKey, bytes, row.contentType)
    await db.insert(files).values(row)
  } catch (cause) {
    await providers.storage.remove(row.storageKey).catch(() => undefined)
    throw cause
  }
  return { fileId: id, url: fileUrl(row), name: row.name }
}

const generatedPrefix = (facts: string) => `attachment/made-${facts}-`

/**
 * Finds a file generated for a company from the same data; undefined when it must be generated. Files older than a week
 * are not reused: they may be deleted before they are downloaded.
 */
export async function findGeneratedFile(db: Db, companyId: number, facts: string): Promise<SavedFile | undefined> {
  const isRecent = gt(files.createdAt, sql`now() - interval '7 days'`)
  const [file] = await db
    .select({ fileId: files.id, id: files.id, name: files.name })
    .from(files)
    .where(and(eq(files.companyId, companyId), isRecent, like(files.storageKey, `${generatedPrefix(facts)}%`)))
    .orderBy(desc(files.createdAt))
    .limit(1)
  return file && { fileId: file.fileId, url: fileUrl(file), name: file.name }
}

/** Saves a generated sheet. */
export async function saveGeneratedSheet(
  context: Parameters<typeof saveGeneratedFile>[0],
  maker: FileOwner,
  title: string,
  bytes: Uint8Array,
): Promise<{ url: string; name: string }> {
  const { url, name } = await saveGeneratedFile(context, maker, { title, kind: 'xlsx', bytes })
  return { url, name }
}
