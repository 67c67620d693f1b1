import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { roles, userRoles, users } from '../../../src/db/tables/accounts.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const sub = clientForFile(app, 'sub')
const other = clientForFile(app, 'buyer2')

/** A new user without relations. */
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
  test('returns the data of the account pages, without secrets', async () => {
    expect(await profileOf(buyer)).toMatchObject({
      mobile: '138****2046',
      hasPassword: true,
      isOwner: true,
      roles: [],
      jobTitle: '采购经理',
      email: expect.stringMatching(/^.{3}\*\*\*@/),
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(JSON.stringify(await profileOf(buyer))).not.toMatch(/argon2|13880702046/)
    expect(await profileOf(sub)).toMatchObject({ isOwner: false })
  })

  test('returns the role names', async () => {
    const { companyId, userId } = await profileOf(sub)
    const [role] = await app.db
      .insert(roles)
      .values({ companyId: companyId ?? 0, name: '检索专员' })
      .returning({ roleId: roles.id })
    await app.db.insert(userRoles).values({ userId, roleId: role?.roleId ?? 0 })
    expect((await profileOf(sub)).roles).toEqual(['检索专员'])
  })

  test('requires a session', async () => {
    expect(failureOf(await visitor(app).api.accounts.profile({}))).toBe('sessionInvalid')
  })
})

describe('profileUpdate', () => {
  const file = (id: string, userId: number, purpose: 'avatar' | 'licence') => ({
    id,
    userId,
    purpose,
    audience: 'public' as const,
    name: '头像.webp',
    contentType: 'image/webp',
    size: 1,
    sha256: '',
    storageKey: id,
    companyId: null,
  })
  const own = 'AAAAAAAAAAAAAAAAAAAAAA'
  const foreign = 'BBBBBBBBBBBBBBBBBBBBBB'
  const licence = 'CCCCCCCCCCCCCCCCCCCCCC'

  test('updates given fields and leaves the rest', async () => {
    const { userId } = await profileOf(sub)
    await app.db.insert(files).values(file(own, userId, 'avatar'))
    const update = sub.api.accounts.profileUpdate
    expect(contentOf(await update({ realName: '廖思齐', jobTitle: '主管' }))).toMatchObject({ realName: '廖思齐' })
    const { avatar } = contentOf(await update({ avatarFileId: own }))
    expect(avatar).toBe(`/files/${own}/${encodeURIComponent('头像.webp')}`)
    expect(await profileOf(sub)).toMatchObject({ jobTitle: '主管', avatar })
    expect(contentOf(await update({ avatarFileId: '' })).avatar).toBe('')
  })

  test('rejects files of other users or purposes', async () => {
    const [{ userId }, another] = [await profileOf(sub), await profileOf(other)]
    await app.db.insert(files).values([file(foreign, another.userId, 'avatar'), file(licence, userId, 'licence')])
    for (const avatarFileId of [foreign, licence, 'nothing']) {
      expect(failureOf(await sub.api.accounts.profileUpdate({ avatarFileId }))).toBe('notFound')
    }
  })

  test('returns field errors and requires a session', async () => {
    const long = { realName: '长'.repeat(21), jobTitle: '长'.repeat(31) }
    expect(fieldsWithErrors(await sub.api.accounts.profileUpdate(long))).toEqual(['realName', 'jobTitle'])
    expect(failureOf(await visitor(app).api.accounts.profileUpdate({ realName: '无' }))).toBe('sessionInvalid')
  })
})

describe('userById', () => {
  const see = (client: Client, userId: number) => client.api.accounts.userById({ userId })

  test('returns oneself, colleagues and the customer service, with masked names', async () => {
    const [me, colleague] = [await profileOf(buyer), await profileOf(sub)]
    expect(contentOf(await see(buyer, me.userId))).toEqual({
      userId: me.userId,
      name: '仲*妮',
      avatar: '',
      companyName: me.companyName,
      isService: false,
    })
    expect(contentOf(await see(buyer, colleague.userId)).name).toBe('廖*齐')
    const { platformServiceId } = contentOf(await buyer.api.accounts.serviceId({}))
    expect(contentOf(await see(buyer, platformServiceId))).toMatchObject({ name: '平台客服', isService: true })
  })

  test('returns chat partners on either side, and nobody else', async () => {
    const asker = await stranger()
    const seller = await signInAs(app, 'seller')
    const shop = await profileOf(seller)
    const { userId } = await profileOf(asker)
    expect(failureOf(await see(seller, userId))).toBe('notFound')
    contentOf(await asker.api.chat.sendMessage({ isOrg: true, receiveOrgId: shop.companyId, content: '您好' }))
    expect(contentOf(await see(seller, userId)).name).toBe('佟*满')
    // The members of a shop stay anonymous; a user becomes known by writing as themselves.
    contentOf(await seller.api.chat.sendMessage({ receiveId: userId, isOrgSend: true, content: '您好' }))
    expect(failureOf(await see(asker, shop.userId))).toBe('notFound')
    contentOf(await seller.api.chat.sendMessage({ receiveId: userId, content: '您好，我是店主' }))
    expect(contentOf(await see(asker, shop.userId)).userId).toBe(shop.userId)
    expect(failureOf(await see(other, userId))).toBe('notFound')
  })

  test('rejects an invalid id, returns not found for an unknown one, requires a session', async () => {
    expect(fieldsWithErrors(await see(buyer, 0))).toEqual(['userId'])
    expect(failureOf(await see(buyer, missingId))).toBe('notFound')
    expect(failureOf(await see(visitor(app), 1))).toBe('sessionInvalid')
  })
})
