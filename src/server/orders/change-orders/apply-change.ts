import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts } from '../../../db/tables/payments.ts'
import { percentShares, type ChangePlan, type OrderTerms, type TermRow } from '../../../domain/orders/change-terms.ts'
import { changeOrderName } from '../../../domain/orders/change-order-states.ts'
import { endOfDay } from '../../../domain/orders/deadlines.ts'
import { dealSideOf, type DealFacts } from '../../../domain/orders/deal-record.ts'
import { areAllDelivered, milestoneName, stagedOrderState } from '../../../domain/orders/milestone-states.ts'
import { isOrderCompleted, isOrderConfirmed } from '../../../domain/orders/order-states.ts'
import { isPaymentOpen } from '../../../domain/orders/payment-states.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import type { Order } from '../lock-order.ts'
import { loadMilestones, moveMilestone, type Milestone } from '../milestones/milestones.ts'
import type { StepActor } from '../move-order.ts'
import type { OrderContext } from '../notify-order.ts'
import { closeAttempt, lockActiveAttempts } from '../payments/close-payments.ts'
import { postLowerAmount } from '../payments/ledger-postings.ts'
import { movePaymentLine, systemActor } from '../payments/move-payment-line.ts'
import { loadPaymentParts, lockPaymentLines } from '../payments/payment-locks.ts'
import { createRefunds } from '../refunds/create-refunds.ts'
import { loadRefundable, refundableOfLine } from '../refunds/refundable.ts'
import type { LoadedBase, LoadedRow } from './change-base.ts'
import { changeEntry, termRowFacts, type ChangeRow } from './close-change.ts'

interface Application {
  readonly change: ChangeRow
  readonly plan: ChangePlan
  readonly base: LoadedBase
  readonly by: StepActor
}

/**
 * Gives a locked order the terms that both sides have signed: stages, payments, total, promised day and version, in the
 * transaction of the second signature. What was paid for skipped stages is refunded. With the last open stage skipped
 * the order is completed.
 */
export async function applyChange(
  tx: Db,
  context: OrderContext,
  order: Order,
  application: Application,
): Promise<Order> {
  const { change, plan, base, by } = application
  const changed = new Set(plan.changed)
  const rows = base.rows.filter(({ seq }) => changed.has(seq))
  await closeOpenTransfers(tx, order, plan, rows)
  await lockPaymentLines(
    tx,
    base.rows.map(({ line }) => line.id),
  )
  await releaseSkipped(tx, order, rows, plan, by, changeOrderName(change.number))
  await saveRows(tx, base, plan)
  await addRows(tx, order, plan, base)
  const moved = await saveOrder(tx, order, application)
  await settleLines(tx, context, moved, rows, plan, change)
  const milestones = await loadMilestones(tx, order.id)
  if (milestones.length === 0 || !isOrderCompleted(stagedOrderState(milestones).status)) return moved
  const reason = `${changeOrderName(change.number)}生效，不再有待执行的里程碑`
  return completeOrder(tx, context, moved, { event: 'complete', actor: 'both', by, reason })
}

const termsRow = (terms: OrderTerms, seq: number): TermRow => {
  const row = terms.rows.find((each) => each.seq === seq)
  if (row === undefined) throw new Error(`The plan has no row ${seq}`)
  return row
}

/** Transfers that were opened over the old amount of a line and have no voucher yet: the buyer opens them again. */
async function closeOpenTransfers(tx: Db, order: Order, plan: ChangePlan, rows: readonly LoadedRow[]): Promise<void> {
  const repriced = new Set(
    rows.filter(({ seq, amount }) => termsRow(plan.after, seq).amount !== amount).map(({ line }) => line.id),
  )
  for (const payment of await lockActiveAttempts(tx, 'order', [order.id])) {
    if (!isPaymentOpen(payment.status) || payment.method !== 'bank') continue
    const parts = await loadPaymentParts(tx, payment.id)
    if (parts.some(({ lineId }) => repriced.has(lineId))) await closeAttempt(tx, payment, systemActor, '款项金额已变更')
  }
}

