import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { historyStep } from '../../../contract/state.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { stateChanges } from '../../../db/tables/operations.ts'

export type HistoryStep = z.output<typeof historyStep>
type Entity = typeof stateChanges.$inferSelect.entity
type NameOf = (company: { id: number; name: string }) => string
type Step = typeof stateChanges.$inferSelect
/** Name shown for steps without a company. */
export type SystemNameOf = (step: Step) => string
const systemName: SystemNameOf = () => '系统'

/** Histories of several entities in one query, each oldest first. `nameOf` gives the display name of a company. */
export async function historiesOf(
  db: Db,
  entity: Entity,
  ids: readonly number[],
  nameOf: NameOf = (company) => company.name,
  systemNameOf: SystemNameOf = systemName,
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
    const by = step.companyId === null || name === null ? systemNameOf(step) : nameOf({ id: step.companyId, name })
    const said = { event, fromStatus, toStatus, by, reason, at: createdAt.toISOString() }
    histories.set(entityId, [...(histories.get(entityId) ?? []), said])
  }
  return histories
}

/** History of one entity, oldest first. */
export const historyOf = async (
  db: Db,
  entity: Entity,
  entityId: number,
  nameOf?: NameOf,
  systemNameOf?: SystemNameOf,
): Promise<HistoryStep[]> => (await historiesOf(db, entity, [entityId], nameOf, systemNameOf)).get(entityId) ?? []
