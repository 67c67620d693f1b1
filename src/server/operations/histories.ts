import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { historyStep } from '../../contract/state.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { stateChanges } from '../../db/tables/operations.ts'

export type HistoryStep = z.output<typeof historyStep>
type Entity = typeof stateChanges.$inferSelect.entity
type NameOf = (company: { id: number; name: string }) => string

/** Histories of some entities in one query, each oldest first. `nameOf` decides how a company is called to the reader. */
export async function historiesOf(
  db: Db,
  entity: Entity,
  ids: readonly number[],
  nameOf: NameOf = (company) => company.name,
): Promise<ReadonlyMap<number, HistoryStep[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ step: stateChanges, name: companies.name })
    .from(stateChanges)
    .leftJoin(companies, eq(companies.id, stateChanges.companyId))
    .where(and(eq(stateChanges.entity, entity), inArray(stateChanges.entityId, [...ids])))
    .orderBy(asc(stateChanges.id))
  const histories = new Map<number, HistoryStep[]>()
  for (const { step, name } of rows) {
    const { entityId, event, fromStatus, toStatus, reason, createdAt } = step
    const by = step.companyId === null || name === null ? '系统' : nameOf({ id: step.companyId, name })
    const said = { event, fromStatus, toStatus, by, reason, at: createdAt.toISOString() }
    histories.set(entityId, [...(histories.get(entityId) ?? []), said])
  }
  return histories
}

/** History of one entity, oldest first. */
export const historyOf = async (db: Db, entity: Entity, entityId: number, nameOf?: NameOf): Promise<HistoryStep[]> =>
  (await historiesOf(db, entity, [entityId], nameOf)).get(entityId) ?? []
