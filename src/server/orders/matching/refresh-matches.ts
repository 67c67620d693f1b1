import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { matchChanges, matchExceptions, orderMatches } from '../../../db/tables/matching.ts'
import { orders } from '../../../db/tables/orders.ts'
import {
  activeExceptionStatuses,
  exceptionKindLabels,
  exceptionTransitions,
  planExceptions,
  type ExceptionPlan,
  type FoundException,
} from '../../../domain/orders/matching/exceptions.ts'
import { matchOrder, type OrderMatch } from '../../../domain/orders/matching/match-order.ts'
import { sentence } from '../../../domain/sentence.ts'
import { sides } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context } from '../../handler.ts'
import { createJobContext, type NotifyContext } from '../../platform/job-context.ts'
import type { Push } from '../../push/push.ts'
import { recordSteps, type StateChange } from '../../platform/history/record-steps.ts'
import { lockEach } from '../../platform/queries/lock-each.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { loadMatchFacts, type MatchedOrder } from './match-facts.ts'

/** Orders in one transaction: their rows stay locked until its end. */
const batchSize = 10
/** Maximum of changed orders that a call matches before it reads; the job does the rest. */
const maxForReader = 100

export type ExceptionRow = typeof matchExceptions.$inferSelect

/** Condition of the exceptions that still count. */
export const isActiveException = inArray(matchExceptions.status, [...activeExceptionStatuses])

interface MatchScope {
  readonly companyId?: number
  readonly orderId?: number
}

interface ComputedMatch {
  readonly order: MatchedOrder
  readonly sums: OrderMatch['sums']
  readonly plan: ExceptionPlan<ExceptionRow>
}

/**
 * Serialises the matches of some orders and the steps of their exceptions, until the transaction ends. Taken before any
 * lock of orders.
 */
export const lockMatches = (tx: Db, orderIds: readonly number[]): Promise<void> => lockEach(tx, 'matches', orderIds)

/**
 * The one function that computes matches: of the orders of a company, or of all, whose facts changed. Triggers queue
 * them (`match_changes`); a job runs it every minute, and every call that reads matches runs it for its company first.
 * Returns the number of orders.
 */
export async function refreshMatches(
  db: Db,
  context: NotifyContext,
  { companyId, orderId, limit = 500 }: MatchScope & { readonly limit?: number } = {},
): Promise<number> {
  let done = 0
  while (done < limit) {
    const ids = await changedOrders(db, { companyId, orderId })
    if (ids.length === 0) break
    await db.transaction(async (tx) => refreshOrders(tx, context, ids))
    done += ids.length
  }
  return done
}

/**
 * Refreshes the matches that a call is about to read. An operator who views the account of a person reads in a
 * transaction that cannot write, and gets what is stored.
 */
export async function refreshBeforeReading(
  context: NotifyContext & Pick<Context, 'db' | 'caller'>,
  scope: MatchScope = {},
): Promise<void> {
  if (context.caller?.viewerId !== undefined) return
  await refreshMatches(context.db, context, { ...scope, limit: maxForReader })
}

