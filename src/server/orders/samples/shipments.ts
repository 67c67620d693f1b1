import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SamplePacking, samplesCalls, Shipment } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import {
  sampleExcursions,
  sampleShipmentItems,
  sampleShipments,
  samples,
  sensorAssignments,
  sensors,
} from '../../../db/tables/samples.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { sourceName } from '../../../domain/orders/samples/reading.ts'
import {
  allowedShipmentEvents,
  isStopped,
  receiptEvent,
  sampleTransitions,
  shipmentTransitions,
  takesLoggerFiles,
  takesSensors,
  unpackEvent,
  type SampleEvent,
  type ShipmentEvent,
} from '../../../domain/orders/samples/sample-states.ts'
import { arrivalConditionLabels, shipmentNoPrefix } from '../../../domain/orders/samples/sample-terms.ts'
import { commonLimits, formatLimits } from '../../../domain/orders/samples/temperature.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl, ownFile } from '../../platform/files/files.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder } from '../lock-order.ts'
import { digestFacts, digestOf, loadSeries, sensorNames } from './readings.ts'
import {
  findShipment,
  loadShipped,
  lockShipment,
  notifyOfShipment,
  presentSample,
  presentShipmentRow,
  selectSamples,
  type SampleRecord,
  type ShipmentRecord,
  type SideContext,
} from './sample-rows.ts'
import { sampleStep, statusAfter } from './samples.ts'

type Input<H extends (input: never, context: never) => unknown> = Parameters<H>[0]

/** A shipment as a side reads it. */
export async function presentShipment(
  side: Side,
  shipmentId: number,
  { caller, db }: Pick<SideContext, 'db'> & { readonly caller: Pick<SideContext['caller'], 'companyId'> },
): Promise<Shipment> {
  const found = await findShipment(db, side, caller.companyId, shipmentId)
  const { shipment } = found
  const [parties] = await loadParties(db, shipment.orderId)
  const isGiver = shipment.fromSide === side
  const events = allowedShipmentEvents(shipment.status, isGiver)
  const held = db
    .select({ id: sampleShipmentItems.sampleId })
    .from(sampleShipmentItems)
    .where(eq(sampleShipmentItems.shipmentId, shipmentId))
  const rows = await selectSamples(db, side).where(inArray(samples.id, held)).orderBy(samples.id)
  const excursions = await loadExcursions(db, shipmentId)
  return {
    ...presentShipmentRow(side, found),
    buyer: parties?.buyer ?? '',
    seller: parties?.seller ?? '',
    remark: shipment.remark,
    ...(await loadConfirmations(db, shipment)),
    condition: shipment.condition,
    conditionNote: shipment.conditionNote,
    photo: await loadPhoto(db, shipment.photoId),
    samples: rows.map((row) => presentSample(side, row)),
    excursions,
    sensors: await loadSensorsWith(db, shipmentId, caller.companyId),
    digest: await digestOf(db, shipmentId),
    series: await loadSeries(db, shipmentId),
    maySend: events.includes('ship'),
    mayCancel: events.includes('cancel'),
    mayReceive: events.includes('receive'),
    mayDecide: side === 'buyer' && excursions.some(({ verdict }) => verdict === null),
    mayAssign: takesSensors(shipment.status),
    mayImport: takesLoggerFiles(shipment.status),
  }
}

const [buyers, sellers] = [alias(companies, 'buyers'), alias(companies, 'sellers')]
const loadParties = (db: Db, orderId: number) =>
  db
    .select({ buyer: buyers.name, seller: sellers.name })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(eq(orders.id, orderId))

