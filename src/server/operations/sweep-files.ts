import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import { filePurposes } from '../../domain/operations/file-rules.ts'
import { incomingFolder } from '../http/form.ts'
import type { Providers } from '../providers/providers.ts'
import type { StoredObject } from '../providers/storage.ts'

/** Milliseconds for which bytes may lie in the storage without a row: uploads that are on their way. */
const grace = 24 * 3_600_000
/** Keys that are looked up at once, and those that are removed in one run at most. */
const [batch, mostRemoved] = [500, 20_000]
/** As upload.ts and keep-made.ts make them: nothing else in the folder or bucket is touched. */
const ownKey = new RegExp(`^(?:${filePurposes.join('|')})/(?:made-[0-9a-f]{1,128}-)?[\\w-]{22}(?:\\.small)?$`)
/** Share of the files without a row from which on this is no leftover but another installation's, or an old database. */
const suspiciousShare = 0.2
const suspiciousCount = 100

interface Around {
  readonly providers: Pick<Providers, 'storage'>
  readonly config: Pick<Config, 'dataDir'>
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Milliseconds; a day unless told. */
  readonly graceMs?: number
}

/**
 * Removes bytes that no row names, a day after they came: what uploads left that failed, or whose process was killed.
 * Removes nothing when a large share has no row, as after restoring an old database beside newer files.
 * Answers how many objects were removed.
 */
export async function sweepFiles(db: Db, { providers, config, log, graceMs = grace }: Around): Promise<number> {
  await sweepIncoming(incomingFolder(config.dataDir), graceMs)
  const { storage } = providers
  const orphans: string[] = []
  let known = 0
  let part: StoredObject[] = []
  const before = Date.now() - graceMs
  const judge = async () => {
    const keys = [...new Set(part.map(({ key }) => ownerOf(key)))]
    const rows = await db
      .select({ key: files.storageKey })
      .from(files)
      .where(sql`${files.storageKey} = any(${sql.param(keys)}::text[])`)
    const named = new Set(rows.map(({ key }) => key))
    for (const { key } of part) {
      if (named.has(ownerOf(key))) known += 1
      else orphans.push(key)
    }
    part = []
  }
  for await (const one of storage.list()) {
    if (!ownKey.test(one.key) || one.modified.getTime() > before) continue
    part.push(one)
    if (part.length >= batch) await judge()
    if (orphans.length >= mostRemoved) break
  }
  await judge()
  if (orphans.length >= suspiciousCount && orphans.length > suspiciousShare * (known + orphans.length)) {
    log.error({ orphans: orphans.length, known }, 'many stored files have no row: none was removed')
    return 0
  }
  for (const key of orphans) await storage.remove(key)
  if (orphans.length > 0) log.info({ removed: orphans.length }, 'stored files without a row removed')
  return orphans.length
}

/** The small form of a picture belongs to the row of the picture. */
const ownerOf = (key: string) => key.replace(/\.small$/, '')

/** Bodies that came in while a process was killed. */
async function sweepIncoming(folder: string, graceMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && facts.mtimeMs < Date.now() - graceMs) await rm(path, { force: true })
  }
}
