import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { historyStep } from '../../contract/state.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Db } from '../../db/open.ts'
import { companies, roles, userRoles, users } from '../../db/tables/accounts.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type { Push } from '../push/push.ts'

export { countDownload } from './count-download.ts'
export { deliverOutbox } from './deliver-outbox.ts'
export { downloadsOf, fileOf, fileUrl, giveToCompany, ownFiles } from './files.ts'
export { keepMadeSheet } from './keep-made.ts'
export { zipEntries } from './office-files.ts'
export { once } from './once.ts'
export { recordOperation } from './operation-log.ts'
export { queueMessage } from './outbox.ts'
export { storedZip, type PlainPart } from './stored-zip.ts'

type StateChange = typeof stateChanges.$inferInsert
export type HistoryStep = z.output<typeof historyStep>

/** Who made a step; without it the system did. */
export interface Actor {
  readonly userId: number
  readonly companyId: number
}

/** A sheet brings thousands; between two inserts other callers get their turn. */
const rowsAnInsert = 1_000

/** Writes history rows; always in the transaction that changed the states. */
export async function recordSteps(tx: Db, steps: readonly StateChange[]): Promise<void> {
  for (let at = 0; at < steps.length; at += rowsAnInsert) {
    await insertRows(
      tx,
      stateChanges,
      steps.slice(at, at + rowsAnInsert).map((step) => ({ userId: null, companyId: null, reason: '', ...step })),
    )
    if (steps.length > rowsAnInsert) await setImmediate()
  }
}

/** History of one entity, oldest first. `nameOf` decides how a company is called to the reader. */
export async function historyOf(
  db: Db,
  entity: StateChange['entity'],
  entityId: number,
  nameOf: (company: { id: number; name: string }) => string = (company) => company.name,
): Promise<HistoryStep[]> {
  const rows = await db
    .select({ step: stateChanges, name: companies.name })
    .from(stateChanges)
    .leftJoin(companies, eq(companies.id, stateChanges.companyId))
    .where(and(eq(stateChanges.entity, entity), eq(stateChanges.entityId, entityId)))
    .orderBy(asc(stateChanges.id))
  return rows.map(({ step, name }) => ({
    event: step.event,
    fromStatus: step.fromStatus,
    toStatus: step.toStatus,
    by: step.companyId === null || name === null ? '系统' : nameOf({ id: step.companyId, name }),
    reason: step.reason,
    at: step.createdAt.toISOString(),
  }))
}

/**
 * Takes the next identity of a table and makes the number of it: prefix, day in Shanghai, at least four digits.
 * The identity is taken from the table's own sequence, so parallel writers neither wait nor meet.
 */
export async function takeNumber(
  tx: Db,
  table: 'demands' | 'offers' | 'orders',
  prefix = '',
): Promise<{ id: number; no: string }> {
  const [taken] = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(${table}, 'id'))::int`,
      day: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
    })
    .from(sql`(values (1)) as one(row)`)
  if (taken === undefined) throw new Error(`No sequence of ${table}`)
  return { id: taken.id, no: `${prefix}${taken.day}-${String(taken.id).padStart(4, '0')}` }
}

/** What a person is told at once, when they are there; whoever is away finds it at their desk. */
export interface Notice {
  readonly title: string
  /** Own path that leads to it. */
  readonly path: string
}

/** Ids of a company's people who hold a permission: those to tell. One query for all companies. */
export async function peopleOf(
  db: Db,
  companyIds: readonly number[],
  permission: Permission,
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (companyIds.length === 0) return new Map()
  const holds = sql`exists (select 1 from ${userRoles} join ${roles}
    on ${roles.id} = ${userRoles.roleId} and ${roles.companyId} = ${users.companyId}
    where ${userRoles.userId} = ${users.id} and ${permission} = any(${roles.permissions}))`
  const rows = await db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(and(inArray(users.companyId, [...companyIds]), eq(users.locked, false), or(users.isOwner, holds)))
  const people = new Map<number, number[]>()
  for (const { userId, companyId } of rows) {
    if (companyId !== null) people.set(companyId, [...(people.get(companyId) ?? []), userId])
  }
  return people
}

/** Sends a notice to people over push. To be called after commit, with people that were read before it. */
export function tell(push: Pick<Push, 'send'>, userIds: readonly number[] | undefined, notice: Notice): void {
  for (const userId of userIds ?? []) push.send(userId, { kind: 'notice', ...notice, at: new Date().toISOString() })
}

/** The part of a caller that a history row keeps. */
export const actorOf = ({ userId, companyId }: Actor): Actor => ({ userId, companyId })

/** Descending as the indexes are kept: PostgreSQL reads an index for an order only when its nulls stand at the same end. */
export const descending = (column: SQLWrapper): SQL => sql`${column} desc nulls last`

/** Counts by state, and the total that belongs to the state asked for (all without one). */
export function countsOf<S extends string>(
  rows: readonly { status: S; count: number }[],
  status: S | undefined,
): { total: number; counts: Partial<Record<S, number>> } {
  const counts: Partial<Record<S, number>> = {}
  for (const row of rows) counts[row.status] = row.count
  const total = status === undefined ? rows.reduce((sum, row) => sum + row.count, 0) : (counts[status] ?? 0)
  return { total, counts }
}
