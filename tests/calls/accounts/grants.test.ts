import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { permissions, type Permission } from '../../../src/domain/accounts/permissions.ts'
import { administratorRights } from '../../../src/domain/accounts/roles.ts'
import { signInAs, contentOf, failureOf } from '../../support/client.ts'
import {
  colleague,
  forgetRolesAfter,
  lockByPlatform,
  newAccount,
  roleWith,
  silent,
  type Colleague,
} from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
let ownerId: number
const own: Permission[] = ['subAccount', 'add_sub_account', 'role_manage', 'work_log', 'my_orders']
beforeAll(async () => {
  ownerId = contentOf(await owner.api.accounts.profile({})).userId
})

describe('roles with permissions beyond the own ones', () => {
  let giver: Colleague
  beforeAll(async () => {
    giver = await colleague(app, owner, own)
  })

  afterEach(() => forgetRolesAfter(app, giver.roleId, 1))

  test.each(permissions.map((permission) => ({ permission })))('$permission', async ({ permission }) => {
    const may = own.includes(permission) ? 'none' : 'roleBeyond'
    const { accounts } = giver.client.api
    const change = async (userId: number, input: object) =>
      failureOf(await accounts.subAccountUpdate({ userId, ...input }))
    const narrow = await roleWith(giver.client, [])
    const role = { roleName: `给${permission}`, permissions: [permission] }
    expect(failureOf(await accounts.roleSave(role)), 'a new role').toBe(may)
    const wider = { roleId: narrow, roleName: `宽${permission}`, permissions: [permission] }
    expect(failureOf(await accounts.roleUpdate(wider)), 'a wider role').toBe(may)

    const roleId = await roleWith(owner, [permission])
    const { mobile, realName } = newAccount()
    const somebody = { mobile, realName, roleIds: [roleId] }
    expect(failureOf(await accounts.subAccountSave(somebody)), 'to somebody new').toBe(may)
    expect(await change(await silent(app, 1), { roleIds: [roleId] }), 'to a colleague').toBe(may)
    expect(await change(giver.userId, { roleIds: [giver.roleId, roleId] }), 'to themselves').toBe(may)

    const holder = await silent(app, 1, [roleId])
    for (const input of [{ realName: '改名' }, { locked: true }, { locked: false }, { roleIds: [] }]) {
      expect(await change(holder, input), JSON.stringify(input)).toBe(may)
    }
    const other = await silent(app, 1, [roleId])
    expect(failureOf(await accounts.subAccountDelete({ userId: other })), 'delete').toBe(may)
    const less = { roleId, roleName: `窄${permission}`, permissions: [] }
    expect(failureOf(await accounts.roleUpdate(less)), 'take it away').toBe(may)
  })

  test('cannot be deleted; the list tells which roles can be changed', async () => {
    const over = await roleWith(owner, ['goods_manage'])
    expect(failureOf(await giver.client.api.accounts.roleDelete({ roleId: over }))).toBe('roleBeyond')
    const roles = contentOf(await giver.client.api.accounts.roles({}))
    expect(roles.find(({ roleId }) => roleId === over)?.mine).toBe(false)
    expect(roles.find(({ roleId }) => roleId === giver.roleId)?.mine).toBe(true)
    const rows = contentOf(await giver.client.api.accounts.subAccounts({ pageSize: 100 })).data
    expect(rows.find(({ isOwner }) => isOwner)?.mine).toBe(false)
    expect(rows.find(({ userId }) => userId === giver.userId)).toMatchObject({ mine: true, self: true })
  })

  test('protect their members from a password reset', async () => {
    const above = await colleague(app, owner, ['goods_manage'])
    const input = { userId: above.userId, password: 'Songhe7731k', ownPassword: 'Kaoyan2026' }
    expect(failureOf(await giver.client.api.accounts.subAccountUpdate(input))).toBe('roleBeyond')
    expect(failureOf(await above.client.api.accounts.profile({}))).toBe('none')
  })
})

describe('the owner', () => {
  test('is changed by nobody else, whatever their permissions', async () => {
    const { client } = await colleague(app, owner, permissions)
    const changes = [{ locked: true }, { realName: '篡位' }, { roleIds: [] }]
    for (const change of changes) {
      expect(failureOf(await client.api.accounts.subAccountUpdate({ userId: ownerId, ...change }))).toBe('ownerKept')
    }
    expect(failureOf(await client.api.accounts.subAccountDelete({ userId: ownerId }))).toBe('ownerKept')
    const reset = { userId: ownerId, password: 'Songhe7731k', ownPassword: 'Kaoyan2026' }
    expect(failureOf(await client.api.accounts.subAccountUpdate(reset))).toBe('ownerKept')
    expect(failureOf(await owner.api.accounts.profile({}))).toBe('none')
  })

  test('changes the own name here, and nothing that would lock the owner out', async () => {
    const update = (change: object) => owner.api.accounts.subAccountUpdate({ userId: ownerId, ...change })
    expect(failureOf(await update({ jobTitle: '采购经理' }))).toBe('none')
    expect(failureOf(await update({ locked: true }))).toBe('selfKept')
    expect(failureOf(await update({ roleIds: [] }))).toBe('ownerKept')
    expect(failureOf(await owner.api.accounts.subAccountDelete({ userId: ownerId }))).toBe('selfKept')
  })
})

