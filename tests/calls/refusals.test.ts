import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { demoPassword } from '../support/accounts.ts'
import { origin } from '../support/app.ts'
import { contentOf, failureOf, visitor, type Client } from '../support/client.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** Logs and metrics of failed sign-ins and refusals, without secrets. */

const app = appForFile({ SITE_URL: 'https://portal.example.com', METRICS_TOKEN: 'a-token-of-the-monitoring' })
const buyer = clientForFile(app, 'buyer')
let buyerId = 0
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  buyerId = contentOf(await buyer.api.accounts.profile({})).userId
  for (const level of ['warn', 'info'] as const) {
    vi.spyOn(app.runtime.log, level).mockImplementation((line: unknown) => {
      if (typeof line === 'object' && line !== null) lines.push({ level, ...line })
    })
  }
})
beforeEach(() => void lines.splice(0))

const address = '192.0.2.7'
const someone = (): Client => {
  const client = visitor(app)
  client.headers.set('x-portal-address', address)
  return client
}
const counted = async (path: string, reason: string): Promise<boolean> =>
  (await app.runtime.metrics.registry.metrics()).includes(`portal_refusals_total{path="${path}",reason="${reason}"}`)

test('logs a wrong password with reason, account and address, and no input', async () => {
  const answer = await someone().api.accounts.login({ loginName: 'buyer', password: 'guess-no-4711' })
  expect(failureOf(answer)).toBe('wrongPassword')
  const path = '/user-center/user/login'
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toEqual({ level: 'warn', reason: 'wrongPassword', path, address, userId: buyerId })
  expect(await counted(path, 'wrongPassword')).toBe(true)
})

test('logs a wrong code with the account of the number, but not the number', async () => {
  const mobile = contentOf(await buyer.api.accounts.profile({})).mobile
  const answer = await someone().api.accounts.loginByMobile({ mobile: '13800001111', smsCode: '000000' })
  expect(failureOf(answer)).toBe('codeWrong')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'warn', reason: 'codeWrong', address })
  expect(JSON.stringify(lines)).not.toMatch(/000000|13800001111/)
  expect(mobile).not.toBe('')
})

test('logs a token without its cookie, an ended session, a missing permission', async () => {
  const thief = someone()
  thief.headers.set('token', buyer.cookies.get('__Host-token') ?? '')
  expect(failureOf(await thief.api.accounts.profile({}))).toBe('sessionInvalid')
  await expect.poll(() => lines.map(({ reason }) => reason)).toEqual(['sessionHalfMissing', 'sessionInvalid'])
  expect(lines[0]).toMatchObject({ level: 'warn', userId: buyerId, address })
  lines.splice(0)
  expect(failureOf(await someone().api.accounts.profile({}))).toBe('sessionInvalid')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'info', reason: 'sessionInvalid' })
  lines.splice(0)
  expect(failureOf(await buyer.api.operations.pageViewStatistics({}))).toBe('forbidden')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'warn', reason: 'forbidden', userId: buyerId })
})

test('logs a refused upload, a private file of others, metrics without the token', async () => {
  const hostile = new File(['<script>'], 'a.html', { type: 'text/html' })
  expect(failureOf(await buyer.upload('avatar', hostile))).toMatch(/^file/)
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'warn', reason: expect.stringMatching(/^file/), userId: buyerId })
  lines.splice(0)
  const metrics = (headers: Record<string, string>) => app.fetch(new Request(`${origin}/metrics`, { headers }))
  expect((await metrics({ authorization: 'Bearer wrong-wrong-wrong-wrong' })).status).toBe(401)
  expect(lines).toMatchObject([{ level: 'warn', reason: 'metricsRefused' }])
  expect(JSON.stringify(lines)).not.toContain('wrong-wrong')
  expect((await metrics({ authorization: 'Bearer a-token-of-the-monitoring' })).status).toBe(200)
})

test('limits log lines of a thousand attempts, but not the count', async () => {
  const client = someone()
  client.headers.set('x-portal-address', '192.0.2.99')
  for (let n = 0; n < 60; n += 1) await client.api.accounts.profile({})
  await expect.poll(async () => await counted('/user-center/user/profile', 'sessionInvalid')).toBe(true)
  expect(lines.length).toBeLessThanOrEqual(30)
  app.runtime.refusals.close()
  expect(lines.at(-1)).toMatchObject({ level: 'warn', refusals: 30 })
})

test('over https, session cookies are host-only, and others are ignored', async () => {
  const client = visitor(app)
  contentOf(await client.api.accounts.login({ loginName: 'buyer', password: demoPassword, keepLogin: true }))
  const set = client.setCookies()
  expect(set.map((line) => line.split('=')[0]).toSorted()).toEqual(['__Host-browser', '__Host-sid', '__Host-token'])
  for (const line of set) {
    expect(line).toMatch(/; Path=\/; SameSite=Lax; Secure/)
    expect(line).not.toContain('Domain')
  }
  expect(set.find((line) => line.startsWith('__Host-sid='))).toContain('HttpOnly')
  const token = client.cookies.get('__Host-token') ?? ''
  const half = client.cookies.get('__Host-sid') ?? ''
  const profile = (cookie: string) => visitor(app).post('/user-center/user/profile', '{}', { token, cookie })
  expect((await profile(`__Host-sid=${half}`)).status).toBe(200)
  // Other hosts of the domain can set this one.
  expect((await profile(`sid=${half}`)).status).toBe(401)
  client.headers.set('token', token)
  contentOf(await client.api.accounts.logout({}))
  const removed = client.setCookies().map((line) => line.split('=')[0])
  expect(removed.toSorted()).toEqual(['__Host-sid', '__Host-token', 'sid', 'token'])
  expect(client.setCookies().every((line) => line.includes('Max-Age=0') && line.includes('Secure'))).toBe(true)
})
