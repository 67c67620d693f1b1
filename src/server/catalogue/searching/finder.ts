import { and, eq, sql } from 'drizzle-orm'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { SearchKind } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import type { Finder } from '../../search/help.ts'
import { countShopsFound } from '../../shops/public.ts'
import { matching } from '../search.ts'

/** A keyword counts so many at most. */
const most = 1_000

/** How many of a kind a keyword finds by itself, without any other condition. */
export const finderOf =
  (kind: SearchKind, context: Pick<Context, 'db' | 'pages'>): Finder =>
  async (keyword) => {
    if (kind === 'supplier') return countShopsFound(context.db, keyword, most)
    const t = kind === 'service' ? services : products
    const where = and(eq(t.status, 'published'), await matching(t, keyword, context))
    const [row] = await context.db
      .select({ count: sql<number>`count(*)::int` })
      .from(sql`(select 1 from ${t} where ${where} limit ${most}) as found`)
    return row?.count ?? 0
  }
