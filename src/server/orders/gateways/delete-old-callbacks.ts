import { like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import { gatewayCallbacks } from '../../../db/tables/payments.ts'

/** Deletes gateway callbacks and demo trades older than 180 days. Safe to run twice. */
export async function deleteOldCallbacks(db: Db): Promise<void> {
  await db.delete(gatewayCallbacks).where(sql`${gatewayCallbacks.createdAt} < now() - interval '180 days'`)
  await db
    .delete(facts)
    .where(
      sql`${like(facts.key, 'demoPay:%')} and (${facts.value} ->> 'at')::timestamptz < now() - interval '180 days'`,
    )
}
