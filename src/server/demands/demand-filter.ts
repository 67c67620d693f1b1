import { and, arrayContains, eq, gte, inArray, isNull, like, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandFilter, hallFacets } from '../../contract/demands/hall.ts'
import { demands } from '../../db/tables/demands.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'

export type DemandFilter = z.output<typeof demandFilter>
export type Facet = (typeof hallFacets)[number]

/** Conditions of a filter, separated by facet because facet counts leave out the facet's own condition. */
export interface DemandConditions {
  /** Base condition of every count: public, or open for offers if requested. */
  readonly base: SQL | undefined
  readonly facets: Readonly<Record<Facet, SQL | undefined>>
}

/** Condition: public demands. */
export const isPublicDemand = (): SQL | undefined =>
  and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))

/** Condition: demands that accept offers. */
export const isOpenForOffers = (): SQL | undefined =>
  and(eq(demands.status, 'open'), sql`${demands.deadline} > now()`, isNull(demands.deletedAt))

/** Prefix matching a district and all below it: 510000 → 51, 510100 → 5101. */
export const districtPrefix = (code: string): string => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

export function filterConditions(filter: DemandFilter): DemandConditions {
  const { categoryId, districtCode = '', budgetFrom, budgetTo, templateKey = '', closingDays } = filter
  return {
    base: filter.openOnly ? isOpenForOffers() : isPublicDemand(),
    facets: {
      category: categoryId === undefined ? undefined : arrayContains(demands.categoryPath, [categoryId]),
      district: districtCode === '' ? undefined : inDistrict(districtPrefix(districtCode)),
      budget: and(
        budgetFrom === undefined ? undefined : gte(demands.budget, budgetFrom),
        budgetTo === undefined ? undefined : lte(demands.budget, budgetTo),
      ),
      template: templateKey === '' ? undefined : eq(demands.templateKey, templateKey),
      closing:
        closingDays === undefined ? undefined : and(isOpenForOffers(), closesWithin(demands.deadline, closingDays)),
      sealed: filter.sealed ? sql`${demands.sealedOnly}` : undefined,
      confidential: filter.confidential ? sql`${demands.confidential}` : undefined,
    },
  }
}

/** The index starts with the province. Stated once: the planner multiplies selectivities. */
const inDistrict = (prefix: string) =>
  and(
    eq(sql`left(${demands.districtCode}, 2)`, prefix.slice(0, 2)),
    prefix.length > 2 ? like(demands.districtCode, `${prefix}%`) : undefined,
  )

export const closesWithin = (deadline: SQL | typeof demands.deadline, days: number): SQL =>
  sql`${deadline} <= now() + make_interval(days => ${days})`

/** Combines all conditions, optionally without one facet's. */
export const combineConditions = ({ base, facets }: DemandConditions, without?: Facet): SQL | undefined =>
  and(base, ...Object.entries(facets).map(([facet, condition]) => (facet === without ? undefined : condition)))
