import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { sessions } from '../../../src/db/tables/accounts.ts'
import { demoPassword, type Account } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

async function onPhone(account: Account): Promise<Client> {
  const client = visitor(app)
  client.headers.set('user-agent', phone)
  contentOf(await client.api.accounts.login({ loginName: account, password: demoPassword, keepLogin: true }))
  return client
}
const list = async (client: Client) => contentOf(await client.api.accounts.sessions({}))
const otherOf = async (client: Client) => (await list(client)).find(({ current }) => !current)?.sessionId ?? 0
const state = async (client: Client) => failureOf(await client.api.accounts.profile({}))

test('sessions lists active sessions only, the current one first', async () => {
  const [here, there] = [await signInAs(app, 'buyer'), await onPhone('buyer')]
  const rows = await list(here)
  expect(rows.map(({ current, device }) => [current, device])).toEqual([
    [true, '未知设备'],
    [false, '手机 Safari'],
  ])
  expect(rows[1]).toMatchObject({ ip: expect.stringMatching(/^10\./), sessionId: expect.any(Number) })
  expect((await list(there))[0]).toMatchObject({ device: '手机 Safari', current: true })
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.id, await otherOf(here)))
  expect(await list(here)).toHaveLength(1)
  expect(failureOf(await visitor(app).api.accounts.sessions({}))).toBe('sessionInvalid')
})

test('sessionEnd ends one session: its push connections, and its next call', async () => {
  const [here, there] = [await signInAs(app, 'seller'), await onPhone('seller')]
  const ended = vi.spyOn(app.runtime.push, 'endSession')
  const sessionId = await otherOf(here)
  expect(contentOf(await here.api.accounts.sessionEnd({ sessionId }))).toEqual({ ended: 1 })
  expect(ended.mock.calls).toEqual([[sessionId]])
  ended.mockRestore()
  expect([await state(here), await state(there)]).toEqual(['none', 'sessionInvalid'])
  expect(failureOf(await here.api.accounts.sessionEnd({ sessionId }))).toBe('notFound')
})

test('sessionEnd without an id ends all others and counts the active ones', async () => {
  const clients = [await signInAs(app, 'buyer2'), await onPhone('buyer2'), await signInAs(app, 'buyer2')]
  const [here, there, old] = clients
  if (here === undefined || there === undefined || old === undefined) throw new Error('No clients')
  const { sessionId } = (await list(old)).find(({ current }) => current) ?? { sessionId: 0 }
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.id, sessionId))
  expect(contentOf(await here.api.accounts.sessionEnd({}))).toEqual({ ended: 1 })
  expect([await state(here), await state(there)]).toEqual(['none', 'sessionInvalid'])
  expect(contentOf(await here.api.accounts.sessionEnd({}))).toEqual({ ended: 0 })
})

test('nobody ends a session of another user', async () => {
  const [mine, theirs] = [await signInAs(app, 'seller2'), await signInAs(app, 'seller3')]
  const { sessionId } = (await list(theirs))[0] ?? { sessionId: 0 }
  expect(failureOf(await mine.api.accounts.sessionEnd({ sessionId }))).toBe('notFound')
  expect(failureOf(await mine.api.accounts.sessionEnd({ sessionId: missingId }))).toBe('notFound')
  expect(fieldsWithErrors(await mine.api.accounts.sessionEnd({ sessionId: 0 }))).toEqual(['sessionId'])
  expect(failureOf(await visitor(app).api.accounts.sessionEnd({ sessionId }))).toBe('sessionInvalid')
  expect(await state(theirs)).toBe('none')
})