test('nobody locks or deletes the own account', async () => {
  const { client, userId } = await colleague(app, owner, own)
  expect(failureOf(await client.api.accounts.subAccountUpdate({ userId, locked: true }))).toBe('selfKept')
  expect(failureOf(await client.api.accounts.subAccountDelete({ userId }))).toBe('selfKept')
  const reset = { userId, password: 'Songhe7731k', ownPassword: 'Kaoyan2026' }
  expect(failureOf(await client.api.accounts.subAccountUpdate(reset))).toBe('selfKept')
})

describe('the last administrator', () => {
  /** A company whose owner the platform has locked, with two administrators who have separate roles. */
  async function twoAdministrators(): Promise<[Colleague, Colleague]> {
    const rights = [...administratorRights, 'subAccount' as const]
    const chief = await signInAs(app, 'buyer2')
    const two: [Colleague, Colleague] = [await colleague(app, chief, rights), await colleague(app, chief, rights)]
    await lockByPlatform(app, 'buyer2')
    return two
  }
  const administrators = async (companyId: number) => {
    const rows = await app.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.companyId, companyId), eq(users.locked, false)))
    return rows.map(({ id }) => id)
  }
  const restore = async (two: readonly Colleague[]) => {
    await lockByPlatform(app, 'buyer2', false)
    const chief = await signInAs(app, 'buyer2')
    for (const { userId, roleId } of two) {
      await chief.api.accounts.subAccountDelete({ userId })
      await chief.api.accounts.roleDelete({ roleId })
    }
  }

  test("keeps the own permissions, by role and by the role's permissions", async () => {
    const two = await twoAdministrators()
    const [one, other] = two
    contentOf(await one.client.api.accounts.subAccountDelete({ userId: other.userId }))
    const drop = await one.client.api.accounts.subAccountUpdate({ userId: one.userId, roleIds: [] })
    expect(failureOf(drop)).toBe('lastAdministrator')
    for (const right of administratorRights) {
      const less = [...administratorRights, 'subAccount' as const].filter((permission) => permission !== right)
      const narrow = { roleId: one.roleId, roleName: '少一项', permissions: less }
      expect(failureOf(await one.client.api.accounts.roleUpdate(narrow))).toBe('lastAdministrator')
    }
    expect(contentOf(await one.client.api.accounts.profile({})).resources).toContain('role_manage')
    await restore(two)
  })

  test.each([
    ['remove each other', 'delete'],
    ['lock each other', 'lock'],
    ['take their own roles at once', 'own'],
    ['narrow their own roles at once', 'narrow'],
  ])(
    'two who %s leave one',
    async (_name, way) => {
      for (let round = 0; round < 5; round += 1) {
        const two = await twoAdministrators()
        const act = (me: Colleague, them: Colleague) => {
          const { accounts } = me.client.api
          if (way === 'delete') return accounts.subAccountDelete({ userId: them.userId })
          if (way === 'lock') return accounts.subAccountUpdate({ userId: them.userId, locked: true })
          if (way === 'own') return accounts.subAccountUpdate({ userId: me.userId, roleIds: [] })
          return accounts.roleUpdate({ roleId: me.roleId, roleName: `窄 ${me.roleId}`, permissions: [] })
        }
        const [one, other] = two
        const answers = (await Promise.all([act(one, other), act(other, one)])).map(failureOf)
        expect(answers.filter((answer) => answer === 'none')).toHaveLength(1)
        expect(answers.filter((answer) => answer === 'serverError')).toEqual([])
        const left = await Promise.all(two.map(({ client }) => client.api.accounts.resourceTree({})))
        expect(left.filter(({ ok }) => ok)).toHaveLength(1)
        expect((await administrators(2)).length).toBeGreaterThan(0)
        await restore(two)
      }
    },
    60_000,
  )

  test('a permission revoked concurrently from the grantor is not granted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const giver = await colleague(app, owner, own)
      const nobody = { userId: await silent(app, 1) }
      const role = await roleWith(owner, ['my_orders'])
      const [taken, given] = await Promise.all([
        owner.api.accounts.subAccountUpdate({ userId: giver.userId, roleIds: [] }),
        giver.client.api.accounts.subAccountUpdate({ ...nobody, roleIds: [role] }),
      ])
      contentOf(taken)
      expect(['none', 'forbidden']).toContain(failureOf(given))
      const after = await giver.client.api.accounts.subAccountUpdate({ ...nobody, roleIds: [] })
      expect(failureOf(after)).toBe('forbidden')
    }
  })
})
