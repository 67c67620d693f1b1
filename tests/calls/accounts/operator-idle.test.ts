import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../../src/db/tables/accounts.ts'
import { hashToken } from '../../../src/server/session/tokens.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, failureOf, type Client } from '../../support/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ OPERATOR_IDLE_MINUTES: '20' })
})
afterAll(() => app.close())

const rowOf = async (client: Client) => {
  const tokenHash = hashToken(client.cookies.get('token') ?? '')
  const [row] = await app.db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash))
  if (row === undefined) throw new Error('There is no session')
  return row
}
/** Lets a session be unused for so many seconds. */
async function unused(client: Client, seconds: number): Promise<Date> {
  const lastSeenAt = new Date(Date.now() - seconds * 1000)
  await app.db
    .update(sessions)
    .set({ lastSeenAt })
    .where(eq(sessions.id, (await rowOf(client)).id))
  return lastSeenAt
}
const profile = async (client: Client) => failureOf(await client.api.accounts.profile({}))

test('a session of an operator that was not used for the time set is over, and says why to everybody who asks with it', async () => {
  const ops = await as(app, 'ops')
  await unused(ops, 20 * 60 - 5)
  expect(await profile(ops)).toBe('none')
  await unused(ops, 20 * 60 + 1)
  // As a page that asks several things at once.
  const answers = await Promise.all([profile(ops), profile(ops), profile(ops)])
  expect(answers).toEqual(['sessionIdle', 'sessionIdle', 'sessionIdle'])
  expect((await rowOf(ops)).endedAt).not.toBeNull()
  expect(await profile(ops)).toBe('sessionIdle')
  // What everybody may read stays open.
  expect(failureOf(await ops.api.accounts.signInWays({}))).toBe('none')
})

test('the answer is a 401 with a code of its own, and pages are told too', async () => {
  const ops = await as(app, 'ops')
  await unused(ops, 30 * 60)
  const response = await ops.post('/user-center/user/profile', '{}')
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 601, message: expect.stringContaining('长时间没有操作') })
  const halves = { token: ops.cookies.get('token'), cookie: ops.cookies.get('sid') }
  const nothing = { idempotencyKey: undefined, browserCookie: undefined, ssoCookie: undefined }
  const facts = { appId: 'web', userAgent: '', ip: '', origin: 'http://localhost', ...nothing, ...halves } as const
  expect(await app.runtime.sessionOf(facts)).toEqual({ caller: null, isIdle: true })
})

test('signing out within the time is not idleness, however late one asks', async () => {
  const ops = await as(app, 'ops')
  const { id } = await rowOf(ops)
  const minutes = (count: number) => new Date(Date.now() - count * 60_000)
  await app.db
    .update(sessions)
    .set({ lastSeenAt: minutes(60), endedAt: minutes(55) })
    .where(eq(sessions.id, id))
  expect(await profile(ops)).toBe('sessionInvalid')
})

test('use is written down once a minute', async () => {
  const ops = await as(app, 'ops')
  const fresh = await unused(ops, 55)
  expect(await profile(ops)).toBe('none')
  expect((await rowOf(ops)).lastSeenAt).toEqual(fresh)
  await unused(ops, 65)
  expect(await profile(ops)).toBe('none')
  expect(Date.now() - (await rowOf(ops)).lastSeenAt.getTime()).toBeLessThan(30_000)
})

test('sessions of others stay, and are noted every five minutes as before', async () => {
  const buyer = await as(app, 'buyer')
  const long = await unused(buyer, 4 * 60)
  expect(await profile(buyer)).toBe('none')
  expect((await rowOf(buyer)).lastSeenAt).toEqual(long)
  await unused(buyer, 3 * 86_400)
  expect(await profile(buyer)).toBe('none')
  const expired = await as(app, 'buyer')
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.id, (await rowOf(expired)).id))
  expect(await profile(expired)).toBe('sessionInvalid')
})
