import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague, newAccount, roleWith, signIn } from './people.ts'

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

const save = (client: Client, more: Partial<ReturnType<typeof newAccount>> & { roleIds?: number[] } = {}) =>
  client.api.accounts.subAccountSave({ ...newAccount(), ...more })
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
    const { userId } = contentOf(await save(owner))
    expect(contentOf(await owner.api.accounts.subAccount({ userId }))).toMatchObject({ userId, lastSeenAt: null })
    expect(failureOf(await other.api.accounts.subAccount({ userId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.accounts.subAccount({ userId }))).toBe('sessionInvalid')
    expect(faultyFields(await owner.api.accounts.subAccount({ userId: 0 }))).toEqual(['userId'])
  })
})

describe('subAccountSave', () => {
  test('opens an account that can sign in and holds its roles', async () => {
    const roleId = await roleWith(owner, ['my_requirement'])
    const account = newAccount()
    contentOf(await owner.api.accounts.subAccountSave({ ...account, roleIds: [roleId] }))
    const client = await signIn(app, account.loginName)
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject({
      resources: 'my_requirement',
      companyId: 1,
    })
    expect(failureOf(await client.api.demands.buyerDemands({}))).toBe('none')
  })

  test('refuses what is wrong, under its field', async () => {
    expect(faultyFields(await save(owner, { loginName: '13800000000' }))).toEqual(['loginName'])
    expect(faultyFields(await save(owner, { mobile: '12345' }))).toEqual(['mobile'])
    expect(faultyFields(await save(owner, { password: 'zhiyouzimu' }))).toEqual(['password'])
    expect(faultyFields(await save(owner, { loginName: 'Kaoyan2026' }))).toEqual(['password'])
    expect(faultyFields(await save(owner, { realName: ' ' }))).toEqual(['realName'])
    expect(faultyFields(await save(owner, { roleIds: [missingId] }))).toEqual(['roleIds'])
  })

  test('refuses a login name in any case and a mobile number that somebody has', async () => {
    expect(failureOf(await save(owner, { loginName: 'SELLER' }))).toBe('loginNameUsed')
    expect(failureOf(await save(owner, { mobile: '138 8070 2046' }))).toBe('mobileUsed')
  })

  test('takes no role of another company', async () => {
    const theirs = await roleWith(other, ['my_orders'])
    expect(faultyFields(await save(owner, { roleIds: [theirs] }))).toEqual(['roleIds'])
  })

  test('of ten at once with one login name, and ten with one mobile number, one gets it', async () => {
    const { loginName, mobile } = newAccount()
    const named = await Promise.all(Array.from({ length: 10 }, () => save(owner, { loginName })))
    expect(named.map(failureOf).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'loginNameUsed'), 'none'])
    const fresh = newAccount().mobile
    expect(fresh).not.toBe(mobile)
    const numbered = await Promise.all(
      Array.from({ length: 10 }, (_, at) => save(at % 2 === 0 ? owner : other, { mobile: fresh })),
    )
    expect(numbered.map(failureOf).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'mobileUsed'), 'none'])
  })

  test('refuses strangers and people without the right', async () => {
    expect(failureOf(await save(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await save(without))).toBe('forbidden')
    expect(failureOf(await save(await as(app, 'person')))).toBe('notCertified')
  })
})

describe('subAccountMatch', () => {
  test('tells whether name and number are one account of the company', async () => {
    const account = newAccount()
    contentOf(await owner.api.accounts.subAccountSave(account))
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
