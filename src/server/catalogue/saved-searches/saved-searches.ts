import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { savedSearchesCalls } from '../../../contract/catalogue/saved-searches.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { savedSearches as table, savedSearchHits as hits } from '../../../db/tables/search.ts'
import { listPath, maxSavedSearches, savedQuery, savedState } from '../../../domain/catalogue/saved-search.ts'
import { queryAfterMerge } from '../../../domain/reference/category-address.ts'
import type { Handler } from '../../handler.ts'
import { categoryTargets, holdCategories } from '../../reference/category-lock.ts'
import { conditionNames } from './condition-names.ts'

export const savedSearches: Handler<typeof savedSearchesCalls.savedSearches> = async (_input, context) => {
  const { caller, db } = context
  const own = eq(table.userId, caller.userId)
  const rows = await db.select().from(table).where(own).orderBy(desc(table.id))
  const onSale = sql`case ${table.kind}
    when 'service' then exists (select from ${services} where ${services.id} = ${hits.listingId} and ${services.status} = 'published')
    else exists (select from ${products} where ${products.id} = ${hits.listingId} and ${products.status} = 'published') end`
  const counts = await db
    .select({ id: hits.savedSearchId, count: sql<number>`count(*)::int` })
    .from(hits)
    .innerJoin(table, eq(table.id, hits.savedSearchId))
    .where(and(own, gt(hits.createdAt, table.openedAt), onSale))
    .groupBy(hits.savedSearchId)
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  const namesOf = await conditionNames(rows, context)
  return {
    data: rows.map((row) => ({
      savedSearchId: row.id,
      kind: row.kind,
      name: row.name,
      conditions: namesOf(row),
      isOn: row.isOn,
      newCount: countOf.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

export const savedSearchSave: Handler<typeof savedSearchesCalls.savedSearchSave> = async (input, { caller, db }) => {
  const { kind, name } = input
  const { userId } = caller
  const query = savedQuery(kind, input.query)
  if (query === '') throw fieldFailed({ field: 'query', message: '请先输入关键词或选择条件，再保存' })
  return db.transaction(async (tx) => {
    await holdCategories(tx)
    // Serialises concurrent inserts of one person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if ((await tx.$count(table, eq(table.userId, userId))) >= maxSavedSearches)
      throw new CallFailed('tooManySavedSearches')
    const now = sql`now()`
    const [made] = await tx
      .insert(table)
      .values({
        userId,
        kind,
        name,
        query: queryAfterMerge(kind, query, await categoryTargets(tx)),
        foundUntil: now,
        openedAt: now,
      })
      .returning({ id: table.id })
    if (made === undefined) throw new Error('No search was saved')
    return { savedSearchId: made.id }
  })
}

export const savedSearchUpdate: Handler<typeof savedSearchesCalls.savedSearchUpdate> = async (
  input,
  { caller, db },
) => {
  const { savedSearchId, name, isOn } = input
  const [saved] = await db
    .update(table)
    .set({ name: name ?? sql`${table.name}`, isOn: isOn ?? sql`${table.isOn}` })
    .where(and(eq(table.id, savedSearchId), eq(table.userId, caller.userId)))
    .returning({ id: table.id })
  if (saved === undefined) throw new CallFailed('notFound')
  return {}
}

export const savedSearchDelete: Handler<typeof savedSearchesCalls.savedSearchDelete> = async (
  input,
  { caller, db },
) => {
  const [gone] = await db
    .delete(table)
    .where(and(eq(table.id, input.savedSearchId), eq(table.userId, caller.userId)))
    .returning({ id: table.id })
  if (gone === undefined) throw new CallFailed('notFound')
  return {}
}

export const savedSearchOpen: Handler<typeof savedSearchesCalls.savedSearchOpen> = async (input, { caller, db }) => {
  const [opened] = await db
    .update(table)
    .set({ openedAt: sql`now()` })
    .where(and(eq(table.id, input.savedSearchId), eq(table.userId, caller.userId)))
    .returning({ kind: table.kind, query: table.query })
  if (opened === undefined) throw new CallFailed('notFound')
  return { path: listPath(opened.kind, { ...savedState(opened.query), sort: 'new' }) }
}
