import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { digestQueue } from '../../../src/db/tables/letters.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { demandOrder, lineOf, open } from '../../support/scenes/orders/pay.ts'
import { notify } from '../../../src/server/accounts/notifications/notify.ts'
import { sendDigests } from '../../../src/server/accounts/notifications/send-digests.ts'
import { appForFile } from '../../support/fixtures.ts'

/** Links created for a visitor use the origin at which the visitor opened the site. */

const [own, other, foreign] = ['https://a.example', 'https://b.example', 'https://evil.invalid']
const app = appForFile({ SITE_URL: own, SITE_ORIGINS: `${other} https://c.example` })
let seller: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  seller = await signInAs(app, 'seller')
})

test.each([
  ['another origin of the site', { origin: other }, other],
  ['another host of the site, told by a request without an origin', { host: 'b.example' }, other],
  ['a foreign origin', { origin: foreign }, own],
  ['a foreign host', { host: 'evil.invalid' }, own],
  ['the same host over http', { origin: 'http://b.example' }, own],
])('the payment page for %s', async (_what, headers, expected) => {
  const buyer = await signInAs(app, 'buyer', headers)
  const orderId = await demandOrder(app, buyer, seller)
  const { url } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
  expect(new URL(url ?? '').origin).toBe(expected)
})

test("mails link to the origin of the reader's last sign-in", async () => {
  const email = 'reader@origins.invalid'
  const [user] = await app.db.update(users).set({ email }).where(eq(users.loginName, 'buyer')).returning()
  const context = { push: app.runtime.push, jobs: app.runtime.jobs, after: () => {} }
  const mailed = async () => {
    await app.db.delete(outboxMessages)
    const told = { title: '新报价', text: '正文', path: '/demandHall' }
    await app.db.transaction((tx) => notify(tx, context, 'demand.offered', [user?.id ?? 0], told))
    await app.db.update(digestQueue).set({ dueAt: sql`now()` })
    await sendDigests(app.db, app.runtime)
    const [mail] = await app.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, email))
    return mail?.text
  }
  await signInAs(app, 'buyer', { origin: other })
  expect(await mailed()).toContain(`${other}/demandHall`)
  await signInAs(app, 'buyer', { origin: foreign })
  expect(await mailed()).toContain(`${own}/demandHall`)
})
