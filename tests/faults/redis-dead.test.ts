import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { as, contentOf } from '../support/client.ts'
import { startOwnRedis } from '../support/own-redis.ts'
import { startBroker, sessionOf } from '../support/push.ts'

/** A Redis of the test's own that is frozen, then killed: pages get their tickets for push within a second. */

let [server, url]: [ChildProcess | undefined, string] = [undefined, '']
beforeAll(async () => {
  const own = await startOwnRedis()
  server = own.process
  url = own.url
})
afterAll(() => void server?.kill('SIGKILL'))

/** Gives a ticket, and says after how many milliseconds. */
async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now()
  return { answer: await work, ms: performance.now() - started }
}

test('while Redis is frozen the process gives tickets of its own, for one use each', async () => {
  const redis = new Redis(url, { enableOfflineQueue: false, lazyConnect: true, maxRetriesPerRequest: 1 })
  redis.on('error', () => {})
  await redis.connect()
  const { redisTickets } = await import('../../src/server/push/tickets.ts')
  const tickets = redisTickets(redis)
  const broker = await startBroker(redis)
  const shared = await tickets.give(sessionOf(7))
  server?.kill('SIGSTOP')
  try {
    const { ms } = await timed(broker.push.ticket(sessionOf(7)))
    expect(ms).toBeLessThan(1_000)
    const own = await tickets.give(sessionOf(7))
    expect(await tickets.spend(own)).toMatchObject({ userId: 7 })
    // Spent, and unknown to this process: a clear refusal instead of a wait.
    const again = await timed(tickets.spend(own).catch(() => 'refused'))
    expect(again).toMatchObject({ answer: 'refused' })
    expect(again.ms).toBeLessThan(1_000)
  } finally {
    server?.kill('SIGCONT')
  }
  // Back again: what it gave before is still good.
  await expect.poll(() => tickets.spend(shared).catch(() => 'refused')).toMatchObject({ userId: 7 })
  await broker.close()
  redis.disconnect()
})

test('once Redis is dead tickets are given, calls are answered and limits counted by this process', async () => {
  const app = await startApp({ REDIS_URL: url })
  const client = await as(app, 'buyer')
  contentOf(await client.api.chat.pushTicket({}))
  server?.kill('SIGKILL')
  if (server !== undefined) await once(server, 'exit')
  const { answer, ms } = await timed(client.api.chat.pushTicket({}))
  expect(contentOf(answer).ticket.length).toBeGreaterThan(20)
  expect(ms).toBeLessThan(1_000)
  contentOf(await client.api.accounts.profile({}))
  await app.close()
})
