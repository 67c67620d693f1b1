import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'

const hourMs = 3_600_000
/** Addresses and files remembered of an hour; beyond it the hour begins anew. */
const mostSeen = 100_000

const known = new WeakMap<Db, { hour: number; readonly seen: Set<string> }>()

/**
 * Counts a download of a paper that anyone may have, each address once an hour and process. Answers whether there is
 * such a paper.
 */
export async function countDownload(db: Db, fileId: string, address: string): Promise<boolean> {
  const hour = Math.floor(Date.now() / hourMs)
  const state = known.get(db) ?? { hour, seen: new Set<string>() }
  known.set(db, state)
  if (state.hour !== hour || state.seen.size >= mostSeen) {
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
