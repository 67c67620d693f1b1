import { eq, sql } from 'drizzle-orm'
import { products, services } from '../../db/tables/catalogue.ts'
import type { PlaceCount } from '../../domain/reference/area-menu.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoryNodes } from './category-tree.ts'

type Kind = 'service' | 'product'
type Kept = Pick<Context, 'db' | 'pages'>
/** How many are on sale in a category itself, in one district. */
interface Tally {
  readonly categoryId: number
  readonly code: string
  readonly count: number
}

const tables = { service: services, product: products }
const kept = {
  service: keptUntilChange<readonly Tally[]>(['services']),
  product: keptUntilChange<readonly Tally[]>(['products']),
}

/** What is on sale, counted by category and district once for all menus, from the index alone. */
const tallies = (context: Kept, kind: Kind): Promise<readonly Tally[]> =>
  kept[kind](context, 'all', () => {
    const t = tables[kind]
    return context.db
      .select({ categoryId: t.categoryId, code: t.districtCode, count: sql<number>`count(*)::int` })
      .from(t)
      .where(eq(t.status, 'published'))
      .groupBy(t.categoryId, t.districtCode)
  })

/** Listings on sale by category, each with all below it. */
export async function countsByCategory(context: Kept, kind: Kind): Promise<ReadonlyMap<number, number>> {
  const nodes = await categoryNodes(context)
  const counts = new Map<number, number>()
  for (const { categoryId, count } of await tallies(context, kind)) {
    for (const id of nodes.get(categoryId)?.path ?? []) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

/** Listings on sale by district, in one category with all below it or in all. */
export async function countsByPlace(context: Kept, kind: Kind, within?: number): Promise<PlaceCount[]> {
  const nodes = await categoryNodes(context)
  return (await tallies(context, kind)).filter(
    ({ categoryId }) => within === undefined || nodes.get(categoryId)?.path.includes(within),
  )
}
