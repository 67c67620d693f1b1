import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectToBroker,
  connectionEnded,
  connectAndSubscribe,
  testSession,
  startBroker,
  type TestBroker,
} from '../support/test-broker.ts'

const url = process.env.REDIS_URL

/** Requires REDIS_URL: the brokers of two processes behind one proxy. */
describe.skipIf(url === undefined)('two brokers over Redis', () => {
  let redis: Redis
  let [here, there]: TestBroker[] = []
  beforeAll(async () => {
    redis = new Redis(url ?? '')
    ;[here, there] = [await startBroker(redis), await startBroker(redis)]
  })
  afterAll(async () => {
    await here?.close()
    await there?.close()
    redis.disconnect()
  })

  test('a ticket of one opens a connection at the other; messages are delivered across, in order, once', async () => {
    if (here === undefined || there === undefined) throw new Error('not started')
    const tab = await connectAndSubscribe({ url: there.url, push: here.push }, testSession(5))
    for (let seq = 0; seq < 500; seq += 1) here.push.send(5, { seq })
    await tab.until(500)
    expect(tab.messages).toEqual(Array.from({ length: 500 }, (_, seq) => ({ seq })))
    await tab.client.endAsync()
  })

  test('signing out at one ends connections at the other and invalidates tickets everywhere', async () => {
    if (here === undefined || there === undefined) throw new Error('not started')
    const session = testSession(6, 60 + Math.floor(Math.random() * 1e6))
    const tab = await connectAndSubscribe(there, session)
    const password = await here.push.ticket(session)
    here.push.endSession(session.sessionId)
    await connectionEnded(tab.client)
    expect(await connectToBroker(there.url, { userId: 6, password })).toBe(4)
  })

  test('one that shuts down while clients connect leaves no errors', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 40; round += 1) {
      const broker = await startBroker(redis)
      const sessions = Array.from({ length: 10 }, (_, number) => testSession(100 + number))
      const passwords = await Promise.all(sessions.map((session) => broker.push.ticket(session)))
      const coming = sessions.map(({ userId }, number) =>
        connectToBroker(broker.url, { userId, password: passwords[number] ?? '' }),
      )
      await Promise.race(coming)
      await broker.close()
      for (const one of await Promise.all(coming)) if (typeof one === 'object') await one.endAsync(true)
      expect(broker.push.ready()).toBe(false)
    }
  })
})