async function changedOrders(
  db: Db,
  { companyId, orderId }: { companyId: number | undefined; orderId: number | undefined },
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: matchChanges.orderId })
    .from(matchChanges)
    .innerJoin(orders, eq(orders.id, matchChanges.orderId))
    .where(
      and(
        companyId === undefined
          ? undefined
          : or(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
    .orderBy(asc(matchChanges.orderId))
    .limit(batchSize)
  return rows.map((row) => row.orderId)
}

async function refreshOrders(tx: Db, context: NotifyContext, orderIds: readonly number[]): Promise<void> {
  await lockMatches(tx, orderIds)
  // Writers lock their order first: its facts are those of finished transactions, and stay until this one ends. The
  // inserts below would lock the same rows for their foreign keys, in any order.
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
    .for('key share')
  // Whoever waited for the lock may find nothing left to do; what changes from now on is queued again.
  const taken = await tx
    .delete(matchChanges)
    .where(inArray(matchChanges.orderId, [...orderIds]))
    .returning({ orderId: matchChanges.orderId })
  const ids = [...new Set(taken.map(({ orderId }) => orderId))]
  if (ids.length === 0) return
  const loaded = await loadMatchFacts(tx, ids)
  const stored = Map.groupBy(
    await tx.select().from(matchExceptions).where(inArray(matchExceptions.orderId, ids)),
    ({ orderId }) => orderId,
  )
  const computed = [...loaded.values()].map(({ order, facts }): ComputedMatch => {
    const { sums, exceptions } = matchOrder(facts)
    return { order, sums, plan: planExceptions(stored.get(order.id) ?? [], exceptions) }
  })
  await saveExceptions(tx, computed, new Date())
  await saveSums(tx, computed)
  for (const { order, plan } of computed) await notifyUrgent(tx, context, order, plan)
}

/** Saves new, changed and resolved exceptions of some orders with their history: three statements at most. */
async function saveExceptions(tx: Db, computed: readonly ComputedMatch[], now: Date): Promise<void> {
  const found = computed.flatMap(({ order, plan }) =>
    plan.found.map((each) => ({ ...each, orderId: order.id, createdAt: now })),
  )
  const made =
    found.length === 0 ? [] : await tx.insert(matchExceptions).values(found).returning({ id: matchExceptions.id })
  const changes = computed.flatMap(({ plan }) => changesOf(plan))
  await insertRows(
    tx,
    matchExceptions,
    changes.map(({ row }) => row),
    ['severity', 'amount', 'detail', 'status'],
  )
  await recordSteps(tx, [
    ...made.map(
      ({ id }) => ({ entity: 'match', entityId: id, event: 'find', fromStatus: '', toStatus: 'open' }) as const,
    ),
    ...changes.flatMap(({ step }) => step ?? []),
  ])
}

interface ExceptionChange {
  readonly row: ExceptionRow
  /** undefined: the status stays. */
  readonly step: StateChange | undefined
}

/** Stored exceptions as they are to be saved, with the step of those whose status changes. */
function changesOf({ kept, resolved }: ExceptionPlan<ExceptionRow>): ExceptionChange[] {
  const stepOf = ({ id, status }: ExceptionRow, event: 'reopen' | 'resolve') => {
    const toStatus = nextState(exceptionTransitions, status, event, 'system')
    return toStatus && ({ entity: 'match', entityId: id, event, fromStatus: status, toStatus } as const)
  }
  return [
    ...kept.map(({ stored, now: { severity, amount, detail }, reopened }) => {
      const step = reopened ? stepOf(stored, 'reopen') : undefined
      return { row: { ...stored, severity, amount, detail, status: step?.toStatus ?? stored.status }, step }
    }),
    ...resolved.flatMap((stored) => {
      const step = stepOf(stored, 'resolve')
      return step === undefined ? [] : [{ row: { ...stored, status: step.toStatus }, step }]
    }),
  ]
}

async function saveSums(tx: Db, computed: readonly ComputedMatch[]): Promise<void> {
  const counts = await countExceptions(
    tx,
    computed.map(({ order }) => order.id),
  )
  const rows = computed.map(({ order: { id, buyerCompanyId, sellerCompanyId }, sums }) => {
    const { accepted, paid, vouched, invoiced } = sums
    const { exceptions, urgent } = counts.get(id) ?? none
    return { orderId: id, buyerCompanyId, sellerCompanyId, accepted, paid, vouched, invoiced, exceptions, urgent }
  })
  await tx
    .insert(orderMatches)
    .values(rows)
    .onConflictDoUpdate({
      target: orderMatches.orderId,
      set: {
        accepted: sql`excluded.accepted`,
        paid: sql`excluded.paid`,
        vouched: sql`excluded.vouched`,
        invoiced: sql`excluded.invoiced`,
        exceptions: sql`excluded.exceptions`,
        urgent: sql`excluded.urgent`,
      },
    })
}

const none = { exceptions: 0, urgent: 0 }

/** Open and explained exceptions by order, and those of them that need action. */
async function countExceptions(tx: Db, orderIds: readonly number[]) {
  const rows = await tx
    .select({
      orderId: matchExceptions.orderId,
      exceptions: sql<number>`count(*)::int`,
      urgent: sql<number>`(count(*) filter (where ${eq(matchExceptions.severity, 'high')}))::int`,
    })
    .from(matchExceptions)
    .where(and(inArray(matchExceptions.orderId, [...orderIds]), isActiveException))
    .groupBy(matchExceptions.orderId)
  return new Map(rows.map(({ orderId, exceptions, urgent }) => [orderId, { exceptions, urgent }]))
}

/** Updates the counts of an order after a step of one of its exceptions. */
export async function recountExceptions(tx: Db, orderId: number): Promise<void> {
  const counts = (await countExceptions(tx, [orderId])).get(orderId) ?? none
  await tx.update(orderMatches).set(counts).where(eq(orderMatches.orderId, orderId))
}

/** One notice a side and order about the exceptions that need action and are new. */
async function notifyUrgent(
  tx: Db,
  context: NotifyContext,
  order: MatchedOrder,
  plan: ExceptionPlan<ExceptionRow>,
): Promise<void> {
  const appeared: readonly FoundException[] = [
    ...plan.found,
    ...plan.kept
      .filter(({ stored, now, reopened }) => reopened || stored.severity !== now.severity)
      .map(({ now }) => now),
  ]
  const urgent = appeared.filter(({ severity }) => severity === 'high')
  const [first] = urgent
  if (first === undefined) return
  const kinds = [...new Set(urgent.map(({ kind }) => exceptionKindLabels[kind]))].join('、')
  for (const side of sides)
    await notifyOrderSide(tx, context, order, side, {
      event: 'match.found',
      title: `订单 ${order.orderNo} 对账有差异：${kinds}`,
      text: `${first.detail === '' ? '' : sentence(first.detail)}请在订单的对账中核对，或说明原因。`,
    })
}

/**
 * Matches what changed since the last run: the job, and what reads a match outside of a call. Safe to run twice and in
 * several processes.
 */
export async function matchChangedOrders(
  db: Db,
  { push }: { readonly push: Push },
  scope: MatchScope = {},
): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await refreshMatches(db, context, { ...scope, limit: 5_000 })
  await notifyAll()
}
