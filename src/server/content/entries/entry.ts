import { and, desc, eq, sql } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import type { EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { entryTables } from './entry-tables.ts'
import { readForm } from './read-form.ts'
import { typedOf } from './unfinished.ts'

/** Steps of a history that are told. */
const mostSteps = 50

export const entry: Handler<typeof entriesCalls.entry> = async ({ kind, entryId }, { db }) => {
  const { table } = entryTables[kind]
  const [row] = await db
    .select({ status: sql<EntryStatus>`${table.status}`, version: sql<number>`${table.version}` })
    .from(table)
    .where(eq(table.id, entryId))
  if (row === undefined) throw new CallFailed('notFound')
  const steps = await db
    .select({ step: stateChanges, realName: users.realName, loginName: users.loginName })
    .from(stateChanges)
    .leftJoin(users, eq(users.id, stateChanges.userId))
    .where(and(eq(stateChanges.entity, `entry.${kind}`), eq(stateChanges.entityId, entryId)))
    .orderBy(desc(stateChanges.id))
    .limit(mostSteps)
  return {
    ...{ entryId, ...row, form: await readForm(db, kind, entryId), typed: await typedOf(db, kind, entryId) },
    history: steps.map(({ step, realName, loginName }) => ({
      ...{ event: step.event, text: step.reason, by: personName({ realName, loginName }) || '系统' },
      at: step.createdAt.toISOString(),
    })),
  }
}
