import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { digestQueue, letterRecipients, letters } from '../../../src/db/tables/letters.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { key, opened, personOf, received, words } from '../../support/scenes/chat/letters.ts'
import { deliverLetters } from '../../../src/server/chat/message-centre/write-letter.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let ops: Client
let buyer: Client
let seller: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  ops = await signInAs(app, 'ops')
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
})
beforeEach(async () => {
  await app.db.delete(letterRecipients)
  await app.db.delete(letters)
  await app.db.delete(digestQueue)
})

const deliver = () => deliverLetters(app.db, app.runtime)
const sendTo = (
  client: Client,
  group: 'all' | 'colleagues' | 'buyers' | 'allSellers' | 'area',
  districtCode?: string,
) =>
  client.api.chat.groupMessageSend({ group, ...words, ...(districtCode === undefined ? {} : { districtCode }) }, key())

describe('a letter to a group', () => {
  test('is one row until the job delivers it, once to everyone, even in concurrent runs', async () => {
    await app.db.execute(sql`insert into ${users} (login_name) select 'crowd-' || n from generate_series(1, 2300) as n`)
    const { recordId } = contentOf(await sendTo(ops, 'all'))
    expect(await app.db.$count(letterRecipients)).toBe(0)
    const push = { ...app.runtime.push, send: vi.fn<(userId: number, message: object) => void>() }
    await Promise.all([deliverLetters(app.db, { push }), deliverLetters(app.db, { push })])
    const everybody = await app.db.$count(users, eq(users.locked, false))
    expect(await app.db.$count(letterRecipients, eq(letterRecipients.letterId, recordId))).toBe(everybody - 1)
    expect(push.send).toHaveBeenCalledTimes(everybody - 1)
    expect((await opened(ops, recordId)).reach).toEqual({ recipients: everybody - 1, read: 0, delivered: true })
    // Letters of the platform are sent by push only.
    expect(await app.db.$count(digestQueue)).toBe(0)
    const [row] = await received(buyer)
    expect(row).toMatchObject({ recordId, from: { isPlatform: true, userId: null } })
    expect((await opened(buyer, recordId)).replies).toBe(false)
    expect(failureOf(await buyer.api.chat.recordReply({ recordId, text: '回复' }, key()))).toBe('noReplies')
  })

  test('resumes after an interruption: nobody is left out or gets it twice', async () => {
    const { recordId } = contentOf(await sendTo(ops, 'all'))
    const [first = { id: 0 }] = await app.db.select({ id: users.id }).from(users).limit(1)
    await app.db.insert(letterRecipients).values({ letterId: recordId, userId: first.id })
    // A blocking row makes the whole batch fail.
    await expect(deliver()).rejects.toThrow('letter_recipients')
    expect(await app.db.$count(letterRecipients)).toBe(1)
    expect(await app.db.$count(letters, and(isNull(letters.deliveredAt), eq(letters.afterUserId, 0)))).toBe(1)
    await app.db.delete(letterRecipients)
    await deliver()
    await deliver()
    const everybody = await app.db.$count(users, eq(users.locked, false))
    expect(await app.db.$count(letterRecipients)).toBe(everybody - 1)
  })

  test('of a company is sent by an administrator to its members', async () => {
    const aide = await colleague(app, buyer, ['message_reply', 'my_orders'])
    expect(failureOf(await sendTo(aide.client, 'colleagues'))).toBe('forbidden')
    contentOf(await sendTo(buyer, 'colleagues'))
    await deliver()
    const { companyId } = await personOf(app, 'buyer')
    const people = await app.db.select().from(users).where(eq(users.companyId, companyId))
    const reached = await app.db.select().from(letterRecipients)
    const expected = people.filter((one) => !one.locked && one.loginName !== 'buyer').map(({ id }) => id)
    expect(new Set(reached.map(({ userId }) => userId))).toEqual(new Set(expected))
    expect(await app.db.$count(digestQueue)).toBeGreaterThan(0)
    expect((await received(aide.client))[0]?.from.name).not.toContain('*')
  })

  test('of a shop is sent to its customers, and each reply to its sender only', async () => {
    expect(failureOf(await sendTo(buyer, 'buyers'))).toBe('forbidden')
    const { recordId } = contentOf(await sendTo(seller, 'buyers'))
    await deliver()
    expect((await received(buyer))[0]?.recordId).toBe(recordId)
    contentOf(await buyer.api.chat.recordReply({ recordId, text: '收到' }, key()))
    expect((await received(seller))[0]?.brief).toBe('收到')
    const seen = (await opened(seller, recordId)).letters.map(({ text }) => text)
    expect(seen).toEqual([words.text, '收到'])
  })

  test('of the platform is sent by operators; an area includes all districts below', async () => {
    for (const group of ['all', 'allSellers'] as const) expect(failureOf(await sendTo(seller, group))).toBe('forbidden')
    expect(fieldsWithErrors(await sendTo(ops, 'area'))).toEqual(['districtCode'])
    const { companyId } = await personOf(app, 'seller')
    const [firm] = await app.db.select().from(companies).where(eq(companies.id, companyId))
    const province = `${firm?.districtCode.slice(0, 2)}0000`
    contentOf(await sendTo(ops, 'area', province))
    await deliver()
    const rows = await app.db
      .select({ code: companies.districtCode })
      .from(letterRecipients)
      .innerJoin(users, eq(users.id, letterRecipients.userId))
      .innerJoin(companies, eq(companies.id, users.companyId))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ code }) => code.startsWith(province.slice(0, 2)))).toBe(true)
  })
})

test('groups return their members to those who may write to them', async () => {
  expect(contentOf(await ops.api.chat.messageGroup({})).groups).toEqual(['all', 'allBuyers', 'allSellers', 'area'])
  expect(contentOf(await (await signInAs(app, 'editor')).api.chat.messageGroup({})).groups).toContain('all')
  const finance = await signInAs(app, 'finance')
  expect(contentOf(await finance.api.chat.messageGroup({})).groups).toEqual([])
  expect(failureOf(await finance.api.chat.messageGroup({ group: 'all' }))).toBe('forbidden')
  expect(contentOf(await seller.api.chat.messageGroup({})).groups).toEqual(['colleagues', 'buyers'])
  const person = await signInAs(app, 'person')
  expect(contentOf(await person.api.chat.messageGroup({})).groups).toEqual([])
  expect(failureOf(await person.api.chat.messageGroup({ group: 'all' }))).toBe('forbidden')
  const own = contentOf(await seller.api.chat.messageGroup({ group: 'buyers', pageSize: 5 }))
  expect(own.total).toBeGreaterThan(0)
  expect(own.data[0]?.name).toContain('*')
})
