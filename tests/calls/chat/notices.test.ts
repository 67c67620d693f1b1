import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { letterRecipients } from '../../../src/db/tables/letters.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import type { NotificationEvent } from '../../../src/domain/accounts/notifications.ts'
import { isCentreSync } from '../../../src/domain/chat/centre-sync.ts'
import type { Account } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let buyerId = 0
let sellerId = 0
const idOf = async (account: Account) =>
  (await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, account)))[0]?.id ?? 0

beforeAll(async () => {
  buyerId = await idOf('buyer')
  sellerId = await idOf('seller')
})
beforeEach(async () => {
  await app.db.delete(notices)
  await app.db.delete(letterRecipients)
})

/** Saves notices for a user, oldest first; returns their ids. */
async function told(userId: number, ...events: NotificationEvent[]): Promise<number[]> {
  const rows = await app.db
    .insert(notices)
    .values(
      events.map((event, n) => ({ userId, event, title: `第 ${n} 条`, text: `正文 ${event}`, path: '/demandHall' })),
    )
    .returning({ id: notices.id })
  return rows.map(({ id }) => id)
}

const list = async (client: Client, input: Parameters<Client['api']['chat']['recordPage']>[0] = {}) =>
  contentOf(await client.api.chat.recordPage(input))
const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ recordId }) => recordId)

describe('business messages', () => {
  test('are limited to the own ones, newest first, with group, state and unread count', async () => {
    const mine = await told(buyerId, 'demand.offered', 'order.moved')
    await told(sellerId, 'offer.decided')
    const page = await list(buyer)
    expect(idsOf(page)).toEqual(mine.toReversed())
    expect(page).toMatchObject({ total: 2, more: false, unread: { total: 2, business: 2, personal: 0 } })
    expect(page.data[0]).toMatchObject({ event: 'order.moved', group: 'trade', read: false, path: '/demandHall' })
    expect(page.unread.groups).toMatchObject({ tender: 1, trade: 1, shop: 0 })
    expect(failureOf(await visitor(app).api.chat.recordPage({}))).toBe('sessionInvalid')
  })

  test('are filtered by group, state, literal keyword, and days of Shanghai', async () => {
    const [first = 0, second = 0] = await told(buyerId, 'demand.offered', 'order.moved')
    await app.db
      .update(notices)
      .set({ title: '折扣 100%_', createdAt: new Date('2026-03-01T16:30:00Z'), readAt: new Date() })
      .where(eq(notices.id, first))
    expect(idsOf(await list(buyer, { group: 'tender' }))).toEqual([first])
    expect(idsOf(await list(buyer, { unread: true }))).toEqual([second])
    expect(idsOf(await list(buyer, { unread: false }))).toEqual([first])
    expect(idsOf(await list(buyer, { keyword: '0%_' }))).toEqual([first])
    expect(idsOf(await list(buyer, { keyword: '_%' }))).toEqual([])
    expect(idsOf(await list(buyer, { from: '2026-03-02', until: '2026-03-02' }))).toEqual([first])
    expect(idsOf(await list(buyer, { until: '2026-03-01' }))).toEqual([])
  })

  test('pages by row are stable while new rows arrive, and contain no count', async () => {
    await app.db.execute(sql`insert into ${notices} (user_id, event, title, path)
      select ${buyerId}, 'order.moved', '第 ' || n || ' 条', '/demandHall' from generate_series(1, 12000) as n`)
    const first = await list(buyer, { pageSize: 50 })
    expect(first).toMatchObject({ total: 10_000, more: true, unread: { business: 1_000 } })
    await told(buyerId, 'demand.offered')
    const last = first.data.at(-1)
    const below = await list(buyer, { pageSize: 50, before: last?.recordId ?? 0 })
    expect(below.total).toBe(0)
    expect(idsOf(below)[0]).toBe((last?.recordId ?? 0) - 1)
    const [oldest] = await app.db.select({ id: sql<number>`min(${notices.id})::int` }).from(notices)
    const end = await list(buyer, { before: (oldest?.id ?? 0) + 5 })
    expect([idsOf(end).length, end.more]).toEqual([5, false])
    expect(idsOf(await list(buyer, { current: 200, pageSize: 50 }))).toHaveLength(50)
  })
})

describe('reading and deleting', () => {
  test('changes own rows only, and notifies the other tabs', async () => {
    const mine = await told(buyerId, 'demand.offered', 'order.moved')
    const foreign = await told(sellerId, 'offer.decided')
    const send = vi.spyOn(app.runtime.push, 'send')
    const unread = contentOf(await buyer.api.chat.recordRead({ recordIds: [mine[0] ?? 0, foreign[0] ?? 0, missingId] }))
    expect(unread).toMatchObject({ business: 1, groups: { tender: 0, trade: 1 } })
    expect((await list(seller)).unread.business).toBe(1)
    await vi.waitFor(() => expect(send).toHaveBeenCalled())
    const [userId, news] = send.mock.calls[0] ?? []
    expect(userId).toBe(buyerId)
    expect(isCentreSync(news)).toBe(true)
    expect(news).toMatchObject({ kind: 'centre', did: 'read', of: 'business', unread: { business: 1 } })
    send.mockRestore()
    contentOf(await buyer.api.chat.recordDelete({ recordIds: [...mine, ...foreign] }))
    expect((await list(buyer)).data).toEqual([])
    expect((await list(seller)).data).toHaveLength(1)
  })

  test('marks everything as read up to the newest seen row, of one group or all', async () => {
    const mine = await told(buyerId, 'demand.offered', 'order.moved', 'order.moved')
    const upTo = mine[1] ?? 0
    const one = contentOf(await buyer.api.chat.recordsReadAll({ kind: 'business', group: 'trade', upTo }))
    expect(one.groups).toMatchObject({ tender: 1, trade: 1 })
    expect(contentOf(await buyer.api.chat.recordsReadAll({})).total).toBe(0)
    // Reading twice changes nothing.
    expect(contentOf(await buyer.api.chat.recordsReadAll({})).total).toBe(0)
  })

  test('members delete only with the permission; users without a company delete their own', async () => {
    const without = await colleague(app, buyer, ['message_reply'])
    const [row = 0] = await told(without.userId, 'order.moved')
    expect(failureOf(await without.client.api.chat.recordDelete({ recordIds: [row] }))).toBe('forbidden')
    expect((await list(without.client)).data).toHaveLength(1)
    const withRight = await colleague(app, buyer, ['message_delete'])
    expect(failureOf(await withRight.client.api.chat.recordDelete({ recordIds: [row] }))).toBe('none')
    expect((await list(without.client)).data).toHaveLength(1)
    const person = await signInAs(app, 'person')
    const [own = 0] = await told(await idOf('person'), 'inquiry.answered')
    expect(contentOf(await person.api.chat.recordDelete({ recordIds: [own] })).total).toBe(0)
  })
})
