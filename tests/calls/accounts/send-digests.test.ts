import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { digestQueue } from '../../../src/db/tables/letters.ts'
import { notices, outboxMessages } from '../../../src/db/tables/operations.ts'
import type { NotificationEvent } from '../../../src/domain/accounts/notifications.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { notify } from '../../../src/server/accounts/notifications/notify.ts'
import { sendDigests } from '../../../src/server/accounts/notifications/send-digests.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let buyerId = 0
const email = 'buyer@news.invalid'
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  const [row] = await app.db.update(users).set({ email }).where(eq(users.loginName, 'buyer')).returning()
  buyerId = row?.id ?? 0
})
beforeEach(async () => {
  await app.db.delete(digestQueue)
  await app.db.delete(outboxMessages)
})

const context = () => ({ push: app.runtime.push, jobs: app.runtime.jobs, after: () => {} })
const tell = (event: NotificationEvent, title: string, people = [buyerId], path = '/demandHall') =>
  app.db.transaction((tx) => notify(tx, context(), event, people, { title, text: '正文', path }))
/** Ages queued notifications by so many minutes. */
const wait = (minutes: number) =>
  app.db.update(digestQueue).set({ dueAt: sql`${digestQueue.dueAt} - make_interval(mins => ${minutes})` })
const run = () => sendDigests(app.db, app.runtime)
const mails = () => app.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, email))
const messages = () => app.db.select().from(outboxMessages).orderBy(desc(outboxMessages.id))

describe('mails', () => {
  test('combines several notifications into one digest with links to each and to the settings', async () => {
    await tell('demand.offered', '新报价一')
    await tell('order.moved', '订单二')
    await run()
    expect(await mails()).toEqual([])
    await wait(11)
    await tell('demand.offered', '新报价三')
    await run()
    const [mail, ...rest] = await mails()
    expect(rest).toEqual([])
    expect(mail).toMatchObject({ recipient: email, subject: '您有 3 条新消息：新报价一' })
    for (const part of ['1. 新报价一。正文', '3. 新报价三', `${app.runtime.config.siteUrl}/demandHall`, 'buyerConf']) {
      expect(mail?.text).toContain(part)
    }
    await run()
    expect(await mails()).toHaveLength(1)
    expect(await app.db.$count(digestQueue)).toBe(0)
  })

  test('links to the pages of the seller where all notifications are of the shop', async () => {
    await tell('order.moved', '新订单', [buyerId], '/platform/sellerCenter/orderManage')
    await wait(11)
    await run()
    const [mail] = await mails()
    expect(mail?.text).toContain('/platform/conf/sellerConf')
    expect(mail?.text).not.toContain('buyerConf')
  })

  test('sends urgent notifications at once and separately while others stay queued', async () => {
    await tell('demand.offered', '新报价')
    await tell('payment.due', '付款到期')
    await run()
    expect((await mails()).map(({ subject }) => subject)).toEqual(['付款到期'])
    expect(await app.db.$count(digestQueue)).toBe(1)
    await wait(11)
    await run()
    expect((await mails()).map(({ subject }) => subject)).toContain('新报价')
  })

  test('skips notifications read in the meantime, locked users and users without an address', async () => {
    await tell('demand.offered', '读过的')
    await app.db.update(notices).set({ readAt: new Date() }).where(eq(notices.title, '读过的'))
    await app.db.update(users).set({ email: null }).where(eq(users.loginName, 'buyer2'))
    const others = await app.db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.loginName, ['buyer2']))
    await tell(
      'demand.offered',
      '没有邮箱',
      others.map(({ id }) => id),
    )
    await wait(11)
    await run()
    expect(await mails()).toEqual([])
    expect(await app.db.$count(digestQueue)).toBe(0)
  })

  test('sends each mail once in concurrent runs', async () => {
    for (const title of ['甲', '乙', '丙']) await tell('demand.offered', title)
    await wait(11)
    await Promise.all([run(), run(), run()])
    expect(await mails()).toHaveLength(1)
  })
})

describe('SMS', () => {
  test('combines SMS until the morning, except for security events', async () => {
    const { invoiceKind } = contentOf(await buyer.api.accounts.preferences({}))
    const notifications = { 'order.moved': ['sms' as const], 'demand.offered': ['sms' as const] }
    contentOf(await buyer.api.accounts.preferencesSave({ notifications, invoiceKind }))
    await tell('order.moved', '订单一')
    await tell('demand.offered', '报价二')
    await app.db.update(digestQueue).set({ dueAt: sql`now() + interval '3 hours'` })
    await tell('security.changed', '密码已修改')
    await run()
    const sms = async () => (await messages()).filter(({ channel }) => channel === 'sms')
    expect((await sms()).map(({ text }) => text)).toEqual(['密码已修改'])
    await wait(181)
    await run()
    expect((await sms()).map(({ text }) => text)).toContain('订单一等 2 条新消息，请登录后在消息中心查看')
  })
})

test('queues nothing if the transaction is rolled back', async () => {
  const failing = app.db.transaction(async (tx) => {
    await notify(tx, context(), 'demand.offered', [buyerId], { title: '没有发生', text: '', path: '/demandHall' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const held = and(eq(digestQueue.title, '没有发生'), gt(digestQueue.id, 0))
  expect(await app.db.$count(digestQueue, held)).toBe(0)
})
