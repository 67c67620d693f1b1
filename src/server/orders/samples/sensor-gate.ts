import { timingSafeEqual } from 'node:crypto'
import { and, desc, eq, exists, inArray, isNull, notInArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { sampleShipments, sensorAssignments, sensors } from '../../../db/tables/samples.ts'
import { hiddenCertifications } from '../../../domain/accounts/certification.ts'
import {
  malformedReadings,
  parseReadings,
  sensorSource,
  shipmentOfReading,
  type Assignment,
  type Reading,
} from '../../../domain/orders/samples/reading.ts'
import { isOutside, type ShipmentLimits } from '../../../domain/orders/samples/temperature.ts'
import type { SensorGate } from '../../push/push.ts'
import { hashToken } from '../../platform/tokens.ts'
import { limitsOf, writeReadings, type PlacedReading } from './readings.ts'

/** Readings that may wait for a write; a sensor that is not acknowledged sends again. */
const maxWaiting = 20_000
/** Readings of one write. */
const maxBatch = 2_000
/** Milliseconds that a message waits for others, so that a thousand a second are some fifty transactions. */
const gatherMs = 15
/** Milliseconds until readings outside the limits are judged: one request for all of that time. */
const judgeAfterMs = 300

interface Waiting {
  readonly sensorId: number
  readonly readings: readonly Reading[]
  readonly resolve: () => void
  readonly reject: (cause: Error) => void
}

/**
 * Those of some sensors that may send: not revoked, and their company neither suspended, nor without its certification,
 * nor closed, which it is once its last account is.
 */
const maySend = (db: Db, sensorIds: readonly number[]) => {
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companies.id), eq(users.locked, false)))
  const active = db
    .select({ id: companies.id })
    .from(companies)
    .where(and(notInArray(companies.certification, [...hiddenCertifications]), exists(people)))
  return and(inArray(sensors.id, [...sensorIds]), isNull(sensors.revokedAt), inArray(sensors.companyId, active))
}

/** Reason in the list of the company. */
const companyStopped = '企业已停用、认证已撤销或账号已注销，传感器不能连接'

/** When some sensors that may send were with which shipment, and the limits of these shipments. */
interface Placement {
  readonly assignments: ReadonlyMap<number, readonly Assignment[]>
  readonly limits: ReadonlyMap<number, ShipmentLimits>
}

/** The newest assignments of a sensor are enough: it sends within days what it could not send before. */
async function loadPlacement(tx: Db, sensorIds: readonly number[]): Promise<Placement> {
  const ids = [...new Set(sensorIds)].toSorted((a, b) => a - b)
  // Shared until the commit: a revocation waits for it.
  const live = await tx
    .select({ id: sensors.id })
    .from(sensors)
    .where(maySend(tx, ids))
    .orderBy(sensors.id)
    .for('share')
  const rows = await tx
    .select({ assignment: sensorAssignments, shipment: sampleShipments })
    .from(sensorAssignments)
    .innerJoin(sampleShipments, eq(sampleShipments.id, sensorAssignments.shipmentId))
    .where(inArray(sensorAssignments.sensorId, ids))
    .orderBy(desc(sensorAssignments.fromAt))
  const bySensor = Map.groupBy(rows, ({ assignment }) => assignment.sensorId)
  const assignments = live.map(({ id }): [number, Assignment[]] => [
    id,
    (bySensor.get(id) ?? []).map(({ assignment: { shipmentId, fromAt, untilAt } }) => ({
      shipmentId,
      from: fromAt,
      until: untilAt,
    })),
  ])
  return {
    assignments: new Map(assignments),
    limits: new Map(rows.map(({ shipment }) => [shipment.id, limitsOf(shipment)])),
  }
}

const place = (sensorId: number, reading: Reading, { assignments, limits }: Placement): PlacedReading => {
  const shipmentId = shipmentOfReading(assignments.get(sensorId) ?? [], reading.at)
  const limit = shipmentId === null ? undefined : limits.get(shipmentId)
  return {
    source: sensorSource(sensorId),
    takenAt: reading.at,
    seq: reading.seq,
    temp: reading.temperature,
    shipmentId,
    isOutside: limit !== undefined && isOutside(reading.temperature, limit),
  }
}

interface GateOptions {
  readonly db: Db
  /** Readings outside the limits of their shipment were written: they are to be judged soon. */
  readonly onOutside: () => void
}

/**
 * Takes the readings of sensors: many messages are written in one transaction, and acknowledged after its commit. A
 * message that comes again changes nothing.
 */
export function createSensorGate({ db, onOutside }: GateOptions): SensorGate {
  let queue: Waiting[] = []
  let waiting = 0
  let isWriting = false
  let judging: NodeJS.Timeout | undefined
  const judgeSoon = () => {
    judging ??= setTimeout(() => {
      judging = undefined
      onOutside()
    }, judgeAfterMs).unref()
  }

  async function liveAmong(sensorIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (sensorIds.length === 0) return new Set()
    const rows = await db.select({ id: sensors.id }).from(sensors).where(maySend(db, sensorIds))
    return new Set(rows.map(({ id }) => id))
  }
  async function noteRefusal(sensorId: number, refusal: string): Promise<void> {
    await db.update(sensors).set({ refusal, refusedAt: new Date() }).where(eq(sensors.id, sensorId))
  }

  /** Writes one batch. Messages of sensors that may not send are refused, the others acknowledged. */
  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const sensorIds = batch.map(({ sensorId }) => sensorId)
      const { live, outside } = await db.transaction(async (tx) => {
        const placement = await loadPlacement(tx, sensorIds)
        const placed = batch.flatMap(({ sensorId, readings }) =>
          placement.assignments.has(sensorId) ? readings.map((reading) => place(sensorId, reading, placement)) : [],
        )
        const written = placed.length === 0 ? { outside: 0 } : await writeReadings(tx, placed)
        return { live: placement.assignments, outside: written.outside }
      })
      for (const { sensorId, resolve, reject } of batch)
        if (live.has(sensorId)) resolve()
        else reject(new Error('revoked'))
      if (outside > 0) judgeSoon()
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      for (const { reject } of batch) reject(error)
    }
  }

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      const batch: Waiting[] = []
      let size = 0
      for (const message of queue) {
        if (size + message.readings.length > maxBatch) break
        batch.push(message)
        size += message.readings.length
      }
      queue = queue.slice(batch.length)
      await writeBatch(batch)
      waiting -= size
    }
    isWriting = false
  }

  return {
    authenticate: async (sensorId, secret) => {
      const [sensor] = await db
        .select({ secretHash: sensors.secretHash })
        .from(sensors)
        .where(and(eq(sensors.id, sensorId), isNull(sensors.revokedAt)))
      const given = Buffer.from(hashToken(secret))
      const stored = Buffer.from(sensor?.secretHash ?? hashToken(''))
      if (sensor === undefined || given.length !== stored.length || !timingSafeEqual(given, stored)) return false
      if ((await liveAmong([sensorId])).has(sensorId)) return true
      await noteRefusal(sensorId, companyStopped)
      return false
    },
    write: (sensorId, payload) => {
      const readings = parseReadings(payload, Date.now())
      if (readings === undefined) return Promise.reject(new Error(malformedReadings))
      if (waiting + readings.length > maxWaiting) return Promise.reject(new Error('too many readings wait'))
      waiting += readings.length
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      queue.push({ sensorId, readings, resolve, reject })
      if (!isWriting) {
        isWriting = true
        void writeAll()
      }
      return promise
    },
    noteRefusal,
    liveAmong,
  }
}
