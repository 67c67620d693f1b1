import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { insertRows } from '../../db/insert-rows.ts'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type { Push } from '../push/push.ts'

export { countDownload } from './count-download.ts'
export { deliverOutbox } from './deliver-outbox.ts'
export { downloadsOf, fileOf, fileUrl, giveToCompany, ownFiles } from './files.ts'
export { forgetFiles } from './forget-files.ts'
export { historiesOf, historyOf } from './histories.ts'
export { keepMade, keepMadeSheet, madeOf } from './keep-made.ts'
export { makeWorkbook, type MadeSheet, type SheetCell } from '../workbooks/make-workbook.ts'
export { keepNotices } from './notices.ts'
export { once } from './once.ts'
export { readXlsx } from '../workbooks/read-xlsx.ts'
export { recordOperation } from './operation-log.ts'
export { sweepFiles } from './sweep-files.ts'
export { queueMessage, queueMessages, type OutboxMessage } from './outbox.ts'

type StateChange = typeof stateChanges.$inferInsert

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

/** A table whose rows people call by a number. */
type NumberedTable = 'demands' | 'offers' | 'orders' | 'order_groups' | 'payments' | 'refunds' | 'declarations'

/**
 * Takes the next identity of a table and makes the number of it: prefix, day in Shanghai, at least four digits.
 * The identity is taken from the table's own sequence, so parallel writers neither wait nor meet.
 */
export async function takeNumber(tx: Db, table: NumberedTable, prefix = ''): Promise<{ id: number; no: string }> {
  const [taken] = await takeNumbers(tx, table, 1, prefix)
  if (taken === undefined) throw new Error(`No sequence of ${table}`)
  return taken
}

/** As `takeNumber`, so many at once in one query. */
export async function takeNumbers(
  tx: Db,
  table: NumberedTable,
  count: number,
  prefix = '',
): Promise<{ id: number; no: string }[]> {
  const taken = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(${table}, 'id'))::int`,
      day: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
    })
    .from(sql`generate_series(1, ${count}::int) as each`)
  return taken.map(({ id, day }) => ({ id, no: `${prefix}${day}-${String(id).padStart(4, '0')}` }))
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

/** Ids of the platform's operators: those to tell what waits for the platform. */
export async function operatorsOf(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), eq(users.locked, false)))
  return rows.map(({ id }) => id)
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
