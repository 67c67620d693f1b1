import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SampleRow, ShipmentRow } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orderMilestones, orders } from '../../../db/tables/orders.ts'
import { sampleExcursions, sampleShipmentItems, sampleShipments, samples } from '../../../db/tables/samples.ts'
import { milestoneName } from '../../../domain/orders/milestone-states.ts'
import { allowedSampleActions, type SampleActor } from '../../../domain/orders/samples/sample-states.ts'
import { links } from '../../../domain/links.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import type { Context } from '../../handler.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { sideCompanyId } from '../present-order.ts'

export type SampleRecord = typeof samples.$inferSelect
export type ShipmentRecord = typeof sampleShipments.$inferSelect
export type SideContext = Context<'company'> | Context<'seller'>

const other = alias(companies, 'partner')

/** Samples with order, milestone and the other company, as a side reads them; the caller adds where and order. */
export const selectSamples = (db: Db, side: Side) =>
  db
    .select({
      sample: samples,
      orderNo: orders.orderNo,
      partner: other.name,
      milestone: { seq: orderMilestones.seq, name: orderMilestones.name },
    })
    .from(samples)
    .innerJoin(orders, eq(orders.id, samples.orderId))
    .innerJoin(other, eq(other.id, sideCompanyId(otherSide(side))))
    .leftJoin(orderMilestones, eq(orderMilestones.id, samples.milestoneId))
    .$dynamic()

type Selected = Awaited<ReturnType<typeof selectSamples>>[number]

export const actorOn = (side: Side, { holder }: Pick<SampleRecord, 'holder'>): SampleActor =>
  side === holder ? 'holder' : 'other'

/** A sample as a side reads it; operators (null) act on nothing. */
export function presentSample(side: Side | null, { sample, orderNo, partner, milestone }: Selected): SampleRow {
  const { id: sampleId, createdAt, hazards, ...rest } = sample
  const { sampleNo, orderId, name, kind, amount, unit, storage, minTemp, maxTemp, status, quarantine, holder } = rest
  const isHolder = side === holder
  return {
    sampleId,
    sampleNo,
    orderId,
    orderNo,
    name,
    kind,
    amount,
    unit,
    storage,
    minTemp,
    maxTemp,
    hazards: [...hazards],
    status,
    quarantine,
    holder,
    isHolder,
    partner,
    milestone: milestone === null ? null : milestoneName(milestone),
    actions: side === null ? [] : allowedSampleActions(sample, isHolder),
    createdAt: createdAt.toISOString(),
  }
}

/** A sample of an order of the company on that side; throws notFound for those of others. */
export async function findSample(db: Db, side: Side, companyId: number, sampleId: number): Promise<Selected> {
  const [found] = await selectSamples(db, side).where(and(eq(samples.id, sampleId), eq(sideCompanyId(side), companyId)))
  if (found === undefined) throw new CallFailed('notFound')
  return found
}

/** Locks the order of a sample, then reads the sample. */
export async function lockSample(
  tx: Db,
  side: Side,
  companyId: number,
  sampleId: number,
): Promise<{ readonly order: Order; readonly sample: SampleRecord }> {
  const { sample } = await findSample(tx, side, companyId, sampleId)
  const order = await lockOrder(tx, side, companyId, sample.orderId)
  const [locked] = await tx.select().from(samples).where(eq(samples.id, sampleId))
  if (locked === undefined) throw new CallFailed('notFound')
  return { order, sample: locked }
}

/** Shipments with order number, number of samples and undecided excursions; the caller adds where and order. */
export const selectShipments = (db: Db) =>
  db
    .select({
      shipment: sampleShipments,
      orderNo: orders.orderNo,
      count: sql<number>`(select count(*)::int from ${sampleShipmentItems}
        where ${sampleShipmentItems.shipmentId} = ${sampleShipments.id})`,
      undecided: sql<number>`(select count(*)::int from ${sampleExcursions}
        where ${sampleExcursions.shipmentId} = ${sampleShipments.id} and ${sampleExcursions.verdict} is null)`,
    })
    .from(sampleShipments)
    .innerJoin(orders, eq(orders.id, sampleShipments.orderId))
    .$dynamic()

export type SelectedShipment = Awaited<ReturnType<typeof selectShipments>>[number]

