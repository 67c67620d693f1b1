import { and, desc, eq, sql, inArray } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { demandSubscriptions, demandMatches, demands, offers } from '../../../db/tables/demands.ts'
import type { Handler } from '../../handler.ts'
import { categoryNodes } from '../../reference/categories.ts'
import { currentCategories, holdCategories, mergedCategories } from '../../reference/category-lock.ts'
import { regionNames } from '../../reference/region-names.ts'
import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { districts } from '../../../db/tables/reference.ts'
import { levelsAboveKind } from '../../../domain/demands/kind-of-work.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { isPublicDemand } from '../demand-filter.ts'
import { demandRows, presentDemand } from '../present-demand.ts'

const maxSuggestions = 6
/** Place of the kind of work in a category path, counted from one. */
const kindLevel = sql.raw(String(levelsAboveKind + 1))

export const subscriptions: Handler<typeof matchingCalls.subscriptions> = async (_input, context) => {
  const { caller, db } = context
  const rows = await db
    .select()
    .from(demandSubscriptions)
    .where(eq(demandSubscriptions.companyId, caller.companyId))
    .orderBy(desc(demandSubscriptions.id))
  const kind = sql<number>`${services.categoryPath}[${kindLevel}]`
  const offered = await db
    .select({ categoryId: kind })
    .from(services)
    .where(and(eq(services.shopId, caller.shopId), eq(services.status, 'published'), sql`${kind} is not null`))
    .groupBy(kind)
    .orderBy(desc(sql`count(*)`), kind)
    .limit(maxSuggestions)
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  const named = (categoryId: number) => {
    const node = nodes.get(categoryId)
    return node === undefined ? [] : [{ categoryId, categoryName: node.name }]
  }
  return {
    subscriptions: rows.map((row) => ({
      subscriptionId: row.id,
      name: row.name,
      words: row.words,
      budgetFrom: row.budgetFrom,
      isOn: row.isOn,
      categories: row.categoryIds.flatMap(named),
      districts: row.districtCodes.map((districtCode) => ({ districtCode, districtName: regionOf(districtCode) })),
      createdAt: row.createdAt.toISOString(),
    })),
    suggested: offered.flatMap(({ categoryId }) => named(categoryId)),
  }
}

type Input = z.output<typeof matchingCalls.subscriptionSave.input>
const maxSubscriptions = 20

export const subscriptionSave: Handler<typeof matchingCalls.subscriptionSave> = (input, context) => {
  const { caller, db, note } = context
  const { subscriptionId, ...given } = input
  const own = eq(demandSubscriptions.companyId, caller.companyId)
  return db.transaction(async (tx) => {
    await holdCategories(tx)
    const merged = await mergedCategories(tx, given.categoryIds)
    const columns = {
      ...given,
      categoryIds: [...new Set(given.categoryIds.map((id) => merged.get(id) ?? id))],
      words: [...new Set(given.words)],
      districtCodes: [...new Set(given.districtCodes)],
    }
    await assertReferencesExist(tx, columns)
    note(given.name)
    if (subscriptionId !== undefined) {
      const [saved] = await tx
        .update(demandSubscriptions)
        .set(columns)
        .where(and(eq(demandSubscriptions.id, subscriptionId), own))
        .returning({ id: demandSubscriptions.id })
      if (saved === undefined) throw new CallFailed('notFound')
      return { subscriptionId }
    }
    // Serialises concurrent inserts of one company, so that the limit holds.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, caller.companyId)).for('no key update')
    const count = await tx.$count(demandSubscriptions, own)
    if (count >= maxSubscriptions) throw new CallFailed('tooManySubscriptions')
    const [made] = await tx
      .insert(demandSubscriptions)
      .values({ ...columns, companyId: caller.companyId, userId: caller.userId })
      .returning({ id: demandSubscriptions.id })
    if (made === undefined) throw new Error('No subscription was made')
    return { subscriptionId: made.id }
  })
}

/** Checks that categories and regions exist: offered service categories below the root, provinces and cities. */
async function assertReferencesExist(
  tx: Db,
  { categoryIds, districtCodes }: Pick<Input, 'categoryIds' | 'districtCodes'>,
) {
  const offered = await currentCategories(tx, 'service')
  if (categoryIds.some((id) => (offered.get(id)?.level ?? 0) === 0)) {
    throw fieldFailed({ field: 'categoryIds', message: '所选分类已不存在，请重新选择' })
  }
  const places = and(inArray(districts.code, districtCodes), inArray(districts.level, [1, 2]))
  if (districtCodes.length > 0 && (await tx.$count(districts, places)) < districtCodes.length) {
    throw fieldFailed({ field: 'districtCodes', message: '请选择省或市' })
  }
}

export const subscriptionDelete: Handler<typeof matchingCalls.subscriptionDelete> = async (input, context) => {
  const { caller, db, note } = context
  const [gone] = await db
    .delete(demandSubscriptions)
    .where(and(eq(demandSubscriptions.id, input.subscriptionId), eq(demandSubscriptions.companyId, caller.companyId)))
    .returning({ name: demandSubscriptions.name })
  if (gone === undefined) throw new CallFailed('notFound')
  note(gone.name)
  return {}
}

export const matchedDemands: Handler<typeof matchingCalls.matchedDemands> = async (input, { caller, db }) => {
  const { current, pageSize } = input
  const own = and(eq(demandMatches.companyId, caller.companyId), isPublicDemand())
  const hits = db
    .select({ one: sql`1` })
    .from(demandMatches)
    .innerJoin(demands, eq(demands.id, demandMatches.demandId))
    .where(own)
    .limit(maxListed)
    .as('hits')
  const total = await db.$count(hits)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const page = db
    .select({
      id: demandMatches.id,
      demandId: demandMatches.demandId,
      invitedAt: demandMatches.invitedAt,
      createdAt: demandMatches.createdAt,
      subscriptionName: demandSubscriptions.name,
    })
    .from(demandMatches)
    .innerJoin(demands, eq(demands.id, demandMatches.demandId))
    .leftJoin(demandSubscriptions, eq(demandSubscriptions.id, demandMatches.subscriptionId))
    .where(own)
    .orderBy(desc(demandMatches.id))
    .limit(pageSize)
    .offset(offset)
  const found = await page
  const rows = await demandRows(db).where(
    inArray(
      demands.id,
      found.map(({ demandId }) => demandId),
    ),
  )
  const byId = new Map(rows.map((row) => [row.demand.id, presentDemand(row)]))
  const offered = await db
    .select({ demandId: offers.demandId })
    .from(offers)
    .where(
      and(
        eq(offers.companyId, caller.companyId),
        inArray(offers.demandId, [...byId.keys()]),
        inArray(offers.status, ['submitted', 'accepted', 'rejected', 'lost']),
      ),
    )
  const withOffer = new Set(offered.map(({ demandId }) => demandId))
  const data = found.flatMap(({ demandId, invitedAt, createdAt, subscriptionName }) => {
    const row = byId.get(demandId)
    if (row === undefined) return []
    const matchedAt = (invitedAt ?? createdAt).toISOString()
    return [{ ...row, matchedAt, invited: invitedAt !== null, subscriptionName, offered: withOffer.has(demandId) }]
  })
  return { total, data }
}
