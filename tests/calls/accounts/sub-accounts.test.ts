import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import {
  accepted,
  colleague,
  newAccount,
  roleWith,
  signIn,
  silent,
  subAccountOf,
} from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const without = clientForFile(app, 'sub')

const save = (client: Client, more: { mobile?: string; realName?: string; roleIds?: number[] } = {}) => {
  const { mobile, realName } = newAccount()
  return client.api.accounts.subAccountSave({ mobile, realName, ...more })
}
const rowOf = async (userId: number) => (await app.db.select().from(users).where(eq(users.id, userId)))[0]

describe('subAccounts', () => {
  test('lists the company: the owner first, mobile masked, relation to the caller', async () => {
    const { total, data } = contentOf(await owner.api.accounts.subAccounts({ pageSize: 100 }))
    expect(total).toBe(data.length)
    expect(data[0]).toMatchObject({ loginName: 'buyer', isOwner: true, self: true, mine: true, mobile: '138****2046' })
    expect(data.find(({ loginName }) => loginName === 'sub')).toMatchObject({ roles: [], self: false, mine: true })
    expect(JSON.stringify(data)).not.toMatch(/1\d{10}/)
  })

  test('filters by keyword, role and state; finds a mobile number only in full', async () => {
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

  test('rejects an invalid page, visitors and users without the permission', async () => {
    expect(fieldsWithErrors(await owner.api.accounts.subAccounts({ current: 0 }))).toEqual(['current'])
    expect(failureOf(await visitor(app).api.accounts.subAccounts({}))).toBe('sessionInvalid')
    expect(failureOf(await without.api.accounts.subAccounts({}))).toBe('forbidden')
  })

  test('is limited to the own company', async () => {
    const own = contentOf(await owner.api.accounts.subAccounts({ pageSize: 100 })).data.map((row) => row.userId)
    const theirs = contentOf(await other.api.accounts.subAccounts({ pageSize: 100 })).data.map((row) => row.userId)
    expect(theirs.filter((userId) => own.includes(userId))).toEqual([])
  })
})

describe('subAccount', () => {
  test('returns one account; not found for other companies', async () => {
    const userId = await silent(app, 1)
    expect(contentOf(await owner.api.accounts.subAccount({ userId }))).toMatchObject({ userId, lastSeenAt: null })
    expect(failureOf(await other.api.accounts.subAccount({ userId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.accounts.subAccount({ userId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.subAccount({ userId: 0 }))).toEqual(['userId'])
  })
})

describe('subAccountSave', () => {
  test('creates no account; once accepted, the account can sign in and has its roles', async () => {
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

  test('returns field errors', async () => {
    expect(fieldsWithErrors(await save(owner, { mobile: '12345' }))).toEqual(['mobile'])
    expect(fieldsWithErrors(await save(owner, { realName: ' ' }))).toEqual(['realName'])
    expect(fieldsWithErrors(await save(owner, { roleIds: [missingId] }))).toEqual(['roleIds'])
  })

  test("rejects the own company's number, and numbers of its members or invited already", async () => {
    expect(fieldsWithErrors(await save(owner, { mobile: '138 8070 2046' }))).toEqual(['mobile'])
    const { mobile } = newAccount()
    contentOf(await save(owner, { mobile }))
    expect(fieldsWithErrors(await save(owner, { mobile }))).toEqual(['mobile'])
    // Invitations of other companies are not revealed.
    expect(failureOf(await save(other, { mobile }))).toBe('none')
  })

  test('rejects roles of another company', async () => {
    const theirs = await roleWith(other, ['my_orders'])
    expect(fieldsWithErrors(await save(owner, { roleIds: [theirs] }))).toEqual(['roleIds'])
  })

  test('saves one of ten parallel invitations of the same number, and sends one SMS', async () => {
    const { mobile } = newAccount()
    const saved = await Promise.all(Array.from({ length: 10 }, () => save(owner, { mobile })))
    expect(saved.map(failureOf).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'invalidInput'), 'none'])
    expect(await app.db.$count(outboxMessages, eq(outboxMessages.recipientHash, mobile))).toBe(1)
  })

  test('rejects visitors, users without the permission, and companies without valid certification', async () => {
    expect(failureOf(await save(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await save(without))).toBe('forbidden')
    expect(failureOf(await save(await signInAs(app, 'person')))).toBe('notCertified')
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
  test('returns whether name and number belong to one account of the company', async () => {
    const account = newAccount()
    await subAccountOf(app, owner, account)
    const match = async (client: Client, loginName: string, mobile: string) =>
      contentOf(await client.api.accounts.subAccountMatch({ loginName, mobile })).match
    expect(await match(owner, account.loginName.toUpperCase(), account.mobile)).toBe(true)
    expect(await match(owner, account.loginName, newAccount().mobile)).toBe(false)
    expect(await match(other, account.loginName, account.mobile)).toBe(false)
    const asked = { loginName: account.loginName, mobile: account.mobile }
    expect(failureOf(await visitor(app).api.accounts.subAccountMatch(asked))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.subAccountMatch({ ...asked, mobile: '1' }))).toEqual(['mobile'])
  })
})
