import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/db/open.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const namedRows = z.object({ rows: z.array(z.object({ statement: z.string() })) })

/** Statements that the connection of a transaction keeps under a name of its own. */
const keptBy = async (tx: Db) =>
  namedRows
    .parse(await tx.execute(sql`select statement from pg_prepared_statements where name like 'repeated_%'`))
    .rows.map(({ statement }) => statement)

test('a statement that repeats in transactions is planned once per connection on PostgreSQL; one outside never', async () => {
  const named = sql<string>`${users.loginName} || 'repeated'`
  const read = (db: Db, id: number) => db.select({ named }).from(users).where(eq(users.id, id))
  const outside = sql<string>`${users.loginName} || 'outside'`
  let kept: string[] = []
  for (let id = 1; id <= 30; id += 1) {
    await app.db.select({ outside }).from(users).where(eq(users.id, id))
    kept = await app.db.transaction(async (tx) => {
      const [first] = await read(tx, 1)
      expect(first?.named).toMatch(/repeated$/)
      expect(await read(tx, -id)).toEqual([])
      return keptBy(tx)
    })
  }
  const expected = process.env.DATABASE_URL === undefined ? 0 : 1
  expect(kept.filter((statement) => statement.includes("|| 'repeated'"))).toHaveLength(expected)
  expect(kept.filter((statement) => statement.includes("|| 'outside'"))).toEqual([])
})
