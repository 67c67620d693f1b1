import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, like, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import { cleanName } from '../../domain/operations/file-name.ts'
import type { Caller } from '../handler.ts'
import type { Providers } from '../providers/providers.ts'
import { fileUrl } from './files.ts'
import { audienceOf, contentTypes, roomToday } from './upload-rules.ts'

type Maker = Pick<Caller, 'userId' | 'companyId'>

/** A file of our own making. */
export interface MadeFile {
  /** What it is called, without extension. */
  readonly title: string
  readonly kind: 'xlsx' | 'pdf'
  readonly bytes: Uint8Array
  /** Fingerprint of the facts it was made of, in hex, so that `madeOf` finds it again. */
  readonly facts?: string
}

export interface KeptMade {
  readonly fileId: string
  readonly url: string
  readonly name: string
}

/**
 * Keeps a file that was made for somebody as if they had uploaded it: theirs and their company's to download, and
 * forgotten like an upload when nothing names it. Throws filesFull when they have no room left today.
 */
export async function keepMade(
  { db, providers }: { readonly db: Db; readonly providers: Pick<Providers, 'storage'> },
  { userId, companyId }: Maker,
  { title, kind, bytes, facts }: MadeFile,
): Promise<KeptMade> {
  await roomToday(db, userId, bytes.byteLength)
  const id = randomBytes(16).toString('base64url')
  const row = {
    ...{
      id,
      purpose: 'attachment' as const,
      audience: audienceOf.attachment,
      name: cleanName(`${title}.${kind}`, kind),
    },
    ...{ contentType: contentTypes[kind], size: bytes.byteLength, userId, companyId },
    storageKey: facts === undefined ? `attachment/${id}` : `${made(facts)}${id}`,
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

const made = (facts: string) => `attachment/made-${facts}-`

/**
 * What was made for a company of the same facts, so that nothing is made twice; undefined when it must be made anew.
 * Files older than a week are not given again: they may be forgotten before they are downloaded.
 */
export async function madeOf(db: Db, companyId: number, facts: string): Promise<KeptMade | undefined> {
  const young = gt(files.createdAt, sql`now() - interval '7 days'`)
  const [file] = await db
    .select({ fileId: files.id, id: files.id, name: files.name })
    .from(files)
    .where(and(eq(files.companyId, companyId), young, like(files.storageKey, `${made(facts)}%`)))
    .orderBy(desc(files.createdAt))
    .limit(1)
  return file && { fileId: file.fileId, url: fileUrl(file), name: file.name }
}

/** Keeps a sheet that was made for somebody. */
export async function keepMadeSheet(
  context: Parameters<typeof keepMade>[0],
  maker: Maker,
  title: string,
  bytes: Uint8Array,
): Promise<{ url: string; name: string }> {
  const { url, name } = await keepMade(context, maker, { title, kind: 'xlsx', bytes })
  return { url, name }
}
