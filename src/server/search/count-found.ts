import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { queryOf } from './query.ts'
import { shopMatching } from './shop-matching.ts'

const most = 1_000

/** How many published listings or open shops a keyword finds by its words or numbers; counted up to 1,000. */
export async function countFound(db: Db, kind: SearchKind, keyword: string): Promise<number> {
  if (kind === 'supplier') {
    return count(
      db,
      sql`select 1 from ${shops} join ${companies} on ${companies.id} = ${shops.companyId}
        where ${companies.isSaler} and ${shopMatching(keyword)}`,
    )
  }
  const { words } = queryOf(keyword)
  if (words === '') return 0
  const t = kind === 'service' ? services : products
  return count(db, sql`select 1 from ${t} where ${t.status} = 'published' and ${t.words} @@ ${words}::tsquery`)
}

async function count(db: Db, found: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(sql`(${found} limit ${most}) as found`)
  return row?.count ?? 0
}
