import { and, eq, inArray, sql } from 'drizzle-orm'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { PlaceCount } from '../../../domain/reference/area-menu.ts'
import type { Context } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import { categoryNodes } from '../../reference/categories.ts'

type Kind = 'service' | 'product'
type CacheContext = Pick<Context, 'db' | 'pages'>

const tables = { service: services, product: products }
const cachedByCategory = {
  service: cachedReads<ReadonlyMap<number, number>>({ tags: ['services'] }),
  product: cachedReads<ReadonlyMap<number, number>>({ tags: ['products'] }),
}
const cachedByPlace = {
  service: cachedReads<readonly PlaceCount[]>({ tags: ['services'] }),
  product: cachedReads<readonly PlaceCount[]>({ tags: ['products'] }),
}
const count = sql<number>`count(*)::int`

/** Published listings by category including descendants: counted once for all menus, from the index alone. */
export const countsByCategory = (context: CacheContext, kind: Kind): Promise<ReadonlyMap<number, number>> =>
  cachedByCategory[kind](context, 'all', async () => {
    const t = tables[kind]
    const nodes = await categoryNodes(context)
    const rows = await context.db
      .select({ id: t.categoryId, count })
      .from(t)
      .where(eq(t.status, 'published'))
      .groupBy(t.categoryId)
    const counts = new Map<number, number>()
    for (const row of rows) {
      for (const id of nodes.get(row.id)?.path ?? []) counts.set(id, (counts.get(id) ?? 0) + row.count)
    }
    return counts
  })

/** Published listings by district, in one category with its descendants or in all. */
export const countsByDistrict = (context: CacheContext, kind: Kind, within?: number): Promise<readonly PlaceCount[]> =>
  cachedByPlace[kind](context, String(within ?? ''), async () => {
    const t = tables[kind]
    const nodes = [...(await categoryNodes(context)).values()]
    const below = within === undefined ? undefined : nodes.filter(({ path }) => path.includes(within))
    if (below?.length === 0) return []
    return context.db
      .select({ code: t.districtCode, count })
      .from(t)
      .where(
        and(
          eq(t.status, 'published'),
          below &&
            inArray(
              t.categoryId,
              below.map(({ id }) => id),
            ),
        ),
      )
      .groupBy(t.districtCode)
  })
