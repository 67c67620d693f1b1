import { and, arrayContains, desc, ne, sql } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { takesOffers } from './demand-conditions-of.ts'
import { countUpTo } from './demands.ts'
import { demandRows, presentDemand } from './present-demand.ts'
import { visibleDemand } from './visible-demand.ts'

/** Similar demands are a hint beside one; nobody pages far. */
const mostSimilar = 100

export const similarDemands: Handler<typeof demandsCalls.similarDemands> = async (input, { db, caller }) => {
  const { demand } = await visibleDemand(db, input.demandId, caller)
  const stageId = demand.categoryPath[1] ?? demand.categoryId
  const where = and(takesOffers(), arrayContains(demands.categoryPath, [stageId]), ne(demands.id, demand.id))
  const total = await countUpTo(db, where, mostSimilar)
  const offset = (input.current - 1) * input.pageSize
  if (offset >= total) return { total, data: [] }
  const rows = await demandRows(db)
    .where(where)
    // The longer the common path, the closer the work.
    .orderBy(
      sql`cardinality(array(select unnest(${demands.categoryPath}) intersect
        select unnest(${`{${demand.categoryPath.join(',')}}`}::int[]))) desc`,
      desc(demands.publishedAt),
      desc(demands.id),
    )
    .limit(input.pageSize)
    .offset(offset)
  return { total, data: rows.map(presentDemand) }
}