/** Ends skipped stages, and returns what was settled to the supplier for them to the buyer's account. */
async function releaseSkipped(
  tx: Db,
  order: Order,
  rows: readonly LoadedRow[],
  plan: ChangePlan,
  by: StepActor,
  reason: string,
): Promise<void> {
  const skipped = rows.filter(({ seq }) => termsRow(plan.after, seq).isSkipped)
  const parts = await newestParts(
    tx,
    skipped.filter(({ line }) => line.paid > 0).map(({ line }) => line.id),
  )
  for (const { stageRow, line } of skipped) {
    if (stageRow === null) throw new Error(`Line ${line.id} has no stage`)
    await moveMilestone(tx, stageRow, { event: 'skip', actor: 'both', side: dealSideOf(order, by), by, reason })
    const partId = parts.get(line.id)
    if (partId !== undefined) await postLowerAmount(tx, { order, line, part: { id: partId }, amount: 0 })
  }
}

async function newestParts(tx: Db, lineIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (lineIds.length === 0) return new Map()
  const { id, lineId, received } = paymentParts
  const rows = await tx
    .selectDistinctOn([lineId], { id, lineId })
    .from(paymentParts)
    .where(and(inArray(lineId, [...lineIds]), sql`${received} > 0`))
    .orderBy(lineId, desc(id))
  return new Map(rows.map((row) => [row.lineId, row.id]))
}

/** Writes names, amounts, days and shares of the rows that were there, in one statement a table. */
async function saveRows(tx: Db, base: LoadedBase, plan: ChangePlan): Promise<void> {
  const percents = sharesOf(plan.after)
  const next = base.rows.map((row) => ({ row, after: termsRow(plan.after, row.seq) }))
  const lines = next.map(({ row, after }) => ({
    id: row.line.id,
    name: after.name,
    amount: after.amount,
    percent: percents.get(row.seq) ?? 0,
    // The day of a stage is its planned one; its payment gets a day with the acceptance.
    due: row.stage === null && after.on !== row.on && after.on !== null ? endOfDay(after.on).toISOString() : null,
  }))
  await tx.execute(sql`
    update ${paymentLines} set name = v.name, amount = v.amount, percent = v.percent,
      due_at = coalesce(v.due, ${paymentLines.dueAt}),
      reminded = case when v.due is null then ${paymentLines.reminded} end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as v (id integer, name text, amount bigint, percent integer, due timestamptz)
    where ${paymentLines.id} = v.id`)
  const stages = next.flatMap(({ row, after }) =>
    row.stageRow === null || !plan.changed.includes(row.seq)
      ? []
      : [
          {
            id: row.stageRow.id,
            name: after.name,
            deliverables: after.deliverables,
            planned: after.on !== row.on && after.on !== null ? endOfDay(after.on).toISOString() : null,
          },
        ],
  )
  if (stages.length === 0) return
  await tx.execute(sql`
    update ${orderMilestones} set name = v.name, deliverables = v.deliverables,
      planned_at = coalesce(v.planned, ${orderMilestones.plannedAt})
    from jsonb_to_recordset(${JSON.stringify(stages)}::jsonb)
      as v (id integer, name text, deliverables text, planned timestamptz)
    where ${orderMilestones.id} = v.id`)
}

const sharesOf = ({ rows }: OrderTerms): ReadonlyMap<number, number> => {
  const shares = percentShares(rows.map(({ amount }) => amount))
  return new Map(rows.map(({ seq }, at) => [seq, shares[at] ?? 0]))
}

async function addRows(tx: Db, order: Order, plan: ChangePlan, base: LoadedBase): Promise<void> {
  const added = plan.after.rows.filter(({ seq }) => !base.rows.some((row) => row.seq === seq))
  if (added.length === 0) return
  const percents = sharesOf(plan.after)
  const saved = await tx
    .insert(paymentLines)
    .values(
      added.map(({ seq, stage, name, amount, on }) => ({
        orderId: order.id,
        seq,
        name,
        percent: percents.get(seq) ?? 0,
        amount,
        dueAt: stage === null && on !== null ? endOfDay(on) : null,
      })),
    )
    .returning({ id: paymentLines.id, seq: paymentLines.seq })
  const stages = saved.flatMap(({ id: paymentLineId, seq }) => {
    const { stage, name, deliverables, on } = termsRow(plan.after, seq)
    return stage === null || on === null
      ? []
      : [{ orderId: order.id, seq: stage, name, deliverables, plannedAt: endOfDay(on), paymentLineId }]
  })
  if (stages.length > 0) await tx.insert(orderMilestones).values(stages)
}

