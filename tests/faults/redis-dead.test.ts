import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { signInAs, contentOf } from '../support/client.ts'
import { startOwnRedis } from '../support/own-redis.ts'
import { startBroker, testSession } from '../support/test-broker.ts'

/** Redis is frozen, then killed: pages still get their push tickets within a second. */

let [server, url]: [ChildProcess | undefined, string] = [undefined, '']
beforeAll(async () => {
  const own = await startOwnRedis()
  server = own.process
  url = own.url
})
afterAll(() => void server?.kill('SIGKILL'))

/** Result and duration in milliseconds. */
async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now()
  return { answer: await work, ms: performance.now() - started }
}

test('while Redis is frozen the process issues local tickets, for one use each', async () => {
  const redis = new Redis(url, { enableOfflineQueue: false, lazyConnect: true, maxRetriesPerRequest: 1 })
  redis.on('error', () => {})
  await redis.connect()
  const { redisTickets } = await import('../../src/server/push/tickets.ts')
  const tickets = redisTickets(redis)
  const broker = await startBroker(redis)
  const shared = await tickets.issue(testSession(7))
  server?.kill('SIGSTOP')
  try {
    const { ms } = await timed(broker.push.ticket(testSession(7)))
    expect(ms).toBeLessThan(1_000)
    const own = await tickets.issue(testSession(7))
    expect(await tickets.redeem(own)).toMatchObject({ userId: 7 })
    // Used, and unknown to this process: refused without delay.
    const again = await timed(tickets.redeem(own).catch(() => 'refused'))
    expect(again).toMatchObject({ answer: 'refused' })
    expect(again.ms).toBeLessThan(1_000)
  } finally {
    server?.kill('SIGCONT')
  }
  // After recovery, earlier tickets are still valid.
  await expect.poll(() => tickets.redeem(shared).catch(() => 'refused')).toMatchObject({ userId: 7 })
  await broker.close()
  redis.disconnect()
})

test('without Redis, tickets are issued, calls respond and limits are counted per process', async () => {
  const app = await startApp({ REDIS_URL: url })
  const client = await signInAs(app, 'buyer')
  contentOf(await client.api.chat.pushTicket({}))
  server?.kill('SIGKILL')
  if (server !== undefined) await once(server, 'exit')
  const { answer, ms } = await timed(client.api.chat.pushTicket({}))
  expect(contentOf(answer).ticket.length).toBeGreaterThan(20)
  expect(ms).toBeLessThan(1_000)
  contentOf(await client.api.accounts.profile({}))
  await app.close()
})
