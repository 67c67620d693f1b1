import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, userRoles, users } from '../../../src/db/tables/accounts.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'

let app: TestApp
let buyer: Client
let sub: Client
let other: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  sub = await as(app, 'sub')
  other = await as(app, 'buyer2')
})
afterAll(() => app.close())

/** Somebody who has just come and whom nobody knows. */
async function stranger(): Promise<Client> {
  const [{ passwordHash } = { passwordHash: null }] = await app.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.loginName, 'person'))
  await app.db.insert(users).values({ loginName: 'tongxm', realName: '佟小满', passwordHash })
  const client = visitor(app)
  contentOf(await client.api.accounts.login({ loginName: 'tongxm', password: demoPassword }))
  return client
}
const profileOf = async (client: Client) => contentOf(await client.api.accounts.profile({}))

describe('profile', () => {
  test('tells what the account pages need, without what is secret', async () => {
    expect(await profileOf(buyer)).toMatchObject({
      ...{ mobile: '138****2046', hasPassword: true, isOwner: true, roles: [], jobTitle: '采购经理' },
      ...{ email: expect.stringMatching(/^.{3}\*\*\*@/), createdAt: expect.stringMatching(/Z$/) },
    })
    expect(JSON.stringify(await profileOf(buyer))).not.toMatch(/argon2|13880702046/)
    expect(await profileOf(sub)).toMatchObject({ isOwner: false })
  })

  test('names the roles', async () => {
    const { companyId, userId } = await profileOf(sub)
    const [role] = await app.db
      .insert(roles)
      .values({ companyId: companyId ?? 0, name: '检索专员' })
      .returning({ roleId: roles.id })
    await app.db.insert(userRoles).values({ userId, roleId: role?.roleId ?? 0 })
    expect((await profileOf(sub)).roles).toEqual(['检索专员'])
  })

  test('is for people who are signed in', async () => {
    expect(failureOf(await visitor(app).api.accounts.profile({}))).toBe('sessionInvalid')
  })
})

describe('profileUpdate', () => {
  const file = (id: string, userId: number, purpose: 'avatar' | 'licence') => ({
    ...{ id, userId, purpose, audience: 'public' as const, name: '头像.webp', contentType: 'image/webp', size: 1 },
    ...{ sha256: '', storageKey: id, companyId: null },
  })
  const own = 'AAAAAAAAAAAAAAAAAAAAAA'
  const foreign = 'BBBBBBBBBBBBBBBBBBBBBB'
  const licence = 'CCCCCCCCCCCCCCCCCCCCCC'

  test('changes what is given and leaves the rest', async () => {
    const { userId } = await profileOf(sub)
    await app.db.insert(files).values(file(own, userId, 'avatar'))
    const update = sub.api.accounts.profileUpdate
    expect(contentOf(await update({ realName: '廖思齐', jobTitle: '主管' }))).toMatchObject({ realName: '廖思齐' })
    const { avatar } = contentOf(await update({ avatarFileId: own }))
    expect(avatar).toBe(`/files/${own}/${encodeURIComponent('头像.webp')}`)
    expect(await profileOf(sub)).toMatchObject({ jobTitle: '主管', avatar })
    expect(contentOf(await update({ avatarFileId: '' })).avatar).toBe('')
  })

  test('takes no file of another person, nor one for something else', async () => {
    const [{ userId }, another] = [await profileOf(sub), await profileOf(other)]
    await app.db.insert(files).values([file(foreign, another.userId, 'avatar'), file(licence, userId, 'licence')])
    for (const avatarFileId of [foreign, licence, 'nothing']) {
      expect(failureOf(await sub.api.accounts.profileUpdate({ avatarFileId }))).toBe('notFound')
    }
  })

  test('names wrong fields and needs a session', async () => {
    const long = { realName: '长'.repeat(21), jobTitle: '长'.repeat(31) }
    expect(faultyFields(await sub.api.accounts.profileUpdate(long))).toEqual(['realName', 'jobTitle'])
    expect(failureOf(await visitor(app).api.accounts.profileUpdate({ realName: '无' }))).toBe('sessionInvalid')
  })
})

describe('userById', () => {
  const see = (client: Client, userId: number) => client.api.accounts.userById({ userId })

  test('shows oneself, colleagues and the customer service, names masked', async () => {
    const [me, colleague] = [await profileOf(buyer), await profileOf(sub)]
    expect(contentOf(await see(buyer, me.userId))).toEqual({
      ...{ userId: me.userId, name: '仲*妮', avatar: '', companyName: me.companyName, isService: false },
    })
    expect(contentOf(await see(buyer, colleague.userId)).name).toBe('廖*齐')
    const { platformServiceId } = contentOf(await buyer.api.accounts.serviceId({}))
    expect(contentOf(await see(buyer, platformServiceId))).toMatchObject({ name: '平台客服', isService: true })
  })

  test('shows those one has talked with, on either side, and nobody else', async () => {
    const asker = await stranger()
    const seller = await as(app, 'seller')
    const shop = await profileOf(seller)
    const { userId } = await profileOf(asker)
    expect(failureOf(await see(seller, userId))).toBe('notFound')
    contentOf(await asker.api.chat.sendMessage({ isOrg: true, receiveOrgId: shop.companyId, content: '您好' }))
    expect(contentOf(await see(seller, userId)).name).toBe('佟*满')
    // Who answers for a shop is its own affair; somebody is known once they wrote as themselves.
    contentOf(await seller.api.chat.sendMessage({ receiveId: userId, isOrgSend: true, content: '您好' }))
    expect(failureOf(await see(asker, shop.userId))).toBe('notFound')
    contentOf(await seller.api.chat.sendMessage({ receiveId: userId, content: '您好，我是店主' }))
    expect(contentOf(await see(asker, shop.userId)).userId).toBe(shop.userId)
    expect(failureOf(await see(other, userId))).toBe('notFound')
  })

  test('names a wrong id, finds nobody for a made-up one, needs a session', async () => {
    expect(faultyFields(await see(buyer, 0))).toEqual(['userId'])
    expect(failureOf(await see(buyer, missingId))).toBe('notFound')
    expect(failureOf(await see(visitor(app), 1))).toBe('sessionInvalid')
  })
})
