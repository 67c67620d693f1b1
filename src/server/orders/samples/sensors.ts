import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MadeSensor, samplesCalls, SensorRow } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { sampleReadings, sampleShipments, sensorAssignments, sensors } from '../../../db/tables/samples.ts'
import { sensorSource, sensorTopicOf, sensorUserName } from '../../../domain/orders/samples/reading.ts'
import { takesSensors } from '../../../domain/orders/samples/sample-states.ts'
import { maxSensors } from '../../../domain/orders/samples/sample-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import { findShipment, type SideContext } from './sample-rows.ts'

type SensorRecord = typeof sensors.$inferSelect

/** Sensors with their shipment and last reading, in the order of `rows`. */
async function presentSensors(db: Db, rows: readonly SensorRecord[]): Promise<SensorRow[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const assigned = await db
    .select({
      sensorId: sensorAssignments.sensorId,
      shipmentId: sampleShipments.id,
      shipmentNo: sampleShipments.shipmentNo,
    })
    .from(sensorAssignments)
    .innerJoin(sampleShipments, eq(sampleShipments.id, sensorAssignments.shipmentId))
    .where(and(inArray(sensorAssignments.sensorId, ids), isNull(sensorAssignments.untilAt)))
  const sources = ids.map(sensorSource)
  const last = await db
    .select({
      source: sql<string>`given.source`,
      at: sql`newest.taken_at`.mapWith(sampleReadings.takenAt),
      temperature: sql<number>`newest.temp`,
    })
    .from(
      sql`unnest(${sql.param(sources)}::text[]) as given (source) cross join lateral (
        select taken_at, temp from ${sampleReadings} where ${sampleReadings.source} = given.source
        order by taken_at desc limit 1) newest`,
    )
  return rows.map(({ id, name, revokedAt, refusal, refusedAt, createdAt }) => {
    const shipment = assigned.find(({ sensorId }) => sensorId === id)
    const reading = last.find(({ source }) => source === sensorSource(id))
    return {
      sensorId: id,
      name,
      userName: sensorUserName(id),
      topic: sensorTopicOf(id),
      revokedAt: revokedAt?.toISOString() ?? null,
      lastReading: reading === undefined ? null : { at: reading.at.toISOString(), temperature: reading.temperature },
      refusal,
      refusedAt: refusedAt?.toISOString() ?? null,
      shipment: shipment === undefined ? null : { shipmentId: shipment.shipmentId, shipmentNo: shipment.shipmentNo },
      createdAt: createdAt.toISOString(),
    }
  })
}

async function presentOne(db: Db, row: SensorRecord): Promise<SensorRow> {
  const [sensor] = await presentSensors(db, [row])
  if (sensor === undefined) throw new CallFailed('notFound')
  return sensor
}

const list = async ({ caller, db }: SideContext): Promise<SensorRow[]> =>
  presentSensors(
    db,
    await db
      .select()
      .from(sensors)
      .where(eq(sensors.companyId, caller.companyId))
      .orderBy(desc(sensors.id))
      .limit(2 * maxSensors),
  )

/** The credential is in the answer alone. */
async function create(name: string, context: SideContext): Promise<MadeSensor> {
  const { caller, db } = context
  const secret = randomToken()
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sensors'), ${caller.companyId})`)
    const [used] = await tx
      .select({ count: count() })
      .from(sensors)
      .where(and(eq(sensors.companyId, caller.companyId), isNull(sensors.revokedAt)))
    if ((used?.count ?? 0) >= maxSensors) throw new CallFailed('sensorsFull')
    const [made] = await tx
      .insert(sensors)
      .values({ companyId: caller.companyId, name, secretHash: hashToken(secret), userId: caller.userId })
      .returning()
    if (made === undefined) throw new Error('A sensor was not saved')
    context.note(name)
    return { ...(await presentOne(tx, made)), secret }
  })
}

/** A sensor of the company, locked; throws notFound for those of others. */
async function lockSensor(tx: Db, companyId: number, sensorId: number): Promise<SensorRecord> {
  const [sensor] = await tx
    .select()
    .from(sensors)
    .where(and(eq(sensors.id, sensorId), eq(sensors.companyId, companyId)))
    .for('no key update')
  if (sensor === undefined) throw new CallFailed('notFound')
  return sensor
}

/** The lock waits for a batch with readings of the sensor; later ones are refused. */
const revoke = (sensorId: number, context: SideContext): Promise<SensorRow> =>
  context.db.transaction(async (tx) => {
    const { caller } = context
    const sensor = await lockSensor(tx, caller.companyId, sensorId)
    if (sensor.revokedAt !== null) throw new CallFailed('sensorRevoked')
    const revokedAt = new Date()
    await tx.update(sensors).set({ revokedAt }).where(eq(sensors.id, sensorId))
    await takeOut(tx, sensorId)
    context.after(() => context.push.endSensor(sensorId))
    context.note(sensor.name)
    return presentOne(tx, { ...sensor, revokedAt })
  })

const takeOut = (tx: Db, sensorId: number) =>
  tx
    .update(sensorAssignments)
    .set({ untilAt: new Date() })
    .where(and(eq(sensorAssignments.sensorId, sensorId), isNull(sensorAssignments.untilAt)))

const assign = (
  side: Side,
  { sensorId, shipmentId }: { readonly sensorId: number; readonly shipmentId: number | null },
  context: SideContext,
): Promise<SensorRow> =>
  context.db.transaction(async (tx) => {
    const { caller } = context
    const sensor = await lockSensor(tx, caller.companyId, sensorId)
    if (sensor.revokedAt !== null) throw new CallFailed('sensorRevoked')
    const [open] = await tx
      .select()
      .from(sensorAssignments)
      .where(and(eq(sensorAssignments.sensorId, sensorId), isNull(sensorAssignments.untilAt)))
    if (shipmentId === null) await takeOut(tx, sensorId)
    else if (open === undefined) {
      await findShipment(tx, side, caller.companyId, shipmentId)
      // Waits for a receipt that is under way, which takes the sensors out.
      const [shipment] = await tx.select().from(sampleShipments).where(eq(sampleShipments.id, shipmentId)).for('share')
      if (shipment === undefined || !takesSensors(shipment.status)) throw new CallFailed('shipmentTakesNoSensor')
      await tx.insert(sensorAssignments).values({ sensorId, shipmentId, fromAt: new Date(), userId: caller.userId })
    } else if (open.shipmentId !== shipmentId) throw new CallFailed('sensorBusy')
    context.note(sensor.name)
    return presentOne(tx, sensor)
  })

export const buyerSensors: Handler<typeof samplesCalls.buyerSensors> = (_input, context) => list(context)
export const sellerSensors: Handler<typeof samplesCalls.sellerSensors> = (_input, context) => list(context)
export const buyerSensorCreate: Handler<typeof samplesCalls.buyerSensorCreate> = ({ name }, context) =>
  create(name, context)
export const sellerSensorCreate: Handler<typeof samplesCalls.sellerSensorCreate> = ({ name }, context) =>
  create(name, context)
export const buyerSensorRevoke: Handler<typeof samplesCalls.buyerSensorRevoke> = ({ sensorId }, context) =>
  revoke(sensorId, context)
export const sellerSensorRevoke: Handler<typeof samplesCalls.sellerSensorRevoke> = ({ sensorId }, context) =>
  revoke(sensorId, context)
export const buyerSensorAssign: Handler<typeof samplesCalls.buyerSensorAssign> = (input, context) =>
  assign('buyer', input, context)
export const sellerSensorAssign: Handler<typeof samplesCalls.sellerSensorAssign> = (input, context) =>
  assign('seller', input, context)
