import type { Db } from '../../db/open.ts'
import { notices } from '../../db/tables/operations.ts'

type News = Pick<typeof notices.$inferInsert, 'event' | 'title' | 'text' | 'path'>

/** A statement takes 65,535 parameters at most. */
const peopleAnInsert = 2_000

/**
 * Keeps what people are told for their message centre, in the transaction that makes it happen: one insert for two
 * thousand. Gives the notice of each.
 */
export async function keepNotices(tx: Db, people: readonly number[], news: News): Promise<ReadonlyMap<number, number>> {
  const kept = new Map<number, number>()
  for (let at = 0; at < people.length; at += peopleAnInsert) {
    const rows = await tx
      .insert(notices)
      .values(people.slice(at, at + peopleAnInsert).map((userId) => ({ userId, ...news })))
      .returning({ id: notices.id, userId: notices.userId })
    for (const { id, userId } of rows) kept.set(userId, id)
  }
  return kept
}
