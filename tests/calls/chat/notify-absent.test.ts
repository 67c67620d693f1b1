import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions, users } from '../../../src/db/tables/accounts.ts'
import { conversations, readPositions } from '../../../src/db/tables/chat.ts'
import { chatAbsences, digestQueue } from '../../../src/db/tables/letters.ts'
import { links } from '../../../src/domain/links.ts'
import { contentOf } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { personOf } from '../../support/scenes/chat/letters.ts'
import { notifyAbsent } from '../../../src/server/chat/notify-absent.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let sellerId = 0
let sellerOrg = 0
beforeAll(async () => {
  const own = await personOf(app, 'seller')
  sellerId = own.userId
  sellerOrg = own.companyId
})
beforeEach(async () => {
  await app.db.update(conversations).set({ lastAt: sql`now() - interval '3 days'` })
  await app.db.delete(digestQueue)
  await app.db.update(sessions).set({ presentAt: null })
})

const ask = async () =>
  contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: sellerOrg, content: '请问何时开工？' }))
/** Ages the last message by so many minutes. */
const wait = (minutes: number) =>
  app.db
    .update(conversations)
    .set({ lastAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(sql`${conversations.lastAt} > now() - interval '1 hour'`)
const run = () => notifyAbsent(app.db, app.runtime)
const told = async (userId: number) => {
  const rows = await app.db
    .select()
    .from(digestQueue)
    .where(and(eq(digestQueue.userId, userId), eq(digestQueue.event, 'chat.absent')))
  return rows.map(({ title }) => title)
}

test('notifies absent readers once after the delay with a masked name, but not the sender', async () => {
  await ask()
  await run()
  expect(await told(sellerId)).toEqual([])
  await wait(6)
  await Promise.all([run(), run()])
  const [title, ...more] = await told(sellerId)
  expect(more).toEqual([])
  expect(title).toMatch(/^“.*\*.*”给您发来了沟通消息$/)
  const [talk] = await app.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(sql`${conversations.lastAt} > now() - interval '1 hour'`)
  const [mail] = await app.db.select().from(digestQueue).where(eq(digestQueue.userId, sellerId))
  expect(mail?.path).toBe(links.conversation(talk?.id ?? 0))
  await run()
  expect(await told(sellerId)).toHaveLength(1)
  expect(await told((await personOf(app, 'buyer')).userId)).toEqual([])
  await ask()
  await wait(6)
  await run()
  expect(await told(sellerId)).toHaveLength(2)
})

test('skips users who are online, have read or muted it, and shops that have answered', async () => {
  const aide = await colleague(app, seller, ['message_reply'])
  await ask()
  await wait(6)
  await app.db.update(sessions).set({ presentAt: new Date() }).where(eq(sessions.userId, aide.userId))
  const [talk] = await app.db
    .select({ id: conversations.id, seq: conversations.lastSeq })
    .from(conversations)
    .where(sql`${conversations.lastAt} > now() - interval '1 hour'`)
  const mute = { conversationId: talk?.id ?? 0, userId: sellerId, muted: true }
  await app.db
    .insert(readPositions)
    .values(mute)
    .onConflictDoUpdate({ target: [readPositions.conversationId, readPositions.userId], set: { muted: true } })
  await run()
  for (const one of [sellerId, aide.userId]) expect(await told(one)).toEqual([])

  await app.db.update(readPositions).set({ muted: false })
  await app.db.update(sessions).set({ presentAt: null })
  await app.db.delete(chatAbsences)
  const { userId } = await personOf(app, 'buyer')
  const answer = { receiveId: userId, isOrgSend: true, sendOrgId: sellerOrg, content: '下周一开工。' }
  contentOf(await aide.client.api.chat.sendMessage(answer))
  await wait(6)
  await run()
  expect(await told(sellerId)).toEqual([])
  expect(await told(userId)).toHaveLength(1)
})

test('skips locked accounts', async () => {
  await app.db.update(users).set({ locked: true }).where(eq(users.id, sellerId))
  await ask()
  await wait(6)
  await run()
  expect(await told(sellerId)).toEqual([])
  await app.db.update(users).set({ locked: false }).where(eq(users.id, sellerId))
})
