import { createServer } from 'node:http'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { WebSocketServer, createWebSocketStream } from 'ws'
import { expect, test } from 'vitest'
import { OrderedPersistence } from '../../src/server/push/ordered-persistence.ts'
import { connectAndSubscribe, testSession, startBroker } from '../support/test-broker.ts'

const count = 5_000
const inOrder = Array.from({ length: count }, (_, seq) => seq)
const seqOf = (message: unknown) =>
  typeof message === 'object' && message !== null && 'seq' in message ? message.seq : undefined

test('5,000 messages at QoS 2 arrive once each and in order', async () => {
  const broker = await startBroker()
  const tab = await connectAndSubscribe(broker, testSession(3))
  for (const seq of inOrder) broker.push.send(3, { seq, text: '终稿已上传，请您验收' })
  await tab.until(count)
  expect(tab.messages.map(seqOf)).toEqual(inOrder)
  await tab.client.endAsync()
  await broker.close()
})

// The product uses clean sessions only; persistence version 11 alone would lose messages here.
test('delivers 5,000 messages in order to a persistent session, with the ordered persistence', async () => {
  const aedes = await Aedes.createBroker({ persistence: new OrderedPersistence() })
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => void aedes.handle(createWebSocketStream(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}`, {
    clientId: 'kept',
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 50,
  })
  const got: unknown[] = []
  client.on('message', (_topic, payload) => got.push(Number(payload.toString())))
  await client.subscribeAsync('t', { qos: 2 })
  for (const seq of inOrder) {
    const packet = { cmd: 'publish', topic: 't', payload: String(seq), qos: 2, retain: false, dup: false } as const
    await new Promise<void>((resolve) => aedes.publish(packet, () => resolve()))
    // The connection drops three times during delivery.
    if (seq === 1000 || seq === 2500 || seq === 4000) client.stream.destroy()
  }
  await expect.poll(() => got.length, { timeout: 30_000 }).toBe(count)
  expect(got).toEqual(inOrder)
  await client.endAsync()
  await new Promise<void>((resolve) => aedes.close(resolve))
  sockets.close()
  server.close()
})
