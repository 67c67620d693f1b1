import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import type { MqttClient } from 'mqtt'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { sampleReadings } from '../../src/db/tables/samples.ts'
import { createSensorGate } from '../../src/server/orders/samples/sensor-gate.ts'
import { createPush } from '../../src/server/push/broker.ts'
import type { Push } from '../../src/server/push/push.ts'
import { startAppForTest, type TestApp } from '../support/app.ts'
import { contentOf, signInAs } from '../support/client.ts'
import {
  connectSensor,
  newSensor,
  orderInWork,
  packed,
  readingOf,
  registered,
} from '../support/scenes/orders/samples.ts'

/** Readings in all, kills of the broker, and messages that a sensor has under way. */
const [count, kills, window] = [10_000, 20, 40]

/** Push server on one URL, whose broker can be killed with what it has not yet acknowledged. */
async function brittleBroker(app: TestApp) {
  const server: Server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  const make = (): Push => {
    const connections = new Gauge({ name: 'connections', help: 'open', registers: [new Registry()] })
    const sensors = createSensorGate({ db: app.runtime.database.background.db, onOutside: () => {} })
    const log = pino({ level: 'silent' })
    const push = createPush({ ...app.runtime, redis: undefined, bus: undefined, sensors, log, connections })
    push.attach(server)
    return push
  }
  const state = { push: make() }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    kill: async () => {
      const old = state.push
      server.removeAllListeners('upgrade')
      for (const socket of sockets) socket.destroy()
      state.push = make()
      await old.close()
    },
    close: async () => {
      await state.push.close()
      server.close()
    },
  }
}

/** Sends readings until each was acknowledged: what a connection leaves unanswered is sent again on the next. */
async function sendAll(
  url: string,
  sensor: Awaited<ReturnType<typeof newSensor>>,
  readings: readonly string[],
  onAcknowledged: () => void,
): Promise<number> {
  const left = new Set(readings.keys())
  let attempts = 0
  while (left.size > 0) {
    const client: MqttClient | undefined = await connectSensor(url, sensor)
    if (client === undefined) continue
    const waiting = [...left]
    const worker = async () => {
      for (let at = waiting.shift(); at !== undefined && client.connected; at = waiting.shift()) {
        attempts += 1
        const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)))
        const sent = client.publishAsync(sensor.topic, readings[at] ?? '', { qos: 1 }).then(
          () => true,
          () => false,
        )
        if (!(await Promise.race([sent, closed]))) return
        left.delete(at)
        onAcknowledged()
      }
    }
    client.setMaxListeners(0)
    await Promise.all(Array.from({ length: window }, worker))
    client.end(true)
  }
  return attempts
}

test('10,000 readings over 20 kills of the broker are stored exactly once', { timeout: 300_000 }, async () => {
  const app = await startAppForTest()
  const broker = await brittleBroker(app)
  onTestFinished(() => broker.close())
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const { shipmentId } = await packed(buyer, 'buyer', await registered(buyer, await orderInWork(app, buyer, seller)))
  const sensors = [
    await newSensor(buyer, 'T-1'),
    await newSensor(buyer, 'T-2'),
    await newSensor(buyer, 'T-3'),
    await newSensor(buyer, 'T-4'),
  ]
  for (const { sensorId } of sensors) contentOf(await buyer.api.orders.buyerSensorAssign({ sensorId, shipmentId }))
  const start = Date.now()
  const each = count / sensors.length
  const readings = Array.from({ length: each }, (_, n) => readingOf(4 + (n % 30) / 10, new Date(start + n), n))
  const seen = { acknowledged: 0, killed: 0 }
  const killing: Promise<void>[] = []
  const onAcknowledged = () => {
    seen.acknowledged += 1
    if (seen.acknowledged % (count / (kills + 1)) < 1 && seen.killed < kills) {
      seen.killed += 1
      killing.push(broker.kill())
    }
  }
  const attempts = await Promise.all(sensors.map((sensor) => sendAll(broker.url, sensor, readings, onAcknowledged)))
  await Promise.all(killing)
  expect(seen).toEqual({ acknowledged: count, killed: kills })
  // Some were sent again: their acknowledgement was lost.
  expect(attempts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(count)
  const rows = await app.db.select().from(sampleReadings).where(eq(sampleReadings.shipmentId, shipmentId))
  expect(rows).toHaveLength(count)
  for (const { sensorId } of sensors) {
    const own = rows.filter(({ source }) => source === `sensor:${sensorId}`)
    expect(own.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: each }, (_, n) => n))
  }
  expect(contentOf(await buyer.api.orders.buyerShipment({ shipmentId })).digest?.count).toBe(count)
})
