import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions, users } from '../../../src/db/tables/accounts.ts'
import { halfCookie, tokenCookie } from '../../support/session-cookies.ts'
import { watchSessions } from '../../../src/server/push/watch-sessions.ts'
import { hashToken } from '../../../src/server/session/tokens.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { ended } from '../../support/push.ts'
import { connectWith, openPushDoor, openTab, ticketOf, type PushDoor } from '../../support/push-tab.ts'

let app: TestApp
let door: PushDoor
beforeAll(async () => {
  app = await startApp()
  door = await openPushDoor(app)
})
afterAll(async () => {
  await app.close()
  door.close()
})

const ownSession = (client: Client) => eq(sessions.tokenHash, hashToken(client.cookies.get(tokenCookie) ?? ''))

test("a connection ends in its session's last moment", async () => {
  const client = await as(app, 'buyer')
  const stays = await openTab(door, await as(app, 'buyer'))
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() + 1500) })
    .where(ownSession(client))
  const { mqtt } = await openTab(door, client)
  expect(mqtt.connected).toBe(true)
  await ended(mqtt)
  expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
  expect(stays.mqtt.connected).toBe(true)
  await stays.mqtt.endAsync()
})

test('a ticket is worth nothing once its session is over, and after sign-out', async () => {
  const [late, out] = [await as(app, 'buyer'), await as(app, 'buyer')]
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() + 300) })
    .where(ownSession(late))
  const [ticket, other] = [await ticketOf(late), await ticketOf(out)]
  await expect.poll(() => late.api.accounts.logout({}).then(failureOf)).toBe('sessionInvalid')
  expect(await connectWith(door, ticket)).toBe(4)
  contentOf(await out.api.accounts.logout({}))
  expect(await connectWith(door, other)).toBe(4)
})

test('half a session gets no ticket', async () => {
  const client = await as(app, 'buyer')
  const whole = new Map(client.cookies)
  client.cookies.delete(halfCookie)
  expect(failureOf(await client.api.chat.pushTicket({}))).toBe('sessionInvalid')
  client.headers.set('app-id', 'mini')
  expect(failureOf(await client.api.chat.pushTicket({}))).toBe('sessionInvalid')
  const thief = visitor(app)
  thief.cookies.set(halfCookie, whole.get(halfCookie) ?? '')
  expect(failureOf(await thief.api.chat.pushTicket({}))).toBe('sessionInvalid')
})

test('an operator’s session that is not used loses its connection', async () => {
  const [away, there] = [await as(app, 'ops'), await as(app, 'ops')]
  const [gone, stays] = [await openTab(door, away), await openTab(door, there)]
  const { log, push, config } = { log: pino({ level: 'silent' }), push: app.runtime.push, config: app.runtime.config }
  const stop = watchSessions({ db: app.db, push, log, config }, 50)
  await app.db
    .update(sessions)
    .set({ lastSeenAt: new Date(Date.now() - config.operatorIdleMinutes * 60_000) })
    .where(ownSession(away))
  await ended(gone.mqtt)
  stop()
  expect(stays.mqtt.connected).toBe(true)
  await stays.mqtt.endAsync()
})

test('a session that ended without anybody telling, and one of an account that was locked, lose theirs', async () => {
  const [quiet, locked, stays] = [await as(app, 'buyer'), await as(app, 'person'), await as(app, 'buyer')]
  const tabs = [await openTab(door, quiet), await openTab(door, locked), await openTab(door, stays)]
  const stop = watchSessions(
    { db: app.db, push: app.runtime.push, log: pino({ level: 'silent' }), config: app.runtime.config },
    50,
  )
  await app.db.update(sessions).set({ endedAt: new Date() }).where(ownSession(quiet))
  await app.db.update(users).set({ locked: true }).where(eq(users.loginName, 'person'))
  const [first, second, third] = tabs.map(({ mqtt }) => mqtt)
  if (first === undefined || second === undefined || third === undefined) throw new Error('not open')
  await Promise.all([ended(first), ended(second)])
  stop()
  expect(third.connected).toBe(true)
  await third.endAsync()
})
