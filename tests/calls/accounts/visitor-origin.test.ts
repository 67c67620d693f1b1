import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { heldNews } from '../../../src/db/tables/letters.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { notify, sendNews } from '../../../src/server/accounts/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, type Client } from '../../support/client.ts'
import { demandOrder, lineOf, open } from '../orders/pay-scene.ts'

/** Links that are made for a visitor keep the origin at which he has opened the site. */

const [own, other, foreign] = ['https://a.example', 'https://b.example', 'https://evil.invalid']
let app: TestApp
let seller: Client
beforeAll(async () => {
  app = await startApp({ SITE_URL: own, SITE_ORIGINS: `${other} https://c.example` })
  vi.spyOn(app.runtime.jobs, 'wake').mockResolvedValue()
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

test.each([
  ['another origin of the site', { origin: other }, other],
  ['another host of the site, told by a request without an origin', { host: 'b.example' }, other],
  ['a foreign origin', { origin: foreign }, own],
  ['a foreign host', { host: 'evil.invalid' }, own],
  ['the same host over http', { origin: 'http://b.example' }, own],
])('the cash desk for %s', async (_what, headers, expected) => {
  const buyer = await as(app, 'buyer', headers)
  const orderId = await demandOrder(app, buyer, seller)
  const { url } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
  expect(new URL(url ?? '').origin).toBe(expected)
})

test('mails lead to where their reader signed in the last time', async () => {
  const email = 'reader@origins.invalid'
  const [user] = await app.db.update(users).set({ email }).where(eq(users.loginName, 'buyer')).returning()
  const context = { push: app.runtime.push, jobs: app.runtime.jobs, after: () => {} }
  const mailed = async () => {
    await app.db.delete(outboxMessages)
    const told = { title: '新报价', text: '正文', path: '/demandHall' }
    await app.db.transaction((tx) => notify(tx, context, 'demand.offered', [user?.id ?? 0], told))
    await app.db.update(heldNews).set({ dueAt: sql`now()` })
    await sendNews(app.db, app.runtime)
    const [mail] = await app.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, email))
    return mail?.text ?? ''
  }
  await as(app, 'buyer', { origin: other })
  expect(await mailed()).toContain(`${other}/demandHall`)
  await as(app, 'buyer', { origin: foreign })
  expect(await mailed()).toContain(`${own}/demandHall`)
})
