import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaderTickets } from '../../../src/db/tables/leader-tickets.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ INDUSTRY_LEADER_URL: 'https://park.example/service?from=portal' })
})
afterAll(() => app.close())

const check = (ticket: string) => visitor(app).api.accounts.leaderTicketCheck({ ticket })
const given = async (client: Client) => contentOf(await client.api.accounts.leaderTicket({}))

test('a ticket tells the site who came, for minutes, and is neither the session nor kept as it is', async () => {
  const buyer = await as(app, 'buyer')
  const { ticket, expiresAt, origin } = await given(buyer)
  expect(origin).toBe('https://park.example')
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  const who = contentOf(await check(ticket))
  expect(who).toMatchObject({ loginName: 'buyer', expiresAt })
  expect(contentOf(await check(ticket))).toEqual(who)
  const answer = await app.fetch(
    new Request('http://localhost:4321/api/user-center/user/profile', {
      ...{ method: 'POST', body: '{}' },
      headers: { 'content-type': 'application/json', token: ticket, cookie: `token=${ticket}` },
    }),
  )
  expect(await answer.json()).toMatchObject({ code: 600 })
  const rows = await app.db.select().from(leaderTickets)
  expect(JSON.stringify(rows)).not.toContain(ticket)
})

test('it is worthless once it is late, or its session ended', async () => {
  const seller = await as(app, 'seller')
  const late = await given(seller)
  await app.db.update(leaderTickets).set({ expiresAt: new Date(Date.now() - 1_000) })
  expect(failureOf(await check(late.ticket))).toBe('notFound')
  const { ticket } = await given(seller)
  expect((await check(ticket)).ok).toBe(true)
  expect(await app.db.$count(leaderTickets, eq(leaderTickets.expiresAt, new Date(late.expiresAt)))).toBe(0)
  contentOf(await seller.api.accounts.logout({}))
  expect(failureOf(await check(ticket))).toBe('notFound')
  expect(failureOf(await check('nothing'))).toBe('notFound')
})

test('visitors get none, and nobody where the site is not set up', async () => {
  expect(failureOf(await visitor(app).api.accounts.leaderTicket({}))).toBe('sessionInvalid')
  const other = await startApp()
  const buyer = await as(other, 'buyer')
  expect(failureOf(await buyer.api.accounts.leaderTicket({}))).toBe('ticketOff')
  expect(failureOf(await visitor(other).api.accounts.leaderTicketCheck({ ticket: 'x' }))).toBe('ticketOff')
  await other.close()
})
