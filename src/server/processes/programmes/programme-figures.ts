import { and, count, eq, inArray, isNull, max, notInArray, sql, sum } from 'drizzle-orm'
import type { Programme } from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { programmeEntries } from '../../../db/tables/programmes.ts'
import { owedStatuses } from '../../../domain/orders/order-actions.ts'
import { endedStatuses, undeliveredStatuses } from '../../../domain/orders/order-states.ts'

/** Figures of one programme; money in fen. */
export interface ProgrammeFigures {
  readonly demands: number
  readonly orders: number
  readonly ordered: number
  readonly paid: number
  readonly lastActivityAt: Date | null
  /** Deadlines to come, the nearest first. */
  readonly dates: Programme['dates']
}

/** Deadlines shown of one programme. */
const maxDates = 10
const isCounted = notInArray(orders.status, [...endedStatuses])

/** Figures by programme: seven statements, however many programmes. */
export async function loadFigures(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ProgrammeFigures>> {
  if (ids.length === 0) return new Map()
  const ofOrders = inArray(orders.projectId, [...ids])
  const demandCounts = await db
    .select({ id: demands.projectId, found: count() })
    .from(demands)
    .where(and(inArray(demands.projectId, [...ids]), isNull(demands.deletedAt)))
    .groupBy(demands.projectId)
  const orderSums = await db
    .select({
      id: orders.projectId,
      found: count(),
      ordered: sql<number>`coalesce(sum(${orders.total}) filter (where ${isCounted}), 0)::float8`,
    })
    .from(orders)
    .where(ofOrders)
    .groupBy(orders.projectId)
  const paidSums = await db
    .select({ id: orders.projectId, paid: sum(paymentLines.paid).mapWith(Number) })
    .from(orders)
    .innerJoin(paymentLines, eq(paymentLines.orderId, orders.id))
    .where(ofOrders)
    .groupBy(orders.projectId)
  const entries = await db
    .select({ id: programmeEntries.programmeId, last: max(programmeEntries.createdAt) })
    .from(programmeEntries)
    .where(inArray(programmeEntries.programmeId, [...ids]))
    .groupBy(programmeEntries.programmeId)
  const dates = Map.groupBy(await loadDates(db, ids), ({ id }) => id)
  return new Map(
    ids.map((id) => {
      const sums = orderSums.find((row) => row.id === id)
      return [
        id,
        {
          demands: demandCounts.find((row) => row.id === id)?.found ?? 0,
          orders: sums?.found ?? 0,
          ordered: sums?.ordered ?? 0,
          paid: paidSums.find((row) => row.id === id)?.paid ?? 0,
          lastActivityAt: entries.find((row) => row.id === id)?.last ?? null,
          dates: (dates.get(id) ?? []).slice(0, maxDates).map(({ kind, itemId, title, at }) => ({
            kind,
            itemId,
            title,
            at: at.toISOString(),
          })),
        },
      ]
    }),
  )
}

type DateRow = Omit<Programme['dates'][number], 'at'> & { readonly id: number; readonly at: Date }

/** Deadlines of open demands, payments to be made and promised deliveries from now on, the nearest first. */
async function loadDates(db: Db, ids: readonly number[]): Promise<DateRow[]> {
  const offers = await db
    .select({ id: demands.projectId, itemId: demands.id, title: demands.title, at: demands.deadline })
    .from(demands)
    .where(
      and(
        inArray(demands.projectId, [...ids]),
        eq(demands.status, 'open'),
        isNull(demands.deletedAt),
        sql`${demands.deadline} > now()`,
      ),
    )
  const payments = await db
    .select({ id: orders.projectId, itemId: orders.id, title: orders.title, at: paymentLines.dueAt })
    .from(orders)
    .innerJoin(paymentLines, eq(paymentLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.projectId, [...ids]),
        isCounted,
        inArray(paymentLines.status, ['scheduled', ...owedStatuses]),
        sql`${paymentLines.dueAt} > now()`,
      ),
    )
  const deliveries = await db
    .select({ id: orders.projectId, itemId: orders.id, title: orders.title, at: orders.promisedAt })
    .from(orders)
    .where(
      and(
        inArray(orders.projectId, [...ids]),
        inArray(orders.status, [...undeliveredStatuses]),
        sql`${orders.promisedAt} > now()`,
      ),
    )
  const named = (
    kind: DateRow['kind'],
    rows: readonly { id: number | null; itemId: number; title: string; at: Date | null }[],
  ) =>
    rows.flatMap(({ id, itemId, title, at }): DateRow[] =>
      id === null || at === null ? [] : [{ id, kind, itemId, title, at }],
    )
  return [...named('offers', offers), ...named('payment', payments), ...named('delivery', deliveries)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
}
