import { unzipSync } from 'fflate'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test, vi } from 'vitest'
import { personalData } from '../../../src/db/personal-data.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { notices, operationLogs } from '../../../src/db/tables/operations.ts'
import { accountClosings, agreementConsents, dataExports } from '../../../src/db/tables/privacy.ts'
import { closeDueAccounts } from '../../../src/server/processes/close-account.ts'
import { deleteExpiredRecords } from '../../../src/server/processes/delete-expired-records.ts'
import { createDataExports } from '../../../src/server/processes/export-personal-data.ts'
import { origin } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, signInAs, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'
import { ageCodes, lastCode } from '../../support/verification-codes.ts'

const app = appForFile()
const context = () => ({ ...app.runtime, log: { error: () => undefined } })

let people = 0
/** A new person with number, mail, name and address. */
async function register() {
  people += 1
  const mobile = `1390001${String(people).padStart(4, '0')}`
  const client = visitor(app)
  contentOf(await client.api.accounts.smsCaptcha({ mobile, purpose: 'register', ...(await plantCaptcha(app)) }))
  const loginName = `leaver${people}`
  const password = 'Kehan#7731w'
  const smsCode = await lastCode(app, mobile)
  contentOf(await client.api.accounts.register({ loginName, mobile, smsCode, password, agreed: true }))
  const email = `leaver${people}@example.test`
  const realName = `离开者${people}`
  await app.db.update(users).set({ email, realName }).where(eq(users.loginName, loginName))
  const { userId } = contentOf(await client.api.accounts.profile({}))
  return { client, loginName, mobile, email, realName, password, userId }
}
type Person = Awaited<ReturnType<typeof register>>

async function closingCode({ client, mobile, email }: Person, way: 'sms' | 'mail'): Promise<string> {
  await ageCodes(app, mobile, 86_400)
  contentOf(await client.api.accounts.closingCodeSend({ way, ...(await plantCaptcha(app)) }))
  return lastCode(app, way === 'sms' ? mobile : email)
}
const passDays = (userId: number) =>
  app.db
    .update(accountClosings)
    .set({ dueAt: new Date(Date.now() - 1000) })
    .where(eq(accountClosings.userId, userId))

/** Files of a zip by name. */
const unzip = (zip: Uint8Array): ReadonlyMap<string, string> =>
  new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