export function presentShipmentRow(side: Side | null, found: SelectedShipment): ShipmentRow {
  const { shipment, orderNo, count, undecided } = found
  const { shipmentNo, orderId, fromSide, status, minTemp, maxTemp, tolerance, toleranceMinutes } = shipment
  const { carrier, trackingNo, shippedAt, receivedAt, createdAt } = shipment
  return {
    shipmentId: shipment.id,
    shipmentNo,
    orderId,
    orderNo,
    fromSide,
    isGiver: side === fromSide,
    status,
    minTemp,
    maxTemp,
    tolerance,
    toleranceMinutes,
    carrier,
    trackingNo,
    count,
    undecided,
    shippedAt: shippedAt?.toISOString() ?? null,
    receivedAt: receivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** A shipment of an order of the company on that side; throws notFound for those of others. */
export async function findShipment(
  db: Db,
  side: Side,
  companyId: number,
  shipmentId: number,
): Promise<SelectedShipment> {
  const [found] = await selectShipments(db).where(
    and(eq(sampleShipments.id, shipmentId), eq(sideCompanyId(side), companyId)),
  )
  if (found === undefined) throw new CallFailed('notFound')
  return found
}

/** Locks the order of a shipment, then reads the shipment. */
export async function lockShipment(
  tx: Db,
  side: Side,
  companyId: number,
  shipmentId: number,
): Promise<{ readonly order: Order; readonly shipment: ShipmentRecord }> {
  const found = await findShipment(tx, side, companyId, shipmentId)
  const order = await lockOrder(tx, side, companyId, found.shipment.orderId)
  const [shipment] = await tx.select().from(sampleShipments).where(eq(sampleShipments.id, shipmentId))
  if (shipment === undefined) throw new CallFailed('notFound')
  return { order, shipment }
}

/** Samples that a shipment held, by number. */
export async function loadShipped(db: Db, shipmentId: number): Promise<SampleRecord[]> {
  const held = db
    .select({ id: sampleShipmentItems.sampleId })
    .from(sampleShipmentItems)
    .where(eq(sampleShipmentItems.shipmentId, shipmentId))
  return db.select().from(samples).where(inArray(samples.id, held)).orderBy(samples.id)
}

/** Samples of an order as a side reads them, newest first. */
export const loadSamplesOf = async (db: Db, side: Side | null, orderId: number): Promise<SampleRow[]> =>
  (
    await selectSamples(db, side ?? 'buyer')
      .where(eq(samples.orderId, orderId))
      .orderBy(desc(samples.id))
  ).map((found) => presentSample(side, found))

/** Shipments of an order as a side reads them, newest first. */
export const loadShipmentsOf = async (db: Db, side: Side | null, orderId: number): Promise<ShipmentRow[]> =>
  (await selectShipments(db).where(eq(sampleShipments.orderId, orderId)).orderBy(desc(sampleShipments.id))).map(
    (found) => presentShipmentRow(side, found),
  )

/** Shipments in which a sample was, or what it was made of came with it; newest first. */
export async function loadShipmentsWith(db: Db, side: Side, { id, shipmentId }: SampleRecord): Promise<ShipmentRow[]> {
  const held = db
    .select({ id: sampleShipmentItems.shipmentId })
    .from(sampleShipmentItems)
    .where(eq(sampleShipmentItems.sampleId, id))
  const rows = await selectShipments(db)
    .where(or(inArray(sampleShipments.id, held), eq(sampleShipments.id, shipmentId ?? 0)))
    .orderBy(desc(sampleShipments.id))
  return rows.map((found) => presentShipmentRow(side, found))
}

type NotifyContext = Parameters<typeof notifyOrderSide>[1]

/** Tells the people of a side about a shipment. */
export const notifyOfShipment = (
  tx: Db,
  context: NotifyContext,
  order: Order,
  side: Side,
  { id }: Pick<ShipmentRecord, 'id'>,
  content: { readonly title: string; readonly text: string; readonly event?: 'sample.moved' | 'sample.excursion' },
): Promise<void> =>
  notifyOrderSide(tx, context, order, side, {
    event: 'sample.moved',
    ...content,
    path: side === 'buyer' ? links.buyerShipment(id) : links.sellerShipment(id),
  })
