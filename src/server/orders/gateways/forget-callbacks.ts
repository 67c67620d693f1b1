import { like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import { gatewayCallbacks } from '../../../db/tables/payments.ts'

/** Forgets what came to the gateways' doors 180 days ago, and the demo gateway's trades with it. Safe to run twice. */
export async function forgetCallbacks(db: Db): Promise<void> {
  await db.delete(gatewayCallbacks).where(sql`${gatewayCallbacks.createdAt} < now() - interval '180 days'`)
  await db
    .delete(facts)
    .where(
      sql`${like(facts.key, 'demoPay:%')} and (${facts.value} ->> 'at')::timestamptz < now() - interval '180 days'`,
    )
}
