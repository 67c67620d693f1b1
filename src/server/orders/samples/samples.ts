import { and, count, desc, eq, ilike, inArray, or } from 'drizzle-orm'
import type { Sample, SampleRegistration, SampleRow, samplesCalls } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orderMilestones, orders } from '../../../db/tables/orders.ts'
import { samples } from '../../../db/tables/samples.ts'
import { milestoneName } from '../../../domain/orders/milestone-states.ts'
import { mayRegisterSamples } from '../../../domain/orders/samples/sample-order.ts'
import {
  isStopped,
  keptStatuses,
  sampleTransitions,
  type SampleEvent,
  type SampleStatus,
  type SampleStep,
} from '../../../domain/orders/samples/sample-states.ts'
import {
  isAmountOf,
  maxSamplesPerOrder,
  sampleNoIn,
  sampleNoPrefix,
  splitRefusal,
} from '../../../domain/orders/samples/sample-terms.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { actorOf, recordSteps, type Actor } from '../../platform/history/record-steps.ts'
import { takeNumbers } from '../../platform/numbers/take-number.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { findDisputedOrder, findSideOrder } from '../deal-record/read-record.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder } from '../lock-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { sideCompanyId } from '../present-order.ts'
import {
  actorOn,
  findSample,
  loadSamplesOf,
  loadShipmentsOf,
  loadShipmentsWith,
  lockSample,
  presentSample,
  selectSamples,
  type SampleRecord,
  type SideContext,
} from './sample-rows.ts'

type Input<H extends (input: never, context: never) => unknown> = Parameters<H>[0]

