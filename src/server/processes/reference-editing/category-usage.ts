import { sql, type SQL } from 'drizzle-orm'
import type { CategoryUsage } from '../../../contract/reference/category-editing.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { savedSearches } from '../../../db/tables/search.ts'
import { demands, demandSubscriptions, leads } from '../../../db/tables/demands.ts'

type Kind = 'service' | 'product'
type Part = keyof CategoryUsage

const parts = [
  'listings',
  'changes',
  'demands',
  'subscriptions',
  'leads',
  'savedSearches',
] as const satisfies readonly Part[]

/** The category of a saved search. */
export const savedCategory = sql<
  number | null
>`substring(${savedSearches.query} from '(?:^|&)(?:id|fieldLevel2Id|fieldLevel3Id)=([0-9]{1,9})(?:&|$)')::int`

/** Uses of the single categories of a kind, one query for all. */
export async function usageByCategory(db: Db, kind: Kind): Promise<ReadonlyMap<number, CategoryUsage>> {
  const t = kind === 'service' ? services : products
  const sources: SQL[] = [
    sql`select 'listings' as part, ${t.categoryId} as id, count(*)::int as count from ${t}
      where ${t.deletedAt} is null group by 2`,
    sql`select 'changes', (${listingChanges.form} ->> 'categoryId')::int, count(*)::int from ${listingChanges}
      where ${listingChanges.kind} = ${kind} and ${listingChanges.form} ->> 'categoryId' is not null group by 2`,
    sql`select 'savedSearches', ${savedCategory}, count(*)::int from ${savedSearches}
      where ${savedSearches.kind} = ${kind} and ${savedCategory} is not null group by 2`,
  ]
  // Demands, subscriptions and requests of visitors name categories of services only.
  if (kind === 'service')
    sources.push(
      sql`select 'demands', ${demands.categoryId}, count(*)::int from ${demands}
        where ${demands.deletedAt} is null group by 2`,
      sql`select 'subscriptions', unnest(${demandSubscriptions.categoryIds}), count(*)::int from ${demandSubscriptions}
        group by 2`,
      sql`select 'leads', ${leads.categoryId}, count(*)::int from ${leads} where ${leads.categoryId} is not null group by 2`,
    )
  const rows = await db
    .select({ part: sql<Part>`part`, id: sql<number>`id`, count: sql<number>`count` })
    .from(sql`(${sql.join(sources, sql` union all `)}) as uses`)
  const counts = Map.groupBy(rows, ({ id }) => id)
  return new Map([...counts].map(([id, all]) => [id, usageOf(all)]))
}

const usageOf = (rows: readonly { readonly part: Part; readonly count: number }[]): CategoryUsage => {
  const of = (part: Part) => rows.find((row) => row.part === part)?.count ?? 0
  return {
    listings: of('listings'),
    changes: of('changes'),
    demands: of('demands'),
    subscriptions: of('subscriptions'),
    leads: of('leads'),
    savedSearches: of('savedSearches'),
  }
}

const none = usageOf([])

/** Uses of categories together. */
export const sumUsage = (all: readonly (CategoryUsage | undefined)[]): CategoryUsage =>
  usageOf(parts.map((part) => ({ part, count: all.reduce((sum, each) => sum + (each ?? none)[part], 0) })))

export const isUsed = (usage: CategoryUsage): boolean => parts.some((part) => usage[part] > 0)
