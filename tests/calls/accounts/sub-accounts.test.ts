import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { accepted, colleague, newAccount, roleWith, signIn, silent, subAccountOf } from './people.ts'

let app: TestApp
let owner: Client
let other: Client
let without: Client
beforeAll(async () => {
  app = await startApp()
  owner = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  without = await as(app, 'sub')
})
afterAll(() => app.close())

const save = (client: Client, more: { mobile?: string; realName?: string; roleIds?: number[] } = {}) => {
  const { mobile, realName } = newAccount()
  return client.api.accounts.subAccountSave({ mobile, realName, ...more })
}
const rowOf = async (userId: number) => (await app.db.select().from(users).where(eq(users.id, userId)))[0]

describe('subAccounts', () => {
  test('lists the company: the owner first, mobile masked, who they are to the caller', async () => {
    const { total, data } = contentOf(await owner.api.accounts.subAccounts({ pageSize: 100 }))
    expect(total).toBe(data.length)
    expect(data[0]).toMatchObject({ loginName: 'buyer', isOwner: true, self: true, mine: true, mobile: '138****2046' })
    expect(data.find(({ loginName }) => loginName === 'sub')).toMatchObject({ roles: [], self: false, mine: true })
    expect(JSON.stringify(data)).not.toMatch(/1\d{10}/)
  })

  test('finds by words, role and state; a mobile number only whole', async () => {
    const { userId, roleId } = await colleague(app, owner, ['my_orders'])
    const account = await rowOf(userId)
    const ids = async (input: object) =>
      contentOf(await owner.api.accounts.subAccounts(input)).data.map((row) => row.userId)
    expect(await ids({ keyword: account?.realName })).toContain(userId)
    expect(await ids({ roleId })).toEqual([userId])
    expect(await ids({ keyword: account?.mobile })).toEqual([userId])
    expect(await ids({ keyword: account?.mobile?.slice(0, 10) })).toEqual([])
    expect(await ids({ keyword: '%' })).toEqual([])
    contentOf(await owner.api.accounts.subAccountUpdate({ userId, locked: true }))
    expect(await ids({ locked: true })).toContain(userId)
    expect(await ids({ locked: false })).not.toContain(userId)
  })

  test('refuses an impossible page, strangers and people without the right', async () => {
    expect(faultyFields(await owner.api.accounts.subAccounts({ current: 0 }))).toEqual(['current'])
    expect(failureOf(await visitor(app).api.accounts.subAccounts({}))).toBe('sessionInvalid')
    expect(failureOf(await without.api.accounts.subAccounts({}))).toBe('forbidden')
  })

  test('shows nobody of another company', async () => {
    const own = contentOf(await owner.api.accounts.subAccounts({ pageSize: 100 })).data.map((row) => row.userId)
    const theirs = contentOf(await other.api.accounts.subAccounts({ pageSize: 100 })).data.map((row) => row.userId)
    expect(theirs.filter((userId) => own.includes(userId))).toEqual([])
  })
})

describe('subAccount', () => {
  test('shows one account; another company finds nothing there', async () => {
    const userId = await silent(app, 1)
    expect(contentOf(await owner.api.accounts.subAccount({ userId }))).toMatchObject({ userId, lastSeenAt: null })
    expect(failureOf(await other.api.accounts.subAccount({ userId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.accounts.subAccount({ userId }))).toBe('sessionInvalid')
    expect(faultyFields(await owner.api.accounts.subAccount({ userId: 0 }))).toEqual(['userId'])
  })
})

describe('subAccountSave', () => {
  test('makes no account; accepted, it is one that can sign in and holds its roles', async () => {
    const roleId = await roleWith(owner, ['my_requirement'])
    const account = newAccount()
    const { mobile, realName, jobTitle, loginName } = account
    const before = await app.db.$count(users)
    contentOf(await owner.api.accounts.subAccountSave({ mobile, realName, jobTitle, roleIds: [roleId] }))
    expect(await app.db.$count(users)).toBe(before)
    await accepted(app, account)
    const client = await signIn(app, loginName)
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject({
      resources: 'my_requirement',
      companyId: 1,
    })
    expect(failureOf(await client.api.demands.buyerDemands({}))).toBe('none')
  })

  test('refuses what is wrong, under its field', async () => {
    expect(faultyFields(await save(owner, { mobile: '12345' }))).toEqual(['mobile'])
    expect(faultyFields(await save(owner, { realName: ' ' }))).toEqual(['realName'])
    expect(faultyFields(await save(owner, { roleIds: [missingId] }))).toEqual(['roleIds'])
  })

  test('refuses a number of the own company, of its people or invited already', async () => {
    expect(faultyFields(await save(owner, { mobile: '138 8070 2046' }))).toEqual(['mobile'])
    const { mobile } = newAccount()
    contentOf(await save(owner, { mobile }))
    expect(faultyFields(await save(owner, { mobile }))).toEqual(['mobile'])
    // Who else invites the number is nobody's business.
    expect(failureOf(await save(other, { mobile }))).toBe('none')
  })

  test('takes no role of another company', async () => {
    const theirs = await roleWith(other, ['my_orders'])
    expect(faultyFields(await save(owner, { roleIds: [theirs] }))).toEqual(['roleIds'])
  })

  test('of ten at once for one mobile number one is kept, and one SMS goes out', async () => {
    const { mobile } = newAccount()
    const saved = await Promise.all(Array.from({ length: 10 }, () => save(owner, { mobile })))
    expect(saved.map(failureOf).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'invalidInput'), 'none'])
    expect(await app.db.$count(outboxMessages, eq(outboxMessages.recipient, mobile))).toBe(1)
  })

  test('refuses strangers, people without the right, and companies without a certification in force', async () => {
    expect(failureOf(await save(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await save(without))).toBe('forbidden')
    expect(failureOf(await save(await as(app, 'person')))).toBe('notCertified')
    for (const [certification, failure] of [
      ['submitted', 'notCertified'],
      ['rejected', 'notCertified'],
      ['expired', 'certificationExpired'],
    ] as const) {
      await app.db.update(companies).set({ certification }).where(eq(companies.id, 1))
      expect(failureOf(await save(owner)), certification).toBe(failure)
    }
    await app.db.update(companies).set({ certification: 'approved' }).where(eq(companies.id, 1))
  })
})

describe('subAccountMatch', () => {
  test('tells whether name and number are one account of the company', async () => {
    const account = newAccount()
    await subAccountOf(app, owner, account)
    const match = async (client: Client, loginName: string, mobile: string) =>
      contentOf(await client.api.accounts.subAccountMatch({ loginName, mobile })).match
    expect(await match(owner, account.loginName.toUpperCase(), account.mobile)).toBe(true)
    expect(await match(owner, account.loginName, newAccount().mobile)).toBe(false)
    expect(await match(other, account.loginName, account.mobile)).toBe(false)
    const asked = { loginName: account.loginName, mobile: account.mobile }
    expect(failureOf(await visitor(app).api.accounts.subAccountMatch(asked))).toBe('sessionInvalid')
    expect(faultyFields(await owner.api.accounts.subAccountMatch({ ...asked, mobile: '1' }))).toEqual(['mobile'])
  })
})
