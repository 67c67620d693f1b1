import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DemandRow } from '../../contract/demands/demands.ts'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { categories } from '../../db/tables/reference.ts'
import { city, districtJoins, districtNameOf, districtNames, place, province } from './district-names.ts'

const stage = alias(categories, 'stage')
const at = districtJoins(demands.districtCode)

/** Query of demands with the names of category, stage and district; the caller adds condition, order and limit. */
export const demandRows = (db: Db) =>
  db
    .select({ demand: demands, categoryName: categories.name, stageName: stage.name, ...districtNames })
    .from(demands)
    .innerJoin(categories, eq(categories.id, demands.categoryId))
    // The category path starts with the root; stages are second.
    .innerJoin(stage, sql`${stage.id} = coalesce(${demands.categoryPath}[2], ${demands.categoryPath}[1])`)
    .leftJoin(place, at.place)
    .leftJoin(city, at.city)
    .leftJoin(province, at.province)
    .$dynamic()

export type LoadedDemand = Awaited<ReturnType<typeof demandRows>>[number]

/** A demand as lists show it. */
export function presentDemand(row: LoadedDemand): DemandRow {
  const { demand } = row
  return {
    demandId: demand.id,
    demandNo: demand.demandNo,
    demandTitle: demand.title,
    summary: demand.summary,
    categoryId: demand.categoryId,
    categoryName: row.categoryName,
    stageName: row.stageName,
    districtName: districtNameOf(demand.districtCode, row),
    demandBudget: demand.budget,
    deadline: demand.deadline.toISOString(),
    status: demand.status,
    offerCount: demand.offerCount,
    sealedOnly: demand.sealedOnly,
    invitedOnly: demand.invitedOnly,
    confidential: demand.confidential,
    publishedAt: demand.publishedAt?.toISOString() ?? null,
  }
}
