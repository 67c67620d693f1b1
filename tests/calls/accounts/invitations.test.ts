import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitations, users } from '../../../src/db/tables/accounts.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { loner } from '../../support/scenes/accounts/company.ts'
import { colleague, lockByPlatform, roleWith } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
let without: Client
beforeAll(async () => {
  without = (await colleague(app, owner, ['my_orders'])).client
})

const invite = async (by: Client, input: { roleIds?: number[]; mobile?: string } = {}) =>
  contentOf(await by.api.accounts.invitationSave(input))
const join = (client: Client, inviteCode: string) => client.api.accounts.joinOrg({ inviteCode })

describe('invitationSave and joinOrg', () => {
  test('join a user to the company with the given roles, by link or code', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const { url, expiresAt } = await invite(owner, { roleIds: [roleId] })
    expect(url).toMatch(/^http:\/\/localhost:4321\/login\/register\?invite=[\w-]{40,}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    const { client } = await loner(app)
    expect(contentOf(await join(client, ` ${url} `)).companyName).toBe('成都衡序医药科技有限公司')
    const profile = contentOf(await client.api.accounts.profile({}))
    expect(profile).toMatchObject({ isOwner: false, resources: 'my_orders' })
    const again = await invite(owner)
    const code = new URL(again.url).searchParams.get('invite') ?? ''
    expect(failureOf(await join((await loner(app)).client, code))).toBe('none')
  })

  test('store only the hash of the code', async () => {
    const { url, invitationId } = await invite(owner)
    const [row] = await app.db.select().from(invitations).where(eq(invitations.id, invitationId))
    expect(JSON.stringify(row)).not.toContain(new URL(url).searchParams.get('invite'))
  })

  test('admit one of many parallel users of the same link', async () => {
    const { url } = await invite(owner)
    const people = await Promise.all(Array.from({ length: 6 }, () => loner(app)))
    const answers = await Promise.all(people.map(({ client }) => join(client, url)))
    expect(answers.map(failureOf).sort()).toEqual([...Array.from({ length: 5 }, () => 'invitationGone'), 'none'].sort())
  })

  test('reject used, revoked, expired and unknown links, and users with a company', async () => {
    const { client } = await loner(app)
    const used = await invite(owner)
    contentOf(await join((await loner(app)).client, used.url))
    expect(failureOf(await join(client, used.url))).toBe('invitationGone')
    const revoked = await invite(owner)
    contentOf(await owner.api.accounts.invitationRevoke({ invitationId: revoked.invitationId }))
    expect(failureOf(await join(client, revoked.url))).toBe('invitationGone')
    const late = await invite(owner)
    await app.db
      .update(invitations)
      .set({ expiresAt: new Date(0) })
      .where(eq(invitations.id, late.invitationId))
    expect(failureOf(await join(client, late.url))).toBe('invitationGone')
    expect(failureOf(await join(client, 'https://example.com/?invite=made-up'))).toBe('invitationGone')
    expect(fieldsWithErrors(await join(client, ''))).toEqual(['inviteCode'])
    expect(failureOf(await join(other, (await invite(owner)).url))).toBe('inCompany')
    expect(failureOf(await join(visitor(app), used.url))).toBe('sessionInvalid')
    expect(contentOf(await client.api.accounts.companyInfo({})).companyId).toBeNull()
  })

  test('admit only the intended number, and stay unused after attempts of others', async () => {
    const [meant, stranger] = [await loner(app), await loner(app)]
    const { url } = await invite(owner, { mobile: meant.mobile })
    expect(failureOf(await join(stranger.client, url))).toBe('invitationOther')
    expect(failureOf(await join(meant.client, url))).toBe('none')
  })

  test("grant no role beyond the grantor's permissions, then or later", async () => {
    const strong = await roleWith(owner, ['corporate_credit'])
    const weak = await roleWith(owner, ['my_orders'])
    const giver = await colleague(app, owner, ['add_sub_account', 'my_orders'])
    expect(failureOf(await giver.client.api.accounts.invitationSave({ roleIds: [strong] }))).toBe('roleBeyond')
    const gone = await giver.client.api.accounts.invitationSave({ roleIds: [missingId] })
    expect(fieldsWithErrors(gone)).toEqual(['roleIds'])
    const { url } = await invite(giver.client, { roleIds: [weak] })
    const roleName = `只邀请 ${giver.roleId}`
    contentOf(await owner.api.accounts.roleUpdate({ roleId: giver.roleId, roleName, permissions: ['add_sub_account'] }))
    const { client } = await loner(app)
    contentOf(await join(client, url))
    expect(contentOf(await client.api.accounts.profile({})).resources).toBe('')
  })

  test('are invalid once the inviter has lost the permission', async () => {
    const giver = await colleague(app, owner, ['add_sub_account'])
    const { url } = await invite(giver.client)
    await lockByPlatform(app, giver.loginName)
    expect(failureOf(await join((await loner(app)).client, url))).toBe('invitationGone')
  })

  test('are rejected without the permission, a company, or a session', async () => {
    for (const [who, failure] of [
      [without, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await who.api.accounts.invitationSave({}))).toBe(failure)
      expect(failureOf(await who.api.accounts.invitations({}))).toBe(failure)
      expect(failureOf(await who.api.accounts.invitationRevoke({ invitationId: 1 }))).toBe(failure)
    }
    expect(failureOf(await (await loner(app)).client.api.accounts.invitationSave({}))).toBe('notCertified')
    expect(fieldsWithErrors(await owner.api.accounts.invitationSave({ mobile: '12' }))).toEqual(['mobile'])
  })
})

describe('invitations and invitationRevoke', () => {
  test('list own invitations newest first, with masked number and the user who joined', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const person = await loner(app)
    const { url } = await invite(owner, { roleIds: [roleId], mobile: person.mobile })
    contentOf(await join(person.client, url))
    const page = contentOf(await owner.api.accounts.invitations({ pageSize: 1 }))
    expect(page.total).toBeGreaterThan(1)
    const [name] = await app.db.select({ name: users.realName }).from(users).where(eq(users.id, person.userId))
    expect(page.data[0]).toMatchObject({ status: 'used', usedBy: name?.name, createdBy: '仲晓妮' })
    expect(page.data[0]?.mobile).toBe(`${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`)
    expect(page.data[0]?.roles).toHaveLength(1)
    expect(contentOf(await other.api.accounts.invitations({})).total).toBe(0)
    expect(fieldsWithErrors(await owner.api.accounts.invitations({ pageSize: 101 }))).toEqual(['pageSize'])
  })

  test('revoke once, not used ones, and not those of others', async () => {
    const { invitationId, url } = await invite(owner)
    expect(failureOf(await other.api.accounts.invitationRevoke({ invitationId }))).toBe('notFound')
    contentOf(await owner.api.accounts.invitationRevoke({ invitationId }))
    contentOf(await owner.api.accounts.invitationRevoke({ invitationId }))
    expect(contentOf(await owner.api.accounts.invitations({ pageSize: 1 })).data[0]?.status).toBe('revoked')
    expect(failureOf(await join((await loner(app)).client, url))).toBe('invitationGone')
    const used = await invite(owner)
    contentOf(await join((await loner(app)).client, used.url))
    expect(failureOf(await owner.api.accounts.invitationRevoke({ invitationId: used.invitationId }))).toBe(
      'stepNotAllowed',
    )
    expect(failureOf(await owner.api.accounts.invitationRevoke({ invitationId: missingId }))).toBe('notFound')
  })
})
