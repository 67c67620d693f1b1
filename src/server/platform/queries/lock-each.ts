import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'

/** What is locked by the id of an order. */
type LockedFor = 'matches' | 'statistics'

/**
 * Serialises work on some ids, by purpose, until the transaction ends. The ids are locked in ascending order, so that
 * two callers never wait for each other. Each id takes an entry of the lock table of the server: a few hundred at most.
 */
export async function lockEach(tx: Db, purpose: LockedFor, ids: readonly number[]): Promise<void> {
  const sorted = ids.toSorted((a, b) => a - b)
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtext(${purpose}), id)
    from (select unnest(${sql.param(sorted)}::integer[]) as id) as locked`)
}
