import { and, eq, inArray } from 'drizzle-orm'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { sampleReadings, sensors } from '../../../src/db/tables/samples.ts'
import { judgeDueShipments } from '../../../src/server/orders/samples/excursions.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { startPushServer, type PushServer } from '../../support/push-server.ts'
import {
  connectSensor,
  newSensor,
  orderInWork,
  packed,
  readingOf,
  registered,
} from '../../support/scenes/orders/samples.ts'
import { connectionEnded } from '../../support/test-broker.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let server: PushServer
beforeAll(async () => {
  server = await startPushServer(app)
})
afterAll(() => server.close())

async function connected(sensor: Awaited<ReturnType<typeof newSensor>>): Promise<MqttClient> {
  const client = await connectSensor(server.url, sensor)
  if (client === undefined) throw new Error('Refused')
  return client
}

const readingsOf = (sensorId: number) =>
  app.db
    .select()
    .from(sampleReadings)
    .where(eq(sampleReadings.source, `sensor:${sensorId}`))
const newShipment = async () => packed(buyer, 'buyer', await registered(buyer, await orderInWork(app, buyer, seller)))

describe('a sensor', () => {
  test('has a credential that is shown once and stored as its hash', async () => {
    const sensor = await newSensor(buyer)
    const [row] = await app.db.select().from(sensors).where(eq(sensors.id, sensor.sensorId))
    expect(sensor.secret.length).toBeGreaterThan(40)
    expect(JSON.stringify(row)).not.toContain(sensor.secret)
    expect(JSON.stringify(contentOf(await buyer.api.orders.buyerSensors({})))).not.toContain(sensor.secret)
    expect(
      contentOf(await seller.api.orders.sellerSensors({})).some(({ sensorId }) => sensorId === sensor.sensorId),
    ).toBe(false)
  })

  test('publishes readings that are stored before the acknowledgement, once each, for its shipment', async () => {
    const sensor = await newSensor(buyer)
    const { shipmentId } = await newShipment()
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId: sensor.sensorId, shipmentId }))
    const client = await connected(sensor)
    const at = new Date()
    await client.publishAsync(sensor.topic, readingOf(4.25, at, 1), { qos: 1 })
    expect(await readingsOf(sensor.sensorId)).toMatchObject([{ temp: 425, shipmentId, isOutside: false, seq: 1 }])
    await client.publishAsync(sensor.topic, readingOf(4.25, at, 1), { qos: 1 })
    await client.publishAsync(sensor.topic, readingOf(5, new Date(at.getTime() - 3_600_000), 2), { qos: 1 })
    const rows = await readingsOf(sensor.sensorId)
    // Before the sensor was put in, it was with no shipment.
    expect(rows.map(({ seq, shipmentId: of }) => [seq, of]).toSorted()).toEqual([
      [1, shipmentId],
      [2, null],
    ])
    await client.endAsync(true)
    const [row] = contentOf(await buyer.api.orders.buyerSensors({}))
    expect(row).toMatchObject({ lastReading: { temperature: 425 }, shipment: { shipmentId } })
  })

  test('an excursion on the way stops the samples', async () => {
    const sensor = await newSensor(buyer)
    const { shipmentId } = await newShipment()
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId: sensor.sensorId, shipmentId }))
    contentOf(await buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰' }))
    const client = await connected(sensor)
    await client.publishAsync(sensor.topic, readingOf(12.5), { qos: 1 })
    await judgeDueShipments(app.db, { push: app.runtime.push, log: app.runtime.log })
    await client.endAsync(true)
    const shown = contentOf(await seller.api.orders.sellerShipment({ shipmentId }))
    expect(shown.excursions).toMatchObject([{ worst: 1_250, source: 'T-01', verdict: null }])
    expect(shown.samples.map(({ quarantine }) => quarantine)).toEqual(['quarantined'])
    expect(shown.series.flatMap(({ points }) => points)).toHaveLength(1)
  })

  test.each([
    ['the topic of another sensor', 'sensors/1/readings', 1, false],
    ['the topic of a person', 'user/1', 1, false],
    ['its topic without an acknowledgement', null, 0, false],
    ['its topic with QoS 2', null, 2, false],
    ['a retained message', null, 1, true],
  ] as const)('publishing to %s ends the connection and writes nothing', async (_what, topic, qos, retain) => {
    const sensor = await newSensor(buyer)
    const client = await connected(sensor)
    const ended = connectionEnded(client)
    client.publish(topic ?? sensor.topic, readingOf(4), { qos, retain })
    await ended
    expect(await readingsOf(sensor.sensorId)).toEqual([])
    const noted = async () =>
      contentOf(await buyer.api.orders.buyerSensors({})).find(({ sensorId }) => sensorId === sensor.sensorId)?.refusal
    await expect.poll(noted).not.toBe('')
  })

  test.each(['#', '+', 'user/1', 'sensors/+/readings', 'own'])(
    'subscribing to %s ends the connection',
    async (topic) => {
      const sensor = await newSensor(buyer)
      const client = await connected(sensor)
      const ended = connectionEnded(client)
      client.subscribe(topic === 'own' ? sensor.topic : topic)
      await ended
    },
  )

  test.each(['', '{}', 'not json', '{"at":"2026-11-28T08:00:00Z","c":"4"}'])(
    '%s is no reading: the connection ends',
    async (payload) => {
      const sensor = await newSensor(buyer)
      const client = await connected(sensor)
      const ended = connectionEnded(client)
      client.publish(sensor.topic, payload, { qos: 1 })
      await ended
      expect(await readingsOf(sensor.sensorId)).toEqual([])
    },
  )

  test('connects with nothing but its own credential and client id', async () => {
    const sensor = await newSensor(buyer)
    const other = await newSensor(buyer, 'T-02')
    const attempts = [
      await connectSensor(server.url, { userName: sensor.userName, secret: 'x'.repeat(43) }),
      await connectSensor(server.url, { userName: sensor.userName, secret: other.secret }),
      await connectSensor(server.url, { userName: sensor.userName, secret: '' }),
      await connectSensor(server.url, { userName: 'sensor-99999999', secret: sensor.secret }),
      await connectSensor(server.url, sensor, { clientId: other.userName }),
      await connectSensor(server.url, sensor, { clean: false }),
    ]
    expect(attempts).toEqual(attempts.map(() => undefined))
  })

  test('that is revoked is gone within a second, and connects no more', async () => {
    const sensor = await newSensor(buyer)
    const { shipmentId } = await newShipment()
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId: sensor.sensorId, shipmentId }))
    const client = await connected(sensor)
    const ended = connectionEnded(client)
    const started = performance.now()
    contentOf(await buyer.api.orders.buyerSensorRevoke({ sensorId: sensor.sensorId }))
    await ended
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await connectSensor(server.url, sensor)).toBeUndefined()
    expect(failureOf(await buyer.api.orders.buyerSensorRevoke({ sensorId: sensor.sensorId }))).toBe('sensorRevoked')
    expect(failureOf(await buyer.api.orders.buyerSensorAssign({ sensorId: sensor.sensorId, shipmentId }))).toBe(
      'sensorRevoked',
    )
  })

  test.each(['suspended', 'revoked'] as const)('of a company that is %s neither connects nor sends', async (status) => {
    const sensor = await newSensor(buyer)
    const [row] = await app.db
      .select({ id: companies.id, certification: companies.certification })
      .from(sensors)
      .innerJoin(companies, eq(companies.id, sensors.companyId))
      .where(eq(sensors.id, sensor.sensorId))
    if (row === undefined) throw new Error('No company')
    const { id, certification } = row
    const client = await connected(sensor)
    const ended = connectionEnded(client)
    await app.db.update(companies).set({ certification: status }).where(eq(companies.id, id))
    client.publish(sensor.topic, readingOf(4), { qos: 1 })
    await ended
    expect(await connectSensor(server.url, sensor)).toBeUndefined()
    expect(await readingsOf(sensor.sensorId)).toEqual([])
    await app.db.update(companies).set({ certification }).where(eq(companies.id, id))
    const shown = contentOf(await buyer.api.orders.buyerSensors({}))
    expect(shown.find(({ sensorId }) => sensorId === sensor.sensorId)?.refusal).toContain('企业已停用')
    await (await connected(sensor)).endAsync(true)
  })

  test('of a company without an active account connects no more', async () => {
    const sensor = await newSensor(buyer)
    const [row] = await app.db
      .select({ companyId: sensors.companyId })
      .from(sensors)
      .where(eq(sensors.id, sensor.sensorId))
    const people = await app.db
      .update(users)
      .set({ locked: true })
      .where(and(eq(users.companyId, row?.companyId ?? 0), eq(users.locked, false)))
      .returning({ id: users.id })
    expect(people.length).toBeGreaterThan(0)
    const refused = await connectSensor(server.url, sensor)
    const ids = people.map(({ id }) => id)
    await app.db.update(users).set({ locked: false }).where(inArray(users.id, ids))
    expect(refused).toBeUndefined()
    await (await connected(sensor)).endAsync(true)
  })

  test('is with one shipment at a time, and free again after the receipt', async () => {
    const { sensorId } = await newSensor(buyer)
    const [one, two] = [await newShipment(), await newShipment()]
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId: one.shipmentId }))
    const busy = await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId: two.shipmentId })
    expect(failureOf(busy)).toBe('sensorBusy')
    contentOf(await buyer.api.orders.buyerShipmentSend({ shipmentId: one.shipmentId, carrier: '顺丰' }))
    contentOf(await seller.api.orders.sellerShipmentReceive({ shipmentId: one.shipmentId, condition: 'intact' }))
    const late = await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId: one.shipmentId })
    expect(failureOf(late)).toBe('shipmentTakesNoSensor')
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId: two.shipmentId }))
    contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId: null }))
  })
})