async function list(
  side: Side,
  { keyword, status, stopped, current, pageSize }: Input<Handler<typeof samplesCalls.buyerSamples>>,
  { caller, db }: SideContext,
): Promise<{ total: number; data: SampleRow[] }> {
  const pattern = likePattern(keyword)
  const wanted = and(
    eq(sideCompanyId(side), caller.companyId),
    keyword === ''
      ? undefined
      : or(ilike(samples.sampleNo, pattern), ilike(samples.name, pattern), ilike(orders.orderNo, pattern)),
    status === undefined ? undefined : eq(samples.status, status),
    stopped === true
      ? and(inArray(samples.quarantine, ['quarantined', 'condemned']), inArray(samples.status, [...keptStatuses]))
      : undefined,
  )
  const rows = await selectSamples(db, side)
    .where(wanted)
    .orderBy(desc(samples.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const [all] = await db
    .select({ total: count() })
    .from(samples)
    .innerJoin(orders, eq(orders.id, samples.orderId))
    .where(wanted)
  return { total: all?.total ?? 0, data: rows.map((row) => presentSample(side, row)) }
}

/** A sample as a side reads it. */
async function detail(side: Side, sampleId: number, { caller, db }: SideContext): Promise<Sample> {
  const found = await findSample(db, side, caller.companyId, sampleId)
  const { sample } = found
  const [parent] =
    sample.parentId === null
      ? []
      : await db
          .select({ sampleId: samples.id, sampleNo: samples.sampleNo })
          .from(samples)
          .where(eq(samples.id, sample.parentId))
  const parts = await db
    .select({ sampleId: samples.id, sampleNo: samples.sampleNo, amount: samples.amount, status: samples.status })
    .from(samples)
    .where(eq(samples.parentId, sampleId))
    .orderBy(samples.id)
  return {
    ...presentSample(side, found),
    note: sample.note,
    parent: parent ?? null,
    parts,
    shipments: await loadShipmentsWith(db, side, sample),
    history: await historyOf(db, 'sample', sampleId),
  }
}

async function ofOrder(side: Side, orderId: number, { caller, db }: SideContext) {
  const { id } = await findSideOrder(db, side, caller.companyId, orderId)
  return loadOrderSamples(db, side, id)
}

/** Samples and shipments of an order; operators (null) act on nothing. */
async function loadOrderSamples(db: Db, side: Side | null, orderId: number) {
  const [order] = await db
    .select({ orderNo: orders.orderNo, status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order === undefined) throw new CallFailed('notFound')
  const milestones = await db
    .select({ id: orderMilestones.id, seq: orderMilestones.seq, name: orderMilestones.name })
    .from(orderMilestones)
    .where(eq(orderMilestones.orderId, orderId))
    .orderBy(orderMilestones.seq)
  return {
    orderNo: order.orderNo,
    milestones: milestones.map(({ id, ...milestone }) => ({ milestoneId: id, name: milestoneName(milestone) })),
    mayRegister: side !== null && mayRegisterSamples(order.status),
    samples: await loadSamplesOf(db, side, orderId),
    shipments: await loadShipmentsOf(db, side, orderId),
  }
}

/** The sample of a label, if it is of an order of the caller's company. */
export const sampleFind: Handler<typeof samplesCalls.sampleFind> = async ({ code }, { caller, db }) => {
  const sampleNo = sampleNoIn(code)
  if (sampleNo === undefined) throw new CallFailed('notFound')
  const [found] = await db
    .select({
      sampleId: samples.id,
      sampleNo: samples.sampleNo,
      buyerCompanyId: orders.buyerCompanyId,
      sellerCompanyId: orders.sellerCompanyId,
    })
    .from(samples)
    .innerJoin(orders, eq(orders.id, samples.orderId))
    .where(eq(samples.sampleNo, sampleNo))
  if (found === undefined) throw new CallFailed('notFound')
  const { buyerCompanyId, sellerCompanyId, ...sample } = found
  if (buyerCompanyId === caller.companyId) return { ...sample, side: 'buyer' }
  if (sellerCompanyId === caller.companyId) return { ...sample, side: 'seller' }
  throw new CallFailed('notFound')
}

export const disputeSamples: Handler<typeof samplesCalls.disputeSamples> = async ({ disputeId }, { caller, db }) =>
  loadOrderSamples(db, null, (await findDisputedOrder(db, caller, disputeId)).id)

async function assertRoom(tx: Db, orderId: number, more: number): Promise<void> {
  if ((await tx.$count(samples, eq(samples.orderId, orderId))) + more > maxSamplesPerOrder)
    throw new CallFailed('samplesFull')
}

/** Registers equal samples. Runs in the transaction of its idempotency key. */
async function register(side: Side, input: SampleRegistration, context: SideContext): Promise<SampleRow[]> {
  const { caller, db } = context
  const { copies, milestoneId, ...sample } = input
  const order = await lockOrder(db, side, caller.companyId, input.orderId)
  if (!mayRegisterSamples(order.status)) throw new CallFailed('sampleOrderOver')
  if (!isAmountOf(input.unit, input.amount)) throw new CallFailed('sampleUnitWhole')
  await assertRoom(db, order.id, copies)
  if (milestoneId !== null) await assertMilestone(db, order.id, milestoneId)
  const numbers = await takeNumbers(db, [{ table: 'samples', count: copies, prefix: sampleNoPrefix }])
  const origin = { originSide: side, holder: side, userId: caller.userId }
  const rows = numbers.map(({ id, no }) => ({ ...sample, ...origin, id, sampleNo: no, milestoneId }))
  await db.insert(samples).values(rows)
  const by = actorOf(caller)
  await recordSteps(
    db,
    rows.map(({ id }) => sampleStep(id, 'register', '', 'registered', by)),
  )
  const { name, amount, unit, minTemp, maxTemp } = input
  await recordDeal(db, [
    {
      orderId: order.id,
      kind: 'sample',
      event: 'register',
      side,
      by,
      facts: { name, amount, unit, minTemp, maxTemp, sampleNos: rows.map(({ sampleNo }) => sampleNo) },
    },
  ])
  context.note(
    numbers
      .map(({ no }) => no)
      .join('、')
      .slice(0, 200),
  )
  const made = await selectSamples(db, side)
    .where(
      inArray(
        samples.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(samples.id)
  return made.map((row) => presentSample(side, row))
}

async function assertMilestone(tx: Db, orderId: number, milestoneId: number): Promise<void> {
  const own = and(eq(orderMilestones.id, milestoneId), eq(orderMilestones.orderId, orderId))
  if ((await tx.$count(orderMilestones, own)) === 0) throw new CallFailed('notFound')
}

/** History row of a sample. */
export const sampleStep = (
  entityId: number,
  event: SampleEvent | 'register' | 'part' | 'excursion' | 'use' | 'condemn',
  fromStatus: string,
  toStatus: string,
  by: Actor | null,
  reason = '',
) => ({ entity: 'sample' as const, entityId, event, fromStatus, toStatus, reason, ...by })

/** Status after a step of a side; throws stepNotAllowed, and sampleQuarantined where the quarantine stops it. */
export function statusAfter(side: Side, sample: SampleRecord, event: SampleEvent): SampleStatus {
  const next = nextState(sampleTransitions, sample.status, event, actorOn(side, sample))
  if (next === undefined) throw new CallFailed('stepNotAllowed')
  if (isStopped(sample.quarantine, event)) throw new CallFailed('sampleQuarantined')
  return next
}

/** Runs in the transaction of its idempotency key. */
async function split(
  side: Side,
  { sampleId, parts }: Input<Handler<typeof samplesCalls.buyerSampleSplit>>,
  context: SideContext,
): Promise<Sample> {
  const { caller, db } = context
  const { order, sample } = await lockSample(db, side, caller.companyId, sampleId)
  const status = statusAfter(side, sample, 'split')
  const refusal = splitRefusal(sample, parts)
  if (refusal !== null) throw new CallFailed(refusal)
  await assertRoom(db, order.id, parts.length)
  const numbers = await takeNumbers(db, [{ table: 'samples', count: parts.length, prefix: sampleNoPrefix }])
  const { id: parentId, createdAt: _createdAt, ...inherited } = sample
  const rows = numbers.map(({ id, no }, at) => ({
    ...inherited,
    id,
    sampleNo: no,
    parentId,
    amount: parts[at] ?? 0,
    userId: caller.userId,
  }))
  await db.insert(samples).values(rows)
  await db.update(samples).set({ status }).where(eq(samples.id, sampleId))
  const by = actorOf(caller)
  await recordSteps(db, [
    sampleStep(sampleId, 'split', sample.status, status, by),
    ...rows.map(({ id }) => sampleStep(id, 'part', '', sample.status, by)),
  ])
  const facts = {
    sampleNo: sample.sampleNo,
    unit: sample.unit,
    parts: rows.map(({ sampleNo, amount }) => ({ sampleNo, amount })),
  }
  await recordDeal(db, [{ orderId: order.id, kind: 'sample', event: 'split', side, by, facts }])
  context.note(sample.sampleNo)
  return detail(side, sampleId, context)
}

const stepWords: Readonly<Record<SampleStep, string>> = { useUp: '登记用完', destroy: '登记销毁' }

async function step(
  side: Side,
  { sampleId, event, reason }: Input<Handler<typeof samplesCalls.buyerSampleStep>>,
  context: SideContext,
): Promise<Sample> {
  const { caller, db } = context
  return db.transaction(async (tx) => {
    const { order, sample } = await lockSample(tx, side, caller.companyId, sampleId)
    const status = statusAfter(side, sample, event)
    await tx.update(samples).set({ status }).where(eq(samples.id, sampleId))
    const by = actorOf(caller)
    await recordSteps(tx, [sampleStep(sampleId, event, sample.status, status, by, reason)])
    const { sampleNo, amount, unit } = sample
    const facts = { sampleNo, amount, unit, reason }
    await recordDeal(tx, [{ orderId: order.id, kind: 'sample', event, side, by, facts }])
    const partner = otherSide(side)
    await notifyOrderSide(tx, context, order, partner, {
      event: 'sample.moved',
      title: `${dealSideLabels[side]}${stepWords[event]}了样品 ${sampleNo}`,
      text: `${sample.name}。说明：${sentence(reason)}`,
      path: partner === 'buyer' ? links.buyerSample(sampleId) : links.sellerSample(sampleId),
    })
    context.note(`${sampleNo}，${stepWords[event]}`)
    return detail(side, sampleId, { ...context, db: tx })
  })
}

export const buyerSamples: Handler<typeof samplesCalls.buyerSamples> = (input, context) => list('buyer', input, context)
export const sellerSamples: Handler<typeof samplesCalls.sellerSamples> = (input, context) =>
  list('seller', input, context)
export const buyerSample: Handler<typeof samplesCalls.buyerSample> = ({ sampleId }, context) =>
  detail('buyer', sampleId, context)
export const sellerSample: Handler<typeof samplesCalls.sellerSample> = ({ sampleId }, context) =>
  detail('seller', sampleId, context)
export const buyerOrderSamples: Handler<typeof samplesCalls.buyerOrderSamples> = ({ orderId }, context) =>
  ofOrder('buyer', orderId, context)
export const sellerOrderSamples: Handler<typeof samplesCalls.sellerOrderSamples> = ({ orderId }, context) =>
  ofOrder('seller', orderId, context)
export const buyerSampleRegister: Handler<typeof samplesCalls.buyerSampleRegister> = (input, context) =>
  register('buyer', input, context)
export const sellerSampleRegister: Handler<typeof samplesCalls.sellerSampleRegister> = (input, context) =>
  register('seller', input, context)
export const buyerSampleSplit: Handler<typeof samplesCalls.buyerSampleSplit> = (input, context) =>
  split('buyer', input, context)
export const sellerSampleSplit: Handler<typeof samplesCalls.sellerSampleSplit> = (input, context) =>
  split('seller', input, context)
export const buyerSampleStep: Handler<typeof samplesCalls.buyerSampleStep> = (input, context) =>
  step('buyer', input, context)
export const sellerSampleStep: Handler<typeof samplesCalls.sellerSampleStep> = (input, context) =>
  step('seller', input, context)