/** Total, version, promised day and the status that follows from the stages; the entry says what was agreed. */
async function saveOrder(tx: Db, order: Order, { change, plan, by }: Application): Promise<Order> {
  const { after, before } = plan
  const milestones = await loadMilestones(tx, order.id)
  const promised =
    after.promisedOn === before.promisedOn || after.promisedOn === null
      ? {}
      : { promisedAt: endOfDay(after.promisedOn) }
  const [moved] = await tx
    .update(orders)
    .set({
      total: after.total,
      termsVersion: order.termsVersion + 1,
      ...promised,
      ...firstPaymentColumns(order, plan),
      ...stagedColumns(order, milestones),
    })
    .where(and(eq(orders.id, order.id), eq(orders.termsVersion, order.termsVersion)))
    .returning()
  if (moved === undefined) throw new CallFailed('changeBaseGone')
  const entry = changeEntry(order, change, {
    event: 'applyChange',
    by,
    facts: { version: moved.termsVersion, total: after.total, refund: plan.refund, rows: rowFacts(plan) },
  })
  await recordDeal(tx, [{ ...entry, history: entry.history && { ...entry.history, toStatus: moved.status } }])
  return moved
}

const rowFacts = ({ after, changed }: ChangePlan): DealFacts[] =>
  after.rows.filter(({ seq }) => changed.includes(seq)).map(termRowFacts)

/** An unpaid order ends when its first payment is late: the day that both sides agreed on counts. */
function firstPaymentColumns(order: Order, { before, after }: ChangePlan): Partial<typeof orders.$inferInsert> {
  const [was, first] = [before.rows[0], after.rows[0]]
  const day = first?.on ?? null
  if (order.unpaidUntil === null || day === null || day === was?.on) return {}
  return { unpaidUntil: endOfDay(day) }
}

/**
 * Status of a started order with stages after some were added or skipped. An order that would be completed keeps its
 * status here: `completeOrder` moves it.
 */
function stagedColumns(order: Order, milestones: readonly Milestone[]): Partial<typeof orders.$inferInsert> {
  if (milestones.length === 0 || isOrderConfirmed(order.status)) return {}
  const firstDeliveredAt = areAllDelivered(milestones) ? (order.firstDeliveredAt ?? new Date()) : null
  const { status, deliveredAt } = stagedOrderState(milestones)
  return isOrderCompleted(status) ? { firstDeliveredAt } : { status, deliveredAt, firstDeliveredAt }
}

/** Moves lines whose new amount or day changes their state, and refunds what was paid for skipped stages. */
async function settleLines(
  tx: Db,
  context: OrderContext,
  order: Order,
  rows: readonly LoadedRow[],
  plan: ChangePlan,
  change: ChangeRow,
): Promise<void> {
  const saved = await lockPaymentLines(
    tx,
    rows.map(({ line }) => line.id),
  )
  const refundable = plan.refund === 0 ? undefined : await loadRefundable(tx, order.id)
  for (const { seq, line: old, stageRow, on } of rows) {
    const line = saved.get(old.id)
    if (line === undefined) throw new Error(`No payment line ${old.id}`)
    const after = termsRow(plan.after, seq)
    if (after.isSkipped) {
      if (line.paid === 0 || refundable === undefined) {
        await movePaymentLine(tx, line, 'skip', systemActor)
        continue
      }
      await createRefunds(tx, context, order, {
        refundable: refundableOfLine(refundable, line.id),
        amount: line.paid,
        reason: `${changeOrderName(change.number)}取消${stageRow === null ? line.name : milestoneName(stageRow)}`,
        by: systemActor,
      })
      await movePaymentLine(tx, line, 'refund', systemActor)
    } else if (line.paid > 0 && line.paid >= line.amount) await movePaymentLine(tx, line, 'confirm', systemActor)
    else if (stageRow === null && after.on !== on) await movePaymentLine(tx, line, 'extend', systemActor)
  }
}
