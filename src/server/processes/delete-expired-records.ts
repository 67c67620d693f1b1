import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { terms } from '../../db/personal-data.ts'

/** Rows per statement, so that none holds its locks for long. */
const batch = 5_000

/** Deletes the rows whose term is over (`terms` of src/db/personal-data.ts). */
export async function deleteExpiredRecords(db: Db): Promise<void> {
  for (const { table, column, days } of terms) {
    const name = sql.identifier(table)
    const isOver = sql`${sql.identifier(column)} < now() - make_interval(days => ${days}::int)`
    for (;;) {
      const [old] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(sql`(select 1 from ${name} where ${isOver} limit ${batch}) as old`)
      if (old === undefined || old.count === 0) break
      await db.execute(
        sql`delete from ${name} where ctid = any(array(select ctid from ${name} where ${isOver} limit ${batch}))`,
      )
    }
  }
}
