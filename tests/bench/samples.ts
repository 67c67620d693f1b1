import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { MqttClient } from 'mqtt'
import type { Db } from '../../src/db/open.ts'
import { companies, users } from '../../src/db/tables/accounts.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { sampleShipments, sensorAssignments, sensors } from '../../src/db/tables/samples.ts'
import { sensorTopicOf, sensorUserName } from '../../src/domain/orders/samples/reading.ts'
import { hashToken } from '../../src/server/platform/tokens.ts'
import { connectSensor, readingOf } from '../support/scenes/orders/samples.ts'
import { startSite, type Site } from '../support/site.ts'
import { makePeople, measureDelivery, openConversations, talking } from './chat.ts'
import { isServerAvailable, startRuntimeOn, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/** Sensors, readings a second of all of them, and milliseconds between two rounds. */
const [sensorCount, perSecond, roundMs] = [100, 2_000, 50]

interface BenchSensor {
  readonly sensorId: number
  readonly userName: string
  readonly secret: string
}

/** Sensors in one shipment that has no limits. */
async function makeSensors(db: Db): Promise<BenchSensor[]> {
  // Sensors of companies that are not active are refused.
  const [person] = await db
    .select({ id: users.id, companyId: companies.id })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.locked, false), eq(companies.certification, 'approved')))
    .limit(1)
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1)
  const [companyId, userId, orderId] = [person?.companyId ?? 0, person?.id ?? 0, order?.id ?? 0]
  const [shipment] = await db
    .insert(sampleShipments)
    .values({ shipmentNo: 'SH-bench', orderId, fromSide: 'buyer', packedBy: userId })
    .returning({ id: sampleShipments.id })
  const secrets = Array.from({ length: sensorCount }, () => crypto.randomUUID())
  const made = await db
    .insert(sensors)
    .values(secrets.map((secret, n) => ({ companyId, name: `bench ${n}`, secretHash: hashToken(secret), userId })))
    .returning({ id: sensors.id })
  await db
    .insert(sensorAssignments)
    .values(made.map(({ id }) => ({ sensorId: id, shipmentId: shipment?.id ?? 0, fromAt: new Date(0), userId })))
  return made.map(({ id }, n) => ({ sensorId: id, userName: sensorUserName(id), secret: secrets[n] ?? '' }))
}

/** Sends readings at the rate until `isOver`; returns how many were acknowledged, and within which time. */
async function sendReadings(site: Site, all: readonly BenchSensor[], isOver: () => boolean) {
  const url = `${site.url.replace('http', 'ws')}/mqtt`
  const clients: MqttClient[] = []
  for (const sensor of all) {
    const client = await connectSensor(url, sensor)
    if (client === undefined) throw new Error('A sensor was refused')
    client.setMaxListeners(0)
    clients.push(client)
  }
  const times: number[] = []
  const state = { sent: 0, failed: 0 }
  const perRound = (perSecond * roundMs) / 1000
  const started = performance.now()
  const pending: Promise<void>[] = []
  while (!isOver()) {
    const due = Math.floor((performance.now() - started) / roundMs) * perRound
    for (; state.sent < due; state.sent += 1) {
      const at = state.sent % clients.length
      const [client, sensor] = [clients[at], all[at]]
      if (client === undefined || sensor === undefined) throw new Error('No sensor')
      const sentAt = performance.now()
      pending.push(
        client.publishAsync(sensorTopicOf(sensor.sensorId), readingOf(4.2, new Date(), state.sent), { qos: 1 }).then(
          () => void times.push(performance.now() - sentAt),
          () => void (state.failed += 1),
        ),
      )
    }
    await pause(10)
  }
  await Promise.all(pending)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(clients.map((client) => client.endAsync(true)))
  if (state.failed > 0) throw new Error(`${state.failed} readings were refused`)
  return { times, seconds }
}

/** Readings of sensors while people talk, on PostgreSQL. */
export async function sampleFigures(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'readings of sensors', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    const people = await makePeople(runtime.db, talking)
    await openConversations(runtime.db, people)
    const all = await makeSensors(runtime.db)
    await runtime.close()
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    try {
      const talk = { isOver: false }
      const sending = sendReadings(site, all, () => talk.isOver)
      const delivery = await measureDelivery(
        site,
        people,
        `, ${perSecond.toLocaleString('en')} readings a second`,
      ).finally(() => (talk.isOver = true))
      const { times, seconds } = await sending
      const stored = await countReadings(url)
      if (stored !== times.length) throw new Error(`${times.length} acknowledged, ${stored} stored`)
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
      const rate = Math.round(times.length / seconds).toLocaleString('en')
      return [
        {
          what: `readings of ${sensorCount} sensors, acknowledged after the commit (PostgreSQL)`,
          figure: `${rate}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
        },
        delivery,
      ]
    } finally {
      await site.remove()
    }
  })
}

async function countReadings(url: string): Promise<number> {
  const runtime = await startRuntimeOn(url)
  try {
    const [row] = await runtime.db
      .select({ count: sql<number>`count(*)::int` })
      .from(sql`sample_readings where shipment_id = (select id from sample_shipments where shipment_no = 'SH-bench')`)
    return row?.count ?? 0
  } finally {
    await runtime.close()
  }
}
