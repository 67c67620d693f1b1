import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../src/db/open.ts'
import { dealEntries } from '../../../../src/db/tables/deal-record.ts'
import type { TestApp } from '../../app.ts'

/** Entries of an order with their hashed texts, oldest first. */
export const entriesOf = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db
    .select({ entry: dealEntries, text: sql<string>`deal_entry_text(${dealEntries})` })
    .from(dealEntries)
    .where(eq(dealEntries.orderId, orderId))
    .orderBy(asc(dealEntries.seq))

/** Kind, event and side of each entry, oldest first, after the first `from`. */
export const stepsOf = async (app: Pick<TestApp, 'db'>, orderId: number, from = 0): Promise<string[]> =>
  (await entriesOf(app, orderId)).slice(from).map(({ entry: { kind, event, side } }) => `${kind} ${event} ${side}`)

/** Changes the record behind the back of its guards. */
export async function tamper(db: Db, change: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table deal_entries disable trigger user`)
    await change(tx)
    await tx.execute(sql`alter table deal_entries enable trigger user`)
  })
}