async function loadConfirmations(db: Db, { shippedBy, receivedBy }: ShipmentRecord) {
  const ids = [shippedBy, receivedBy].flatMap((id) => id ?? [])
  const people = await db
    .select({ id: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(inArray(users.id, ids))
  const nameOf = (id: number | null) =>
    personName(people.find((person) => person.id === id) ?? { realName: null, loginName: null })
  return { shippedBy: nameOf(shippedBy), receivedBy: nameOf(receivedBy) }
}

async function loadPhoto(db: Db, photoId: string | null): Promise<Shipment['photo']> {
  if (photoId === null) return null
  const [file] = await db.select({ id: files.id, name: files.name }).from(files).where(eq(files.id, photoId))
  return file === undefined ? null : { name: file.name, url: fileUrl(file) }
}

async function loadExcursions(db: Db, shipmentId: number): Promise<Shipment['excursions']> {
  const rows = await db
    .select({ excursion: sampleExcursions, realName: users.realName, loginName: users.loginName })
    .from(sampleExcursions)
    .leftJoin(users, eq(users.id, sampleExcursions.decidedBy))
    .where(eq(sampleExcursions.shipmentId, shipmentId))
    .orderBy(desc(sampleExcursions.id))
  const names = await sensorNames(
    db,
    rows.map(({ excursion }) => excursion.source),
  )
  return rows.map(({ excursion, realName, loginName }) => ({
    excursionId: excursion.id,
    source: sourceName(excursion.source, names),
    firstAt: excursion.firstAt.toISOString(),
    lastAt: excursion.lastAt.toISOString(),
    worst: excursion.worst,
    verdict: excursion.verdict,
    reason: excursion.reason,
    decidedBy: personName({ realName, loginName }),
    decidedAt: excursion.decidedAt?.toISOString() ?? null,
  }))
}

async function loadSensorsWith(db: Db, shipmentId: number, companyId: number): Promise<Shipment['sensors']> {
  const rows = await db
    .select({ assignment: sensorAssignments, name: sensors.name, companyId: sensors.companyId })
    .from(sensorAssignments)
    .innerJoin(sensors, eq(sensors.id, sensorAssignments.sensorId))
    .where(eq(sensorAssignments.shipmentId, shipmentId))
    .orderBy(sensorAssignments.id)
  return rows.map(({ assignment, name, companyId: owner }) => ({
    sensorId: assignment.sensorId,
    name,
    isOwn: owner === companyId,
    from: assignment.fromAt.toISOString(),
    until: assignment.untilAt?.toISOString() ?? null,
  }))
}

/** Packs samples that the side holds. Runs in the transaction of its idempotency key. */
async function pack(side: Side, input: SamplePacking, context: SideContext): Promise<Shipment> {
  const { caller, db } = context
  const { orderId, tolerance, toleranceMinutes, remark } = input
  await lockOrder(db, side, caller.companyId, orderId)
  const wanted = [...new Set(input.sampleIds)]
  const packed = await db
    .select()
    .from(samples)
    .where(and(inArray(samples.id, wanted), eq(samples.orderId, orderId)))
    .orderBy(samples.id)
  if (packed.length < wanted.length) throw new CallFailed('notFound')
  const unfit = packed.filter((sample) => !canPack(side, sample))
  if (unfit.length > 0) throw new CallFailed('sampleNotPackable', { sampleNos: unfit.map(({ sampleNo }) => sampleNo) })
  const limits = commonLimits(packed.map(({ minTemp, maxTemp }) => ({ min: minTemp, max: maxTemp })))
  if (limits === undefined) throw new CallFailed('shipmentLimitsClash')
  const { id, no: shipmentNo } = await takeNumber(db, 'sample_shipments', shipmentNoPrefix)
  const own = { id, shipmentNo, orderId, fromSide: side, packedBy: caller.userId }
  const terms = { minTemp: limits.min, maxTemp: limits.max, tolerance, toleranceMinutes, remark }
  await db.insert(sampleShipments).values({ ...own, ...terms })
  await db.insert(sampleShipmentItems).values(packed.map((sample) => ({ shipmentId: id, sampleId: sample.id })))
  await moveSamples(db, side, packed, () => 'pack', context, { shipmentId: id })
  context.note(`${shipmentNo}，${packed.length} 个样品`)
  return presentShipment(side, id, context)
}

const canPack = (side: Side, sample: SampleRecord): boolean =>
  nextState(sampleTransitions, sample.status, 'pack', side === sample.holder ? 'holder' : 'other') !== undefined &&
  !isStopped(sample.quarantine, 'pack')

/** Moves samples by the transition table, with their chain of custody. */
async function moveSamples(
  tx: Db,
  side: Side,
  moved: readonly SampleRecord[],
  eventOf: (sample: SampleRecord) => SampleEvent,
  { caller }: Pick<SideContext, 'caller'>,
  set: Partial<typeof samples.$inferInsert> = {},
  reason = '',
): Promise<void> {
  const steps = moved.map((sample) => {
    const event = eventOf(sample)
    return { sample, event, status: statusAfter(side, sample, event) }
  })
  for (const [status, group] of Map.groupBy(steps, (each) => each.status))
    await tx
      .update(samples)
      .set({ ...set, status })
      .where(
        inArray(
          samples.id,
          group.map(({ sample }) => sample.id),
        ),
      )
  const by = actorOf(caller)
  await recordSteps(
    tx,
    steps.map(({ sample, event, status }) => sampleStep(sample.id, event, sample.status, status, by, reason)),
  )
}

/** Moves a locked shipment by its transition table; throws stepNotAllowed. */
async function moveShipment(
  tx: Db,
  side: Side,
  shipment: ShipmentRecord,
  event: ShipmentEvent,
  set: Partial<typeof sampleShipments.$inferInsert>,
): Promise<void> {
  const actor = shipment.fromSide === side ? 'giver' : 'receiver'
  const status = nextState(shipmentTransitions, shipment.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  await tx
    .update(sampleShipments)
    .set({ ...set, status })
    .where(eq(sampleShipments.id, shipment.id))
}

/** The giver's confirmation of the hand-over. */
const send = (
  side: Side,
  { shipmentId, carrier, trackingNo }: Input<Handler<typeof samplesCalls.buyerShipmentSend>>,
  context: SideContext,
): Promise<Shipment> =>
  context.db.transaction(async (tx) => {
    const { caller } = context
    const { order, shipment } = await lockShipment(tx, side, caller.companyId, shipmentId)
    const shipped = await loadShipped(tx, shipmentId)
    const stamp = { carrier, trackingNo, shippedBy: caller.userId, shippedAt: new Date() }
    await moveShipment(tx, side, shipment, 'ship', stamp)
    const how = [carrier, trackingNo].filter(Boolean).join('，')
    await moveSamples(tx, side, shipped, () => 'ship', context, {}, how)
    const { shipmentNo, minTemp, maxTemp, tolerance, toleranceMinutes } = shipment
    const limits = { minTemp, maxTemp, tolerance, toleranceMinutes }
    const facts = { shipmentNo, carrier, trackingNo, ...limits, sampleNos: shipped.map(({ sampleNo }) => sampleNo) }
    await recordDeal(tx, [{ orderId: order.id, kind: 'sample', event: 'ship', side, by: actorOf(caller), facts }])
    await notifyOfShipment(tx, context, order, otherSide(side), shipment, {
      title: `${dealSideLabels[side]}已发出样品 ${shipmentNo}，请在到货后签收`,
      text: `${shipped.length} 个样品，${sentence(how)}温度范围 ${formatLimits({ min: minTemp, max: maxTemp })}。`,
    })
    context.note(shipmentNo)
    return presentShipment(side, shipmentId, { caller, db: tx })
  })

const cancel = (
  side: Side,
  { shipmentId }: Input<Handler<typeof samplesCalls.buyerShipmentCancel>>,
  context: SideContext,
): Promise<Shipment> =>
  context.db.transaction(async (tx) => {
    const { caller } = context
    const { shipment } = await lockShipment(tx, side, caller.companyId, shipmentId)
    await moveShipment(tx, side, shipment, 'cancel', {})
    await moveSamples(tx, side, await loadShipped(tx, shipmentId), unpackEvent, context)
    await endAssignments(tx, shipmentId)
    context.note(shipment.shipmentNo)
    return presentShipment(side, shipmentId, { caller, db: tx })
  })

/** The sensors of a shipment are free again; later readings are not attributed to it. */
const endAssignments = (tx: Db, shipmentId: number) =>
  tx
    .update(sensorAssignments)
    .set({ untilAt: new Date() })
    .where(and(eq(sensorAssignments.shipmentId, shipmentId), isNull(sensorAssignments.untilAt)))

/** The receiver's confirmation of the hand-over, with the condition on arrival. */
const receive = (
  side: Side,
  { shipmentId, condition, note, photoId }: Input<Handler<typeof samplesCalls.buyerShipmentReceive>>,
  context: SideContext,
): Promise<Shipment> =>
  context.db.transaction(async (tx) => {
    const { caller } = context
    const { order, shipment } = await lockShipment(tx, side, caller.companyId, shipmentId)
    const photo = photoId === null ? null : await ownFile(tx, photoId, caller, 'attachment')
    const shipped = await loadShipped(tx, shipmentId)
    const stamp = { receivedBy: caller.userId, receivedAt: new Date() }
    const arrival = { condition, conditionNote: note, photoId: photo?.id ?? null }
    await moveShipment(tx, side, shipment, 'receive', { ...stamp, ...arrival })
    const said = [arrivalConditionLabels[condition], note].filter(Boolean).join('，')
    await moveSamples(tx, side, shipped, receiptEvent, context, { holder: side }, said)
    await endAssignments(tx, shipmentId)
    const { shipmentNo } = shipment
    const facts = {
      shipmentNo,
      condition,
      note,
      photo: photo === null ? null : photo.sha256,
      sampleNos: shipped.map(({ sampleNo }) => sampleNo),
      readings: digestFacts(await digestOf(tx, shipmentId)),
    }
    await recordDeal(tx, [{ orderId: order.id, kind: 'sample', event: 'receive', side, by: actorOf(caller), facts }])
    await notifyOfShipment(tx, context, order, otherSide(side), shipment, {
      title: `${dealSideLabels[side]}已签收样品 ${shipmentNo}，双方完成交接`,
      text: `到货状况：${sentence(said)}`,
    })
    context.note(shipmentNo)
    return presentShipment(side, shipmentId, { caller, db: tx })
  })

export const buyerShipment: Handler<typeof samplesCalls.buyerShipment> = ({ shipmentId }, context) =>
  presentShipment('buyer', shipmentId, context)
export const sellerShipment: Handler<typeof samplesCalls.sellerShipment> = ({ shipmentId }, context) =>
  presentShipment('seller', shipmentId, context)
export const buyerShipmentPack: Handler<typeof samplesCalls.buyerShipmentPack> = (input, context) =>
  pack('buyer', input, context)
export const sellerShipmentPack: Handler<typeof samplesCalls.sellerShipmentPack> = (input, context) =>
  pack('seller', input, context)
export const buyerShipmentSend: Handler<typeof samplesCalls.buyerShipmentSend> = (input, context) =>
  send('buyer', input, context)
export const sellerShipmentSend: Handler<typeof samplesCalls.sellerShipmentSend> = (input, context) =>
  send('seller', input, context)
export const buyerShipmentCancel: Handler<typeof samplesCalls.buyerShipmentCancel> = (input, context) =>
  cancel('buyer', input, context)
export const sellerShipmentCancel: Handler<typeof samplesCalls.sellerShipmentCancel> = (input, context) =>
  cancel('seller', input, context)
export const buyerShipmentReceive: Handler<typeof samplesCalls.buyerShipmentReceive> = (input, context) =>
  receive('buyer', input, context)
export const sellerShipmentReceive: Handler<typeof samplesCalls.sellerShipmentReceive> = (input, context) =>
  receive('seller', input, context)
