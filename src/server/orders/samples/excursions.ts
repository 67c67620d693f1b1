import { and, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { samplesCalls, Shipment } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import {
  sampleExcursions,
  sampleReadings,
  sampleShipmentItems,
  sampleShipments,
  samples,
} from '../../../db/tables/samples.ts'
import { sourceName } from '../../../domain/orders/samples/reading.ts'
import {
  quarantineAfterExcursion,
  quarantineTransitions,
  verdictLabels,
  withParts,
  type ExcursionVerdict,
} from '../../../domain/orders/samples/sample-states.ts'
import {
  formatLimits,
  formatTemperature,
  judgeRuns,
  worstOf,
  type OutsideRun,
} from '../../../domain/orders/samples/temperature.ts'
import { sentence } from '../../../domain/sentence.ts'
import { sides } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { createJobContext, type NotifyContext } from '../../platform/job-context.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import type { Push } from '../../push/push.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrderOfAnyCompany, type Order } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { digestFacts, digestOf, limitsOf, sensorNames } from './readings.ts'
import { lockShipment, notifyOfShipment, type SampleRecord, type ShipmentRecord } from './sample-rows.ts'
import { sampleStep } from './samples.ts'
import { presentShipment } from './shipments.ts'

/** The sources with readings outside the limits since a time, and when each was last within the limits before it. */
async function loadStarts(tx: Db, shipmentId: number, since: Date) {
  const { source, takenAt, isOutside } = sampleReadings
  const ofShipment = eq(sampleReadings.shipmentId, shipmentId)
  const found = await tx
    .selectDistinct({ source })
    .from(sampleReadings)
    .where(and(ofShipment, gte(takenAt, since), eq(isOutside, true)))
  const sources = found.map((row) => row.source)
  if (sources.length === 0) return []
  // The primary key read backwards: no further than to the beginning of the run.
  return tx.select({ source: sql<string>`given.source`, at: sql`earlier.taken_at`.mapWith(takenAt) }).from(
    sql`unnest(${sql.param(sources)}::text[]) as given (source) cross join lateral (
        select coalesce((
          select taken_at from ${sampleReadings}
          where ${source} = given.source and ${ofShipment} and ${lt(takenAt, since)} and not ${isOutside}
          order by taken_at desc limit 1), 'epoch'::timestamptz) as taken_at) earlier`,
  )
}

/**
 * Runs of readings outside the limits of a shipment, by source: those that a time falls into, and later ones. What is
 * earlier was judged and is not read again.
 */
async function loadRuns(tx: Db, shipmentId: number, since: Date): Promise<OutsideRun[]> {
  const { source, takenAt, seq, temp, isOutside } = sampleReadings
  const starts = await loadStarts(tx, shipmentId, since)
  if (starts.length === 0) return []
  const numbered = tx
    .select({
      source,
      takenAt,
      temp,
      isOutside,
      // Readings within the limits so far: equal for a run of readings outside.
      run: sql<number>`count(*) filter (where not ${isOutside}) over (partition by ${source} order by ${takenAt}, ${seq})`.as(
        'run',
      ),
    })
    .from(sampleReadings)
    .where(
      and(
        eq(sampleReadings.shipmentId, shipmentId),
        or(...starts.map((start) => and(eq(source, start.source), gte(takenAt, start.at)))),
      ),
    )
    .as('numbered')
  const rows = await tx
    .select({
      source: numbered.source,
      first: sql`min(${numbered.takenAt})`.mapWith(takenAt),
      last: sql`max(${numbered.takenAt})`.mapWith(takenAt),
      min: sql<number>`min(${numbered.temp})`,
      max: sql<number>`max(${numbered.temp})`,
    })
    .from(numbered)
    .where(eq(numbered.isOutside, true))
    .groupBy(numbered.source, numbered.run)
    .orderBy(sql`min(${numbered.takenAt})`)
  return rows
}

/** All samples of an order with what each shipment held, and the shipments with undecided excursions. */
async function loadScope(tx: Db, orderId: number) {
  const all = await tx.select().from(samples).where(eq(samples.orderId, orderId))
  const items = await tx
    .select({ shipmentId: sampleShipmentItems.shipmentId, sampleId: sampleShipmentItems.sampleId })
    .from(sampleShipmentItems)
    .innerJoin(sampleShipments, eq(sampleShipments.id, sampleShipmentItems.shipmentId))
    .where(eq(sampleShipments.orderId, orderId))
  const within = (shipmentId: number): SampleRecord[] =>
    withParts(
      all,
      items.flatMap((item) => (item.shipmentId === shipmentId ? [item.sampleId] : [])),
    )
  return { within }
}

