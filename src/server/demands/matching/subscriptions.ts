import { and, desc, eq, sql } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { demandSubscriptions } from '../../../db/tables/demands.ts'
import { categoryNodes, regionNames } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'

const mostSuggested = 6
/** Place of the kind of work in a category's path: below root and stage. */
const kindPlace = sql.raw('3')

export const subscriptions: Handler<typeof matchingCalls.subscriptions> = async (_input, context) => {
  const { caller, db } = context
  const rows = await db
    .select()
    .from(demandSubscriptions)
    .where(eq(demandSubscriptions.companyId, caller.companyId))
    .orderBy(desc(demandSubscriptions.id))
  const kind = sql<number>`${services.categoryPath}[${kindPlace}]`
  const offered = await db
    .select({ categoryId: kind })
    .from(services)
    .where(and(eq(services.shopId, caller.shopId), eq(services.status, 'published'), sql`${kind} is not null`))
    .groupBy(kind)
    .orderBy(desc(sql`count(*)`), kind)
    .limit(mostSuggested)
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  const named = (categoryId: number) => {
    const node = nodes.get(categoryId)
    return node === undefined ? [] : [{ categoryId, categoryName: node.name }]
  }
  return {
    subscriptions: rows.map((row) => ({
      ...{ subscriptionId: row.id, name: row.name, words: row.words, budgetFrom: row.budgetFrom, isOn: row.isOn },
      categories: row.categoryIds.flatMap(named),
      districts: row.districtCodes.map((districtCode) => ({ districtCode, districtName: regionOf(districtCode) })),
      createdAt: row.createdAt.toISOString(),
    })),
    suggested: offered.flatMap(({ categoryId }) => named(categoryId)),
  }
}
