import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { userRoles, users } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { ageCodes } from '../../support/verification-codes.ts'
import { missingId } from '../../support/sentinels.ts'
import { demandInput, leafOf, saveDemand } from '../../support/scenes/demands/demand.ts'
import {
  colleague,
  newAccount,
  password,
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

const rowOf = async (userId: number) => (await app.db.select().from(users).where(eq(users.id, userId)))[0]

describe('subAccountUpdate', () => {
  test('changes name, job title and roles', async () => {
    const { client, userId } = await colleague(app, owner, ['my_orders'])
    const roleId = await roleWith(owner, ['my_requirement'])
    const input = { userId, realName: '温 知行', jobTitle: '', roleIds: [roleId] }
    contentOf(await owner.api.accounts.subAccountUpdate(input))
    const row = contentOf(await owner.api.accounts.subAccount({ userId }))
    expect(row).toMatchObject({ realName: '温 知行', jobTitle: '' })
    expect(row.roles.map((role) => role.roleId)).toEqual([roleId])
    expect(contentOf(await client.api.accounts.profile({})).resources).toBe('my_requirement')
  })

  test("resets a password only with the user's own password", async () => {
    const { userId, loginName, client } = await colleague(app, owner, [])
    const reset = (ownPassword: string, next = 'Songhe7731k') =>
      owner.api.accounts.subAccountUpdate({ userId, password: next, ownPassword })
    expect(fieldsWithErrors(await reset(''))).toEqual(['ownPassword'])
    expect(failureOf(await reset('Cuowu2026'))).toBe('wrongPassword')
    expect(fieldsWithErrors(await reset('Demo@2026', 'meiyoushuzi'))).toEqual(['password'])
    expect(failureOf(await client.api.accounts.profile({}))).toBe('none')
    contentOf(await reset('Demo@2026'))
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    const old = await visitor(app).api.accounts.login({ loginName, password })
    expect(failureOf(old)).toBe('wrongPassword')
    await signIn(app, loginName, 'Songhe7731k')
  })

  test('limits attempts at the own password like those of signing in', async () => {
    const guesser = await colleague(app, owner, ['subAccount', 'add_sub_account'])
    const target = await colleague(app, owner, [])
    const input = { userId: target.userId, password: 'Songhe7731k', ownPassword: 'Cuowu2026' }
    const answers: string[] = []
    for (let at = 0; at < 21; at += 1) {
      const { ok, ...rest } = await guesser.client.api.accounts.subAccountUpdate(input)
      answers.push(ok ? 'in' : 'failure' in rest ? String(rest.failure.code) : '')
    }
    expect(answers.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => '1001'))
    expect(answers.at(-1)).toBe('1003')
  })

  test('locks and unlocks a colleague, limited per day: each time sends an SMS', async () => {
    const { userId } = await colleague(app, owner, [])
    const failures: string[] = []
    for (let at = 0; at < 22; at += 1) {
      failures.push(failureOf(await owner.api.accounts.subAccountUpdate({ userId, locked: at % 2 === 0 })))
    }
    expect(failures.slice(-3)).toEqual(['none', 'tooMany', 'none'])
    expect(failureOf(await owner.api.accounts.subAccountUpdate({ userId, jobTitle: '组长' }))).toBe('none')
    const told = and(
      eq(outboxMessages.recipientHash, (await rowOf(userId))?.mobile ?? ''),
      eq(outboxMessages.template, 'security'),
    )
    expect(await app.db.$count(outboxMessages, told)).toBe(20)
  })

  test('is limited to the own company', async () => {
    const userId = await silent(app, 1)
    expect(failureOf(await other.api.accounts.subAccountUpdate({ userId, realName: '外人' }))).toBe('notFound')
    expect(failureOf(await owner.api.accounts.subAccountUpdate({ userId: missingId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.accounts.subAccountUpdate({ userId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.subAccountUpdate({ userId, realName: '' }))).toEqual(['realName'])
  })
})

describe('subAccountDelete', () => {
  test("releases login name and number, removes the roles, and keeps the user's content", async () => {
    const { client, userId, loginName } = await colleague(app, owner, ['my_requirement', 'publish_requirement'])
    const mobile = (await rowOf(userId))?.mobile ?? ''
    const { demandId } = contentOf(await saveDemand(client, demandInput((await leafOf(app)).id)))
    contentOf(await owner.api.accounts.subAccountDelete({ userId }))

    expect(await rowOf(userId)).toMatchObject({
      loginName: `deleted-${userId}`,
      mobile: null,
      email: null,
      companyId: null,
      locked: true,
      passwordHash: null,
      deletedAt: expect.any(Date),
    })
    expect(await app.db.select().from(userRoles).where(eq(userRoles.userId, userId))).toEqual([])
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    expect(failureOf(await owner.api.accounts.subAccount({ userId }))).toBe('notFound')
    const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(demand).toMatchObject({ userId, companyId: 1 })
    await ageCodes(app, mobile, 61)
    const again = await subAccountOf(app, other, { ...newAccount(), loginName, mobile })
    expect(await rowOf(again.userId)).toMatchObject({ loginName, mobile })
    expect(failureOf(await owner.api.accounts.subAccountDelete({ userId }))).toBe('notFound')
  })

  test('is limited to the own company, and requires session and permission', async () => {
    const userId = await silent(app, 1)
    expect(failureOf(await other.api.accounts.subAccountDelete({ userId }))).toBe('notFound')
    expect(failureOf(await without.api.accounts.subAccountDelete({ userId }))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.subAccountDelete({ userId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.subAccountDelete({ userId: -1 }))).toEqual(['userId'])
  })
})
