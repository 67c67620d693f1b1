import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '../../../src/db/tables/accounts.ts'
import { hashToken } from '../../../src/server/platform/tokens.ts'
import { signInAs, failureOf, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile({ OPERATOR_IDLE_MINUTES: '20' })

const rowOf = async (client: Client) => {
  const tokenHash = hashToken(client.cookies.get('token') ?? '')
  const [row] = await app.db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash))
  if (row === undefined) throw new Error('There is no session')
  return row
}
/** Sets the last use of a session back by so many seconds. */
async function unused(client: Client, seconds: number): Promise<Date> {
  const lastSeenAt = new Date(Date.now() - seconds * 1000)
  await app.db
    .update(sessions)
    .set({ lastSeenAt })
    .where(eq(sessions.id, (await rowOf(client)).id))
  return lastSeenAt
}
const profile = async (client: Client) => failureOf(await client.api.accounts.profile({}))

test('an idle operator session expires after the configured time, and every call with it returns why', async () => {
  const ops = await signInAs(app, 'ops')
  await unused(ops, 20 * 60 - 5)
  expect(await profile(ops)).toBe('none')
  await unused(ops, 20 * 60 + 1)
  // Like a page with several concurrent calls.
  const answers = await Promise.all([profile(ops), profile(ops), profile(ops)])
  expect(answers).toEqual(['sessionIdle', 'sessionIdle', 'sessionIdle'])
  expect((await rowOf(ops)).endedAt).not.toBeNull()
  expect(await profile(ops)).toBe('sessionIdle')
  // Public calls stay available.
  expect(failureOf(await ops.api.accounts.signInWays({}))).toBe('none')
})

test('returns 401 with a specific code, also to pages', async () => {
  const ops = await signInAs(app, 'ops')
  await unused(ops, 30 * 60)
  const response = await ops.post('/user-center/user/profile', '{}')
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 601, message: expect.stringContaining('长时间没有操作') })
  const halves = { token: ops.cookies.get('token'), cookie: ops.cookies.get('sid') }
  const nothing = { idempotencyKey: undefined, browserCookie: undefined, ssoCookie: undefined, viewCookie: undefined }
  const facts = { appId: 'web', userAgent: '', ip: '', origin: 'http://localhost', ...nothing, ...halves } as const
  expect(await app.runtime.sessionOf(facts)).toEqual({ caller: null, isIdle: true })
})

test('signing out in time is not reported as idleness later', async () => {
  const ops = await signInAs(app, 'ops')
  const { id } = await rowOf(ops)
  const minutes = (count: number) => new Date(Date.now() - count * 60_000)
  await app.db
    .update(sessions)
    .set({ lastSeenAt: minutes(60), endedAt: minutes(55) })
    .where(eq(sessions.id, id))
  expect(await profile(ops)).toBe('sessionInvalid')
})

test('the last use is saved once a minute', async () => {
  const ops = await signInAs(app, 'ops')
  const fresh = await unused(ops, 55)
  expect(await profile(ops)).toBe('none')
  expect((await rowOf(ops)).lastSeenAt).toEqual(fresh)
  await unused(ops, 65)
  expect(await profile(ops)).toBe('none')
  expect(Date.now() - (await rowOf(ops)).lastSeenAt.getTime()).toBeLessThan(30_000)
})

test('sessions of other users do not expire, and are saved every five minutes', async () => {
  const buyer = await signInAs(app, 'buyer')
  const long = await unused(buyer, 4 * 60)
  expect(await profile(buyer)).toBe('none')
  expect((await rowOf(buyer)).lastSeenAt).toEqual(long)
  await unused(buyer, 3 * 86_400)
  expect(await profile(buyer)).toBe('none')
  const expired = await signInAs(app, 'buyer')
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.id, (await rowOf(expired)).id))
  expect(await profile(expired)).toBe('sessionInvalid')
})
