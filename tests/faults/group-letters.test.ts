import { setTimeout as pause } from 'node:timers/promises'
import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../../src/db/tables/accounts.ts'
import { letterRecipients, letters } from '../../src/db/tables/letters.ts'
import { signInAs, contentOf } from '../support/client.ts'
import { startKillableSite, persistentDatabase } from '../support/killable-site.ts'

/** Letters to everybody, each with a kill during delivery, and additional users: several batches per letter. */
const [rounds, crowd] = [3, 12_000]

test('kill -9 during the delivery of a group letter: everybody receives each letter once', async () => {
  const { env, open } = await persistentDatabase()
  const before = await open()
  await before.db.execute(
    sql`insert into ${users} (login_name) select 'crowd-' || n from generate_series(1, ${crowd}::int) as n`,
  )
  const everybody = await before.db.$count(users, eq(users.locked, false))
  const known = new Set((await before.db.select({ id: letters.id }).from(letters)).map(({ id }) => id))
  await before.close()

  const site = await startKillableSite(env)
  await site.start()
  const ops = await signInAs(site.app, 'ops')
  const sent: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const idempotencyKey = crypto.randomUUID()
    const letter = { group: 'all' as const, subject: `系统维护通知 ${round}`, text: '本周六 22:00 至 24:00 维护。' }
    const { recordId } = contentOf(await ops.api.chat.groupMessageSend(letter, { idempotencyKey }))
    sent.push(recordId)
    await pause(round * 60)
    await site.kill()
    await site.start()
    // A lost response is requested again: it is the same letter.
    const again = contentOf(await ops.api.chat.groupMessageSend(letter, { idempotencyKey }))
    expect(again.recordId).toBe(recordId)
  }
  const isDelivered = async (recordId: number) =>
    contentOf(await ops.api.chat.letter({ recordId })).reach?.delivered === true
  await vi.waitFor(
    async () => {
      for (const recordId of sent) expect(await isDelivered(recordId)).toBe(true)
    },
    { timeout: 150_000, interval: 1_000 },
  )
  await site.kill()

  const { db, close } = await open()
  expect(await db.$count(letters, isNull(letters.deliveredAt))).toBe(0)
  const made = (await db.select().from(letters)).filter(({ id }) => !known.has(id))
  expect(made.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(sent)
  for (const { id, recipientCount } of made) {
    expect([id, recipientCount]).toEqual([id, everybody - 1])
    expect(await db.$count(letterRecipients, eq(letterRecipients.letterId, id))).toBe(everybody - 1)
  }
  await close()
}, 290_000)
