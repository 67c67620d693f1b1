import { and, eq, inArray, sql } from 'drizzle-orm'
import { products, services } from '../../db/tables/catalogue.ts'
import type { PlaceCount } from '../../domain/reference/area-menu.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoryNodes } from './category-tree.ts'

type Kind = 'service' | 'product'
type Kept = Pick<Context, 'db' | 'pages'>

const tables = { service: services, product: products }
const byCategory = {
  service: keptUntilChange<ReadonlyMap<number, number>>(['services']),
  product: keptUntilChange<ReadonlyMap<number, number>>(['products']),
}
const byPlace = {
  service: keptUntilChange<readonly PlaceCount[]>(['services']),
  product: keptUntilChange<readonly PlaceCount[]>(['products']),
}
const count = sql<number>`count(*)::int`

/** Listings on sale by category, each with all below it: counted once for all menus, from the index alone. */
export const countsByCategory = (context: Kept, kind: Kind): Promise<ReadonlyMap<number, number>> =>
  byCategory[kind](context, 'all', async () => {
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

/** Listings on sale by district, in one category with all below it or in all. */
export const countsByPlace = (context: Kept, kind: Kind, within?: number): Promise<readonly PlaceCount[]> =>
  byPlace[kind](context, String(within ?? ''), async () => {
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
