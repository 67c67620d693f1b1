import { and, asc, eq, ne } from 'drizzle-orm'
import type { savedFiltersCalls } from '../../../contract/accounts/saved-filters.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { savedFilters as table, users } from '../../../db/tables/accounts.ts'
import { maxSavedFilters } from '../../../domain/accounts/saved-filters.ts'
import type { Handler, Handlers } from '../../handler.ts'

const row = { savedFilterId: table.id, name: table.name, query: table.query }

const savedFilters: Handler<typeof savedFiltersCalls.savedFilters> = async ({ list }, { caller, db }) => ({
  data: await db
    .select(row)
    .from(table)
    .where(and(eq(table.userId, caller.userId), eq(table.list, list)))
    .orderBy(asc(table.name)),
})

const savedFilterSave: Handler<typeof savedFiltersCalls.savedFilterSave> = async (input, { caller, db }) => {
  const { list, name, query } = input
  const { userId } = caller
  return db.transaction(async (tx) => {
    // Serialises concurrent inserts of one person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const others = and(eq(table.userId, userId), eq(table.list, list), ne(table.name, name))
    if ((await tx.$count(table, others)) >= maxSavedFilters) throw new CallFailed('tooManySavedFilters')
    const [saved] = await tx
      .insert(table)
      .values({ userId, list, name, query })
      .onConflictDoUpdate({ target: [table.userId, table.list, table.name], set: { query } })
      .returning(row)
    if (saved === undefined) throw new Error('No filter was saved')
    return saved
  })
}

const savedFilterDelete: Handler<typeof savedFiltersCalls.savedFilterDelete> = async (
  { savedFilterId },
  { caller, db },
) => {
  const [gone] = await db
    .delete(table)
    .where(and(eq(table.id, savedFilterId), eq(table.userId, caller.userId)))
    .returning({ id: table.id })
  if (gone === undefined) throw new CallFailed('notFound')
  return {}
}

export const savedFiltersHandlers: Handlers<typeof savedFiltersCalls> = {
  savedFilters,
  savedFilterSave,
  savedFilterDelete,
}
