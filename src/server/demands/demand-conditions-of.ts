import { and, arrayContains, eq, gte, inArray, isNull, like, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandFilter } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'

export type DemandFilter = z.output<typeof demandFilter>

/** The conditions of a filter, apart, since the count of a facet leaves its own out. */
export interface DemandConditions {
  /** What every count obeys: visible to everyone, open where that is asked. */
  readonly base: SQL | undefined
  readonly category: SQL | undefined
  readonly district: SQL | undefined
  readonly budget: SQL | undefined
}

/** Demands that everyone may see. */
export const isPublic = (): SQL | undefined =>
  and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))

/** Demands that still take offers. */
export const takesOffers = (): SQL | undefined =>
  and(eq(demands.status, 'open'), sql`${demands.deadline} > now()`, isNull(demands.deletedAt))

/** 510000 → 51, 510100 → 5101: a district stands for all below it. */
const districtPrefix = (code: string) => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

export function conditionsOf(filter: DemandFilter): DemandConditions {
  const { categoryId, districtCode = '', budgetFrom, budgetTo } = filter
  return {
    base: filter.openOnly ? takesOffers() : isPublic(),
    category: categoryId === undefined ? undefined : arrayContains(demands.categoryPath, [categoryId]),
    district: districtCode === '' ? undefined : like(demands.districtCode, `${districtPrefix(districtCode)}%`),
    budget: and(
      budgetFrom === undefined ? undefined : gte(demands.budget, budgetFrom),
      budgetTo === undefined ? undefined : lte(demands.budget, budgetTo),
    ),
  }
}