/**
 * Judges the readings of a marked shipment, whose order is locked: opens an excursion for each run that is not known,
 * and puts the samples of the shipment and what was made of them into quarantine. Returns the number of new excursions.
 */
export async function judgeShipment(
  tx: Db,
  context: NotifyContext,
  order: Order,
  shipment: ShipmentRecord,
): Promise<number> {
  const limits = limitsOf(shipment)
  const own = eq(sampleShipments.id, shipment.id)
  const [due] = await tx.select({ from: sampleShipments.dueFrom }).from(sampleShipments).where(own).for('update')
  const since = due?.from ?? null
  if (since === null) return 0
  await tx.update(sampleShipments).set({ dueFrom: null }).where(own)
  const known = await tx.select().from(sampleExcursions).where(eq(sampleExcursions.shipmentId, shipment.id))
  const { opened, extended } = judgeRuns(
    await loadRuns(tx, shipment.id, since),
    known.map(({ id, source, firstAt, lastAt, decidedAt }) => ({
      id,
      source,
      firstAt,
      lastAt,
      isDecided: decidedAt !== null,
    })),
    limits,
  )
  for (const { id, run } of extended)
    await tx
      .update(sampleExcursions)
      .set({ firstAt: run.first, lastAt: run.last, worst: worstOf(run, limits) })
      .where(eq(sampleExcursions.id, id))
  if (opened.length === 0) return 0
  await tx.insert(sampleExcursions).values(
    opened.map((run) => ({
      shipmentId: shipment.id,
      source: run.source,
      firstAt: run.first,
      lastAt: run.last,
      worst: worstOf(run, limits),
    })),
  )
  const { within } = await loadScope(tx, order.id)
  const stopped = within(shipment.id).filter((sample) => quarantineAfterExcursion(sample) !== undefined)
  if (stopped.length > 0)
    await tx
      .update(samples)
      .set({ quarantine: 'quarantined' })
      .where(
        inArray(
          samples.id,
          stopped.map(({ id }) => id),
        ),
      )
  await recordSteps(
    tx,
    stopped.map(({ id, status }) => sampleStep(id, 'excursion', status, status, null, excursionText(opened, limits))),
  )
  const names = await sensorNames(
    tx,
    opened.map(({ source }) => source),
  )
  const readings = digestFacts(await digestOf(tx, shipment.id))
  const { shipmentNo, minTemp, maxTemp } = shipment
  await recordDeal(
    tx,
    opened.map((run) => ({
      orderId: order.id,
      kind: 'sample',
      event: 'excursion',
      side: 'system',
      facts: {
        shipmentNo,
        source: sourceName(run.source, names),
        firstAt: run.first.toISOString(),
        lastAt: run.last.toISOString(),
        worst: worstOf(run, limits),
        minTemp,
        maxTemp,
        sampleNos: stopped.map(({ sampleNo }) => sampleNo),
        readings,
      },
    })),
  )
  for (const side of sides)
    await notifyOfShipment(tx, context, order, side, shipment, {
      event: 'sample.excursion',
      title: `样品运输 ${shipmentNo} 超温，${stopped.length} 个样品已隔离`,
      text: `${excursionText(opened, limits)}。${side === 'buyer' ? '请查看温度记录，决定继续使用或销毁。' : '在买家给出处置意见前请勿使用。'}`,
    })
  return opened.length
}

const excursionText = (runs: readonly OutsideRun[], limits: Parameters<typeof worstOf>[1]): string =>
  runs
    .map((run) => `${dateTime(run.first.toISOString())} 起测得 ${formatTemperature(worstOf(run, limits))}`)
    .slice(0, 3)
    .join('；') + `，要求 ${formatLimits(limits)}`

