import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { filePurposes } from '../../../domain/operations/file-rules.ts'
import { incomingFolder } from './incoming-folder.ts'
import type { Providers } from '../../providers/providers.ts'
import type { StoredObject } from '../../providers/storage.ts'

/** Milliseconds for which stored bytes may have no row (running uploads). */
const gracePeriodMs = 24 * 3_600_000
/** Keys per lookup, and maximum keys removed per run. */
const [batch, maxRemoved] = [500, 20_000]
/** Keys created by upload.ts and generated-files.ts: nothing else in the folder or bucket is touched. */
const ownKey = new RegExp(`^(?:${filePurposes.join('|')})/(?:made-[0-9a-f]{1,128}-)?[\\w-]{22}(?:\\.small)?$`)
/** Share of files without a row above which the database is assumed to be old or of another installation. */
const suspiciousShare = 0.2
const suspiciousCount = 100

interface SweepContext {
  readonly providers: Pick<Providers, 'storage'>
  readonly config: Pick<Config, 'dataDir'>
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Milliseconds; default one day. */
  readonly graceMs?: number
}

/**
 * Removes stored bytes without a row after a day: leftovers of failed uploads or killed processes. Removes nothing when
 * a large share has no row, as after restoring an old database beside newer files. Returns the number of removed
 * objects.
 */
export async function sweepFiles(
  db: Db,
  { providers, config, log, graceMs = gracePeriodMs }: SweepContext,
): Promise<number> {
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
    if (orphans.length >= maxRemoved) break
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

/** A thumbnail belongs to the row of its picture. */
const ownerOf = (key: string) => key.replace(/\.small$/, '')

/** Removes bodies left by a killed process. */
async function sweepIncoming(folder: string, graceMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && facts.mtimeMs < Date.now() - graceMs) await rm(path, { force: true })
  }
}
