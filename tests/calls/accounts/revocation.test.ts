import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sessions } from '../../../src/db/tables/accounts.ts'
import { permissions } from '../../../src/domain/accounts/permissions.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { colleague, roleWith, signIn, type Colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
afterEach(() => vi.restoreAllMocks())

const lists = (client: Client) => client.api.demands.buyerDemands({})
const rights = async (client: Client) => contentOf(await client.api.accounts.profile({})).resources

describe('a permission is revoked with the next call', () => {
  test('when the role loses it, and restored when the role gains it', async () => {
    const { client, roleId } = await colleague(app, owner, ['my_requirement', 'my_orders'])
    expect(failureOf(await lists(client))).toBe('none')
    const change = (permissions: ('my_requirement' | 'my_orders')[]) =>
      owner.api.accounts.roleUpdate({ roleId, roleName: `改 ${roleId}`, permissions })
    contentOf(await change(['my_orders']))
    expect(failureOf(await lists(client))).toBe('forbidden')
    expect(await rights(client)).toBe('my_orders')
    contentOf(await change(['my_requirement', 'my_orders']))
    expect(failureOf(await lists(client))).toBe('none')
  })

  test('when the role is removed', async () => {
    const { client, userId } = await colleague(app, owner, ['my_requirement'])
    const other = await roleWith(owner, ['my_orders'])
    contentOf(await owner.api.accounts.subAccountUpdate({ userId, roleIds: [other] }))
    expect(failureOf(await lists(client))).toBe('forbidden')
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('none')
  })

  test('also for pages, which check it with every request', async () => {
    const { client, roleId } = await colleague(app, owner, ['subAccount'])
    const asked = { cookie: client.cookies.get('sid'), token: client.cookies.get('token') }
    const seen = () =>
      app.runtime.sessionOf({
        appId: 'web',
        userAgent: '',
        ip: '',
        idempotencyKey: undefined,
        browserCookie: undefined,
        origin: 'http://localhost',
        ssoCookie: undefined,
        viewCookie: undefined,
        ...asked,
      })
    expect((await seen()).caller?.permissions.has('subAccount')).toBe(true)
    contentOf(await owner.api.accounts.roleUpdate({ roleId, roleName: `无 ${roleId}`, permissions: [] }))
    expect((await seen()).caller?.permissions.has('subAccount')).toBe(false)
  })

  test('for every permission of the tree', async () => {
    const { client, roleId } = await colleague(app, owner, permissions)
    expect(new Set((await rights(client)).split(','))).toEqual(new Set(permissions))
    contentOf(await owner.api.accounts.roleUpdate({ roleId, roleName: `空 ${roleId}`, permissions: [] }))
    expect(await rights(client)).toBe('')
  })
})

describe('sessions and push connections end', () => {
  const end = {
    locked: (them: Colleague) => owner.api.accounts.subAccountUpdate({ userId: them.userId, locked: true }),
    deleted: (them: Colleague) => owner.api.accounts.subAccountDelete({ userId: them.userId }),
    'given another password': (them: Colleague) => {
      const secret = { password: 'Liangshan2026', ownPassword: 'Demo@2026' }
      return owner.api.accounts.subAccountUpdate({ userId: them.userId, ...secret })
    },
  }
  test.each(Object.entries(end))('of whoever is %s: all of theirs, nobody else’s', async (_name, act) => {
    const them = await colleague(app, owner, ['my_orders'])
    const second = await signIn(app, them.loginName)
    const bystander = await colleague(app, owner, ['my_orders'])
    const own = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, them.userId))
    const ended = vi.spyOn(app.runtime.push, 'endSession')
    contentOf(await act(them))
    expect(ended.mock.calls.map(([sessionId]) => sessionId).toSorted()).toEqual(own.map(({ id }) => id).toSorted())
    for (const client of [them.client, second]) {
      expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    }
    expect(failureOf(await bystander.client.api.accounts.profile({}))).toBe('none')
  })

  test('not for a change of name or role, nor for rejected calls', async () => {
    const them = await colleague(app, owner, ['my_orders'])
    const ended = vi.spyOn(app.runtime.push, 'endSession')
    contentOf(await owner.api.accounts.subAccountUpdate({ userId: them.userId, realName: '新名', roleIds: [] }))
    const wrong = { userId: them.userId, password: 'Liangshan2026', ownPassword: 'Cuowu2026' }
    expect(failureOf(await owner.api.accounts.subAccountUpdate(wrong))).toBe('wrongPassword')
    expect(ended).not.toHaveBeenCalled()
    expect(failureOf(await them.client.api.accounts.profile({}))).toBe('none')
  })

  test('a locked user cannot sign in until unlocked', async () => {
    const them = await colleague(app, owner, [])
    contentOf(await owner.api.accounts.subAccountUpdate({ userId: them.userId, locked: true }))
    await expect(signIn(app, them.loginName)).rejects.toThrow('该账号已停用')
    contentOf(await owner.api.accounts.subAccountUpdate({ userId: them.userId, locked: false }))
    await signIn(app, them.loginName)
  })
})
