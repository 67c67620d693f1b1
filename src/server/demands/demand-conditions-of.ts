import { and, arrayContains, eq, gte, inArray, isNull, like, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandFilter, hallFacets } from '../../contract/demands/hall.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'

export type DemandFilter = z.output<typeof demandFilter>
export type Facet = (typeof hallFacets)[number]

/** The conditions of a filter, apart, since the count of a facet leaves its own out. */
export interface DemandConditions {
  /** What every count obeys: visible to everyone, open where that is asked. */
  readonly base: SQL | undefined
  readonly facets: Readonly<Record<Facet, SQL | undefined>>
}

/** Demands that everyone may see. */
export const isPublic = (): SQL | undefined =>
  and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))

/** Demands that still take offers. */
export const takesOffers = (): SQL | undefined =>
  and(eq(demands.status, 'open'), sql`${demands.deadline} > now()`, isNull(demands.deletedAt))

/** 510000 → 51, 510100 → 5101: a district stands for all below it. */
export const districtPrefix = (code: string): string => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

export function conditionsOf(filter: DemandFilter): DemandConditions {
  const { categoryId, districtCode = '', budgetFrom, budgetTo, templateKey = '', closingDays } = filter
  return {
    base: filter.openOnly ? takesOffers() : isPublic(),
    facets: {
      category: categoryId === undefined ? undefined : arrayContains(demands.categoryPath, [categoryId]),
      district: districtCode === '' ? undefined : inDistrict(districtPrefix(districtCode)),
      budget: and(
        budgetFrom === undefined ? undefined : gte(demands.budget, budgetFrom),
        budgetTo === undefined ? undefined : lte(demands.budget, budgetTo),
      ),
      template: templateKey === '' ? undefined : eq(demands.templateKey, templateKey),
      closing: closingDays === undefined ? undefined : and(takesOffers(), endsWithin(demands.deadline, closingDays)),
      sealed: filter.sealed ? sql`${demands.sealedOnly}` : undefined,
      confidential: filter.confidential ? sql`${demands.confidential}` : undefined,
    },
  }
}

/** The province leads the index; it is said once only, since the planner multiplies what it believes to be two conditions. */
const inDistrict = (prefix: string) =>
  and(
    eq(sql`left(${demands.districtCode}, 2)`, prefix.slice(0, 2)),
    prefix.length > 2 ? like(demands.districtCode, `${prefix}%`) : undefined,
  )

export const endsWithin = (deadline: SQL | typeof demands.deadline, days: number): SQL =>
  sql`${deadline} <= now() + make_interval(days => ${days})`

/** All conditions, or all but one facet's. */
export const allOf = ({ base, facets }: DemandConditions, without?: Facet): SQL | undefined =>
  and(base, ...Object.entries(facets).map(([facet, condition]) => (facet === without ? undefined : condition)))
