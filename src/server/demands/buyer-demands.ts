import { and, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { countsOf, descending } from '../operations/public.ts'
import { anywhere } from '../search/anywhere.ts'
import { changesOf } from './demand-changes.ts'
import { demandRows, presentDemand } from './present-demand.ts'

export const buyerDemands: Handler<typeof demandsCalls.buyerDemands> = async (input, { caller, db }) => {
  const { keyword, status, current, pageSize } = input
  const named =
    keyword === '' ? undefined : or(ilike(demands.title, anywhere(keyword)), ilike(demands.demandNo, anywhere(keyword)))
  const where = and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt), named)
  const counted = await db
    .select({ status: demands.status, count: sql<number>`count(*)::int` })
    .from(demands)
    .where(where)
    .groupBy(demands.status)
  const rows = await demandRows(db)
    .where(and(where, status === undefined ? undefined : eq(demands.status, status)))
    .orderBy(descending(demands.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const changes = await changesOf(
    db,
    rows.map(({ demand }) => demand.id),
  )
  const changeOf = ({ id, status }: (typeof rows)[number]['demand']) =>
    status === 'open' ? changes.get(id) : undefined
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({ ...presentDemand(row), change: changeOf(row.demand) ?? null })),
  }
}
