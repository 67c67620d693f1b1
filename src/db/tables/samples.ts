import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  ExcursionVerdict,
  Quarantine,
  SampleStatus,
  ShipmentStatus,
} from '../../domain/orders/samples/sample-states.ts'
import type {
  ArrivalCondition,
  SampleHazard,
  SampleKind,
  SampleUnit,
  StorageCondition,
} from '../../domain/orders/samples/sample-terms.ts'
import type { Side } from '../../domain/sides.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'
import { orderMilestones, orders } from './orders.ts'

/** Shipments of samples between the two companies of an order. They change under the lock of their order. */
export const sampleShipments = pgTable(
  'sample_shipments',
  {
    id: identity(),
    shipmentNo: text().notNull().unique(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Side that gives the samples. */
    fromSide: text().$type<Side>().notNull(),
    status: text().$type<ShipmentStatus>().notNull().default('packing'),
    /** Limits that all of its samples keep; hundredths of a degree Celsius, null = none. */
    minTemp: integer(),
    maxTemp: integer(),
    /** Tolerated beyond the limits: hundredths of a degree, and minutes. */
    tolerance: integer().notNull().default(0),
    toleranceMinutes: integer().notNull().default(0),
    carrier: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    remark: text().notNull().default(''),
    packedBy: integer()
      .notNull()
      .references(() => users.id),
    /** The giver's confirmation of the hand-over. */
    shippedBy: integer().references(() => users.id),
    shippedAt: moment(),
    /** The receiver's confirmation. */
    receivedBy: integer().references(() => users.id),
    receivedAt: moment(),
    condition: text().$type<ArrivalCondition>(),
    conditionNote: text().notNull().default(''),
    /** Photo of the arrival. */
    photoId: text(),
    /** Time of the earliest reading outside the limits that the job orders-excursions is to judge; null = none. */
    dueFrom: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sample_shipments_order').on(t.orderId, t.id.desc()),
    index('sample_shipments_photo')
      .on(t.photoId)
      .where(sql`${t.photoId} is not null`),
    index('sample_shipments_due')
      .on(t.id)
      .where(sql`${t.dueFrom} is not null`),
    check('sample_shipments_shipped', sql`(${t.shippedAt} is null) = (${t.status} in ('packing', 'cancelled'))`),
    check('sample_shipments_received', sql`(${t.receivedAt} is not null) = (${t.status} = 'received')`),
    check('sample_shipments_limits', sql`${t.minTemp} is null or ${t.maxTemp} is null or ${t.minTemp} < ${t.maxTemp}`),
  ],
)

/** Samples of an order. They change under its lock; `state_changes` is their chain of custody. */
export const samples = pgTable(
  'samples',
  {
    id: identity(),
    sampleNo: text().notNull().unique(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** null = of the whole order. */
    milestoneId: integer().references(() => orderMilestones.id),
    /** Sample that was split; null = registered. */
    parentId: integer(),
    /** Side that registered it, or its parent. */
    originSide: text().$type<Side>().notNull(),
    /** Side that has it; the giver until the receipt. */
    holder: text().$type<Side>().notNull(),
    name: text().notNull(),
    kind: text().$type<SampleKind>().notNull(),
    /** Thousandths of the unit. */
    amount: integer().notNull(),
    unit: text().$type<SampleUnit>().notNull(),
    storage: text().$type<StorageCondition>().notNull(),
    /** Hundredths of a degree Celsius; null = without that limit. */
    minTemp: integer(),
    maxTemp: integer(),
    hazards: text().array().$type<SampleHazard[]>().notNull().default([]),
    note: text().notNull().default(''),
    status: text().$type<SampleStatus>().notNull().default('registered'),
    quarantine: text().$type<Quarantine>().notNull().default('none'),
    /** Shipment it is packed in, or came with; null = never packed. */
    shipmentId: integer().references(() => sampleShipments.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('samples_order').on(t.orderId, t.id.desc()),
    index('samples_parent')
      .on(t.parentId)
      .where(sql`${t.parentId} is not null`),
    check('samples_amount', sql`${t.amount} > 0`),
    check('samples_limits', sql`${t.minTemp} is null or ${t.maxTemp} is null or ${t.minTemp} < ${t.maxTemp}`),
  ],
)

/** What a shipment held. */
export const sampleShipmentItems = pgTable(
  'sample_shipment_items',
  {
    shipmentId: integer()
      .notNull()
      .references(() => sampleShipments.id),
    sampleId: integer()
      .notNull()
      .references(() => samples.id),
  },
  (t) => [primaryKey({ columns: [t.shipmentId, t.sampleId] }), index('sample_shipment_items_sample').on(t.sampleId)],
)

/** Temperature sensors of a company; each publishes with its own credential. */
export const sensors = pgTable(
  'sensors',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    /** SHA-256 of the credential, which is shown once. */
    secretHash: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    revokedAt: moment(),
    /** Why the last message was refused; '' = none was. */
    refusal: text().notNull().default(''),
    refusedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('sensors_company').on(t.companyId, t.id.desc())],
)

/** Which shipment a sensor is with, and when: readings are attributed by the time they were made. */
export const sensorAssignments = pgTable(
  'sensor_assignments',
  {
    id: identity(),
    sensorId: integer()
      .notNull()
      .references(() => sensors.id),
    shipmentId: integer()
      .notNull()
      .references(() => sampleShipments.id),
    fromAt: moment().notNull(),
    /** null = until it ends. */
    untilAt: moment(),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('sensor_assignments_sensor').on(t.sensorId, t.fromAt.desc()),
    index('sensor_assignments_shipment').on(t.shipmentId),
    uniqueIndex('sensor_assignments_open')
      .on(t.sensorId)
      .where(sql`${t.untilAt} is null`),
  ],
)

/**
 * Readings, once each: a repeated message of a sensor, or a logger file that is read again, changes nothing. The source
 * is `sensor:12`, or `logger:7:SERIAL` for a logger of shipment 7.
 */
export const sampleReadings = pgTable(
  'sample_readings',
  {
    source: text().notNull(),
    takenAt: moment().notNull(),
    seq: integer().notNull().default(0),
    /** null = the sensor was with no shipment. */
    shipmentId: integer(),
    /** Hundredths of a degree Celsius. */
    temp: integer().notNull(),
    /** Beyond the limits of its shipment and their tolerance. */
    isOutside: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.takenAt, t.seq] }),
    index('sample_readings_shipment')
      .on(t.shipmentId, t.takenAt)
      .where(sql`${t.shipmentId} is not null`),
  ],
)

/** Excursions of a shipment: a run of readings of one source outside the limits. The buyer decides about the samples. */
export const sampleExcursions = pgTable(
  'sample_excursions',
  {
    id: identity(),
    shipmentId: integer()
      .notNull()
      .references(() => sampleShipments.id),
    source: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    /** The temperature farthest outside. */
    worst: integer().notNull(),
    /** null = not decided. */
    verdict: text().$type<ExcursionVerdict>(),
    reason: text().notNull().default(''),
    decidedBy: integer().references(() => users.id),
    decidedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sample_excursions_shipment').on(t.shipmentId, t.id.desc()),
    uniqueIndex('sample_excursions_run').on(t.shipmentId, t.source, t.firstAt),
    check('sample_excursions_decided', sql`(${t.verdict} is null) = (${t.decidedAt} is null)`),
  ],
)
