import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions, users } from '../../../src/db/tables/accounts.ts'
import { halfCookie, tokenCookie } from '../../support/session-cookies.ts'
import { watchSessions } from '../../../src/server/push/watch-sessions.ts'
import { hashToken } from '../../../src/server/platform/tokens.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { connectionEnded } from '../../support/test-broker.ts'
import {
  connectWithTicket,
  startPushServer,
  openPushTab,
  getPushTicket,
  type PushServer,
} from '../../support/push-server.ts'

let app: TestApp
let door: PushServer
beforeAll(async () => {
  app = await startApp()
  door = await startPushServer(app)
})
afterAll(async () => {
  await app.close()
  door.close()
})

const ownSession = (client: Client) => eq(sessions.tokenHash, hashToken(client.cookies.get(tokenCookie) ?? ''))

test('a push connection closes when its session expires', async () => {
  const client = await signInAs(app, 'buyer')
  const stays = await openPushTab(door, await signInAs(app, 'buyer'))
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() + 1500) })
    .where(ownSession(client))
  const { mqtt } = await openPushTab(door, client)
  expect(mqtt.connected).toBe(true)
  await connectionEnded(mqtt)
  expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
  expect(stays.mqtt.connected).toBe(true)
  await stays.mqtt.endAsync()
})

test('a ticket is invalid after its session ended, and after sign-out', async () => {
  const [late, out] = [await signInAs(app, 'buyer'), await signInAs(app, 'buyer')]
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() + 300) })
    .where(ownSession(late))
  const [ticket, other] = [await getPushTicket(late), await getPushTicket(out)]
  await expect.poll(() => late.api.accounts.logout({}).then(failureOf)).toBe('sessionInvalid')
  expect(await connectWithTicket(door, ticket)).toBe(4)
  contentOf(await out.api.accounts.logout({}))
  expect(await connectWithTicket(door, other)).toBe(4)
})

test('half a session token gets no ticket', async () => {
  const client = await signInAs(app, 'buyer')
  const whole = new Map(client.cookies)
  client.cookies.delete(halfCookie)
  expect(failureOf(await client.api.chat.pushTicket({}))).toBe('sessionInvalid')
  client.headers.set('app-id', 'mini')
  expect(failureOf(await client.api.chat.pushTicket({}))).toBe('sessionInvalid')
  const thief = visitor(app)
  thief.cookies.set(halfCookie, whole.get(halfCookie) ?? '')
  expect(failureOf(await thief.api.chat.pushTicket({}))).toBe('sessionInvalid')
})

test('an idle operator session loses its connection', async () => {
  const [away, there] = [await signInAs(app, 'ops'), await signInAs(app, 'ops')]
  const [gone, stays] = [await openPushTab(door, away), await openPushTab(door, there)]
  const { log, push, config } = { log: pino({ level: 'silent' }), push: app.runtime.push, config: app.runtime.config }
  const stop = watchSessions({ db: app.db, push, log, config }, 50)
  await app.db
    .update(sessions)
    .set({ lastSeenAt: new Date(Date.now() - config.operatorIdleMinutes * 60_000) })
    .where(ownSession(away))
  await connectionEnded(gone.mqtt)
  stop()
  expect(stays.mqtt.connected).toBe(true)
  await stays.mqtt.endAsync()
})

test('sessions that ended silently, or of locked accounts, lose their connection', async () => {
  const [quiet, locked, stays] = [
    await signInAs(app, 'buyer'),
    await signInAs(app, 'person'),
    await signInAs(app, 'buyer'),
  ]
  const tabs = [await openPushTab(door, quiet), await openPushTab(door, locked), await openPushTab(door, stays)]
  const stop = watchSessions(
    { db: app.db, push: app.runtime.push, log: pino({ level: 'silent' }), config: app.runtime.config },
    50,
  )
  await app.db.update(sessions).set({ endedAt: new Date() }).where(ownSession(quiet))
  await app.db.update(users).set({ locked: true }).where(eq(users.loginName, 'person'))
  const [first, second, third] = tabs.map(({ mqtt }) => mqtt)
  if (first === undefined || second === undefined || third === undefined) throw new Error('not open')
  await Promise.all([connectionEnded(first), connectionEnded(second)])
  stop()
  expect(third.connected).toBe(true)
  await third.endAsync()
})
