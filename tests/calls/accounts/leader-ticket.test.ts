import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leaderTickets } from '../../../src/db/tables/leader-tickets.ts'
import { startApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile({ INDUSTRY_LEADER_URL: 'https://park.example/service?from=portal' })

const check = (ticket: string) => visitor(app).api.accounts.leaderTicketCheck({ ticket })
const given = async (client: Client) => contentOf(await client.api.accounts.leaderTicket({}))

test('a ticket identifies the user to the site for minutes; it is no session, nor stored in plain text', async () => {
  const buyer = await signInAs(app, 'buyer')
  const { ticket, expiresAt, origin } = await given(buyer)
  expect(origin).toBe('https://park.example')
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  const who = contentOf(await check(ticket))
  expect(who).toMatchObject({ loginName: 'buyer', expiresAt })
  expect(contentOf(await check(ticket))).toEqual(who)
  const answer = await app.fetch(
    new Request('http://localhost:4321/api/user-center/user/profile', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', token: ticket, cookie: `token=${ticket}` },
    }),
  )
  expect(await answer.json()).toMatchObject({ code: 600 })
  const rows = await app.db.select().from(leaderTickets)
  expect(JSON.stringify(rows)).not.toContain(ticket)
})

test('a ticket is invalid after its expiry or the end of its session', async () => {
  const seller = await signInAs(app, 'seller')
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

test('visitors get no ticket, and nobody if the site is not configured', async () => {
  expect(failureOf(await visitor(app).api.accounts.leaderTicket({}))).toBe('sessionInvalid')
  const other = await startApp()
  const buyer = await signInAs(other, 'buyer')
  expect(failureOf(await buyer.api.accounts.leaderTicket({}))).toBe('ticketOff')
  expect(failureOf(await visitor(other).api.accounts.leaderTicketCheck({ ticket: 'x' }))).toBe('ticketOff')
  await other.close()
})