const download = (client: Client, url: string) =>
  app.fetch(
    new Request(`${origin}${url}`, {
      headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )

async function exportOf({ client, password }: Person): Promise<string> {
  contentOf(await client.api.accounts.reauthenticate({ password }))
  contentOf(await client.api.accounts.dataExportRequest({}))
  await createDataExports(app.db, context())
  return contentOf(await client.api.accounts.dataExport({})).copy?.url ?? ''
}

/** Tables with a row that holds one of the words, read as the product reads them. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../../src/db/tables')
  const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))))
  const tables = new Set(modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable))))
  const found: string[] = []
  for (const table of tables) {
    const rows = await app.db.select().from(table)
    const text = JSON.stringify(rows)
    if (words.some((word) => text.includes(word))) found.push(getTableConfig(table).name)
  }
  return [...new Set(found)].toSorted()
}

describe('closing an account', () => {
  test('ends all sessions at once, and after seven days nothing names the person but what must be kept', async () => {
    const person = await register()
    const { client, mobile, email, realName, loginName, password, userId } = person
    contentOf(await client.api.accounts.userCardSave({ name: realName, mobile, email, jobTitle: '研究员' }))
    await exportOf(person)
    const [copy] = await app.db.select().from(dataExports).where(eq(dataExports.userId, userId))
    // What the law wants kept.
    const log = {
      companyId: null,
      userId,
      call: 'accounts.test',
      action: '测试',
      detail: realName,
      ip: '',
      userAgent: '',
    }
    await app.db.insert(operationLogs).values(log)
    const code = await closingCode(person, 'sms')
    const ended = vi.spyOn(app.runtime.push, 'endSession')
    contentOf(await client.api.accounts.accountClose({ way: 'sms', code }))
    expect(ended).toHaveBeenCalled()
    ended.mockRestore()
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    await closeDueAccounts(app.db, context())
    expect(await tablesWith([mobile])).toContain('users')
    await passDays(userId)
    await closeDueAccounts(app.db, context())
    await closeDueAccounts(app.db, context())
    const holding = await tablesWith([mobile, email, realName])
    expect(holding).toContain('operation_logs')
    expect(holding.filter((table) => personalData[table]?.closing !== 'keep')).toEqual([])
    expect(failureOf(await visitor(app).api.accounts.login({ loginName, password }))).toBe('wrongPassword')
    expect(await app.runtime.providers.storage.size(copy?.storageKey ?? '')).toBeUndefined()
    // Number and login name are free again.
    const again = visitor(app)
    await ageCodes(app, mobile, 86_400)
    contentOf(await again.api.accounts.smsCaptcha({ mobile, purpose: 'register', ...(await plantCaptcha(app)) }))
    const smsCode = await lastCode(app, mobile)
    contentOf(await again.api.accounts.register({ loginName, mobile, smsCode, password, agreed: true }))
  })

  test('is withdrawn by signing in within seven days', async () => {
    const person = await register()
    const { client, loginName, password, userId } = person
    contentOf(await client.api.accounts.accountClose({ way: 'mail', code: await closingCode(person, 'mail') }))
    const back = visitor(app)
    const refused = await back.api.accounts.login({ loginName, password })
    expect(failureOf(refused)).toBe('accountClosing')
    const content: unknown = refused.ok ? undefined : refused.failure.content
    const ticket = String(typeof content === 'object' && content !== null ? Reflect.get(content, 'ticket') : '')
    expect(failureOf(await back.api.accounts.accountReturn({ ticket: 'made up' }))).toBe('ticketSpent')
    contentOf(await back.api.accounts.accountReturn({ ticket }))
    expect(failureOf(await back.api.accounts.accountReturn({ ticket }))).toBe('ticketSpent')
    expect(failureOf(await back.api.accounts.login({ loginName, password }))).toBe('none')
    await passDays(userId)
    await closeDueAccounts(app.db, context())
    expect(failureOf(await back.api.accounts.profile({}))).toBe('none')
  })

  test('needs the right code of the own number, once', async () => {
    const [one, other] = [await register(), await register()]
    const code = await closingCode(one, 'sms')
    expect(failureOf(await other.client.api.accounts.accountClose({ way: 'sms', code }))).toBe('codeWrong')
    const second = await signedInAgain(one)
    const answers = await Promise.all([
      one.client.api.accounts.accountClose({ way: 'sms', code }),
      second.api.accounts.accountClose({ way: 'sms', code }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is refused while orders run, listing the reasons', async () => {
    const buyer = await signInAs(app, 'buyer')
    const { obstacles } = contentOf(await buyer.api.accounts.accountClosing({}))
    expect(obstacles.map(({ kind }) => kind)).toContain('orders')
    const operator = await signInAs(app, 'ops')
    const state = contentOf(await operator.api.accounts.accountClosing({}))
    expect(state.obstacles.map(({ kind }) => kind)).toContain('staff')
    const { mobile } = await rowOf('buyer')
    await ageCodes(app, mobile, 86_400)
    contentOf(await buyer.api.accounts.closingCodeSend({ way: 'sms', ...(await plantCaptcha(app)) }))
    const code = await lastCode(app, mobile)
    expect(failureOf(await buyer.api.accounts.accountClose({ way: 'sms', code }))).toBe('closingObstructed')
    expect(failureOf(await buyer.api.accounts.profile({}))).toBe('none')
  })
})

async function signedInAgain({ loginName, password }: Person): Promise<Client> {
  const client = visitor(app)
  contentOf(await client.api.accounts.login({ loginName, password }))
  return client
}
async function rowOf(loginName: string) {
  const [row] = await app.db.select().from(users).where(eq(users.loginName, loginName))
  return { mobile: row?.mobile ?? '' }
}

describe('a copy of personal data', () => {
  test('holds the own data without credentials, and is for its person alone', async () => {
    const person = await register()
    const { client, mobile, realName } = person
    expect(failureOf(await client.api.accounts.dataExportRequest({}))).toBe('reauthNeeded')
    const url = await exportOf(person)
    const response = await download(client, url)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const parts = unzip(Buffer.from(await response.arrayBuffer()))
    const account = parts.get('数据/users.json') ?? ''
    expect(account).toContain(mobile)
    expect(account).toContain(realName)
    expect([...parts.values()].join('')).not.toMatch(/Hash"|\$argon2/)
    for (const other of ['buyer', 'ops'] as const)
      expect((await download(await signInAs(app, other), url)).status).toBe(404)
    expect((await download(visitor(app), url)).status).toBe(404)
    const told = await app.db.select().from(notices).where(eq(notices.userId, person.userId))
    const titles = told.map(({ title }) => title)
    expect(titles).toContain('您的个人信息副本已生成')
    await app.db
      .update(dataExports)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(dataExports.userId, person.userId))
    expect((await download(client, url)).status).toBe(404)
    await createDataExports(app.db, context())
    expect(contentOf(await client.api.accounts.dataExport({})).copy).toBeNull()
  })

  test('is made once at a time', async () => {
    const { client, password } = await register()
    contentOf(await client.api.accounts.reauthenticate({ password }))
    const answers = await Promise.all([
      client.api.accounts.dataExportRequest({}),
      client.api.accounts.dataExportRequest({}),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is whole when two processes make it at once, and nothing of the other attempt stays', async () => {
    const person = await register()
    const { client, password, userId } = person
    contentOf(await client.api.accounts.reauthenticate({ password }))
    contentOf(await client.api.accounts.dataExportRequest({}))
    await Promise.all(Array.from({ length: 4 }, () => createDataExports(app.db, context())))
    const { copy } = contentOf(await client.api.accounts.dataExport({}))
    const zip = Buffer.from(await (await download(client, copy?.url ?? '')).arrayBuffer())
    expect(zip.byteLength).toBe(copy?.size)
    expect(unzip(zip).get('数据/users.json')).toContain(person.mobile)
    const [row] = await app.db.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.userId, userId))
    const stored = await Array.fromAsync(app.runtime.providers.storage.list())
    expect(stored.filter(({ key }) => key.startsWith(`personal-data/${row?.id ?? ''}`))).toHaveLength(1)
  })
})

describe('consents', () => {
  test('are kept by version; a new version asks again', async () => {
    const { client, userId } = await register()
    const before = contentOf(await client.api.accounts.agreements({}))
    expect(before).toMatchObject({ isOutdated: false, accepted: [{ version: before.version, occasion: 'register' }] })
    await app.db.update(users).set({ agreementVersion: '2025-01' }).where(eq(users.id, userId))
    await app.db.update(agreementConsents).set({ version: '2025-01' }).where(eq(agreementConsents.userId, userId))
    expect(contentOf(await client.api.accounts.agreements({})).isOutdated).toBe(true)
    expect(failureOf(await client.api.accounts.agreementAccept({ version: '2025-01' }))).toBe('agreementNewer')
    contentOf(await client.api.accounts.agreementAccept({ version: before.version }))
    const after = contentOf(await client.api.accounts.agreements({}))
    expect(after.isOutdated).toBe(false)
    expect(after.accepted.map(({ version }) => version)).toEqual([before.version, '2025-01'])
  })
})

test('records are deleted when their term is over', async () => {
  const client = await signInAs(app, 'person')
  const { userId } = contentOf(await client.api.accounts.profile({}))
  const row = { companyId: null, userId, call: 'accounts.test', action: '旧', detail: '', ip: '', userAgent: '' }
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await app.db.insert(operationLogs).values([
    { ...row, createdAt: days(1101) },
    { ...row, action: '新', createdAt: days(1099) },
  ])
  await deleteExpiredRecords(app.db)
  const left = await app.db.select().from(operationLogs).where(eq(operationLogs.call, 'accounts.test'))
  expect(left.map(({ action }) => action)).toContain('新')
  expect(left.map(({ action }) => action)).not.toContain('旧')
})