/** Judges the shipments with new readings outside their limits. Safe to run twice. */
export async function judgeDueShipments(
  db: Db,
  { push, log }: { readonly push: Push; readonly log: Pick<Logger, 'error'> },
): Promise<void> {
  const due = await db
    .select({ id: sampleShipments.id, orderId: sampleShipments.orderId })
    .from(sampleShipments)
    .where(isNotNull(sampleShipments.dueFrom))
    .orderBy(sampleShipments.id)
  for (const { id, orderId } of due) {
    const { context, notifyAll } = createJobContext(push)
    try {
      await db.transaction(async (tx) => {
        const order = await lockOrderOfAnyCompany(tx, orderId)
        const [shipment] = await tx.select().from(sampleShipments).where(eq(sampleShipments.id, id))
        if (shipment !== undefined) await judgeShipment(tx, context, order, shipment)
      })
      await notifyAll()
    } catch (err) {
      log.error({ err, shipmentId: id }, 'excursions not judged')
    }
  }
}

const verdictEvents = { use: 'use', destroy: 'condemn' } as const satisfies Readonly<Record<ExcursionVerdict, string>>

/**
 * The buyer's decision about an excursion. Samples with another excursion that waits stay in quarantine; those to be
 * destroyed are, by whoever holds them.
 */
async function decide(
  { excursionId, verdict, reason }: Parameters<Handler<typeof samplesCalls.buyerExcursionVerdict>>[0],
  context: Parameters<Handler<typeof samplesCalls.buyerExcursionVerdict>>[1],
): Promise<Shipment> {
  const { caller, db } = context
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ shipmentId: sampleExcursions.shipmentId })
      .from(sampleExcursions)
      .innerJoin(sampleShipments, eq(sampleShipments.id, sampleExcursions.shipmentId))
      .innerJoin(orders, eq(orders.id, sampleShipments.orderId))
      .where(and(eq(sampleExcursions.id, excursionId), eq(sideCompanyId('buyer'), caller.companyId)))
    if (found === undefined) throw new CallFailed('notFound')
    const { order, shipment } = await lockShipment(tx, 'buyer', caller.companyId, found.shipmentId)
    const [decided] = await tx
      .update(sampleExcursions)
      .set({ verdict, reason, decidedBy: caller.userId, decidedAt: new Date() })
      .where(and(eq(sampleExcursions.id, excursionId), isNull(sampleExcursions.verdict)))
      .returning()
    if (decided === undefined) throw new CallFailed('excursionDecided')
    const { within } = await loadScope(tx, order.id)
    const waiting = await tx
      .selectDistinct({ shipmentId: sampleExcursions.shipmentId })
      .from(sampleExcursions)
      .innerJoin(sampleShipments, eq(sampleShipments.id, sampleExcursions.shipmentId))
      .where(and(eq(sampleShipments.orderId, order.id), isNull(sampleExcursions.verdict)))
    const kept = new Set(waiting.flatMap(({ shipmentId }) => within(shipmentId).map(({ id }) => id)))
    const moved = within(shipment.id).filter(
      ({ id, quarantine }) =>
        nextState(quarantineTransitions, quarantine, verdict, 'owner') !== undefined &&
        (verdict === 'destroy' || !kept.has(id)),
    )
    for (const [before, group] of Map.groupBy(moved, ({ quarantine }) => quarantine)) {
      const quarantine = nextState(quarantineTransitions, before, verdict, 'owner')
      const ids = group.map(({ id }) => id)
      await tx.update(samples).set({ quarantine }).where(inArray(samples.id, ids))
    }
    const by = actorOf(caller)
    const event = verdictEvents[verdict]
    await recordSteps(
      tx,
      moved.map(({ id, status }) => sampleStep(id, event, status, status, by, reason)),
    )
    const { shipmentNo } = shipment
    const facts = {
      shipmentNo,
      firstAt: decided.firstAt.toISOString(),
      lastAt: decided.lastAt.toISOString(),
      worst: decided.worst,
      reason,
      sampleNos: moved.map(({ sampleNo }) => sampleNo),
      readings: digestFacts(await digestOf(tx, shipment.id)),
    }
    await recordDeal(tx, [{ orderId: order.id, kind: 'sample', event, side: 'buyer', by, facts }])
    await notifyOfShipment(tx, context, order, 'seller', shipment, {
      event: 'sample.excursion',
      title: `买家决定：样品运输 ${shipmentNo} 的超温样品${verdictLabels[verdict]}`,
      text: `理由：${sentence(reason)}`,
    })
    context.note(`${shipmentNo}，${verdictLabels[verdict]}`)
    return presentShipment('buyer', shipment.id, { caller, db: tx })
  })
}

export const buyerExcursionVerdict: Handler<typeof samplesCalls.buyerExcursionVerdict> = decide
