import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/domain/accounts/permissions.ts'
import { maxRoles } from '../../../src/domain/accounts/roles.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague, roleWith } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const without = clientForFile(app, 'sub')

describe('roles and rolePage', () => {
  test("list the company's roles with their number of members, all or by page", async () => {
    const { roleId } = await colleague(app, owner, ['my_orders', 'work_log'])
    const all = contentOf(await owner.api.accounts.roles({}))
    expect(all.map(({ roleName }) => roleName)).toEqual(expect.arrayContaining(['管理员', '采购员', '财务', '客服']))
    expect(all.find((role) => role.roleId === roleId)).toMatchObject({
      permissions: ['my_orders', 'work_log'],
      memberCount: 1,
      mine: true,
      ownerType: 1,
    })
    const page = contentOf(await owner.api.accounts.rolePage({ current: 2, pageSize: 2 }))
    expect(page.total).toBe(all.length)
    expect(page.data.map((role) => role.roleId)).toEqual(all.slice(2, 4).map((role) => role.roleId))
    const found = contentOf(await owner.api.accounts.rolePage({ keyword: '采购员' }))
    expect([found.total, found.data[0]?.roleName]).toEqual([1, '采购员'])
  })

  test('reject unknown owner types, visitors and users without permission; limited to the own company', async () => {
    const wrong = await owner.post('/user-center/role/list', JSON.stringify({ ownerType: 2 }))
    expect(wrong.status).toBe(400)
    expect(fieldsWithErrors(await owner.api.accounts.rolePage({ pageSize: 500 }))).toEqual(['pageSize'])
    for (const client of [visitor(app), without]) {
      const refused = client === without ? 'forbidden' : 'sessionInvalid'
      expect(failureOf(await client.api.accounts.roles({}))).toBe(refused)
      expect(failureOf(await client.api.accounts.rolePage({}))).toBe(refused)
    }
    const own = contentOf(await owner.api.accounts.roles({})).map(({ roleId }) => roleId)
    const theirs = contentOf(await other.api.accounts.roles({})).map(({ roleId }) => roleId)
    expect(own.filter((roleId) => theirs.includes(roleId))).toEqual([])
  })
})

describe('role', () => {
  test('returns its members; not found for other companies', async () => {
    const { roleId, userId } = await colleague(app, owner, ['my_orders'])
    const role = contentOf(await owner.api.accounts.role({ roleId }))
    expect(role.members.map((member) => member.userId)).toEqual([userId])
    expect(failureOf(await other.api.accounts.role({ roleId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.accounts.role({ roleId }))).toBe('sessionInvalid')
    expect(failureOf(await without.api.accounts.role({ roleId }))).toBe('forbidden')
    expect(fieldsWithErrors(await owner.api.accounts.role({ roleId: 0 }))).toEqual(['roleId'])
  })
})

describe('roleSave', () => {
  test('creates a role without duplicate permissions', async () => {
    const { roleId } = contentOf(
      await owner.api.accounts.roleSave({ roleName: '项目助理', permissions: ['my_orders', 'my_orders'] }),
    )
    expect(contentOf(await owner.api.accounts.role({ roleId }))).toMatchObject({
      roleName: '项目助理',
      permissions: ['my_orders'],
      memberCount: 0,
      members: [],
    })
  })

  test('rejects missing, overlong and used names, and unknown permissions', async () => {
    const save = (roleName: string) => owner.api.accounts.roleSave({ roleName, permissions: [] })
    expect(fieldsWithErrors(await save(' '))).toEqual(['roleName'])
    expect(fieldsWithErrors(await save('角'.repeat(21)))).toEqual(['roleName'])
    expect(failureOf(await save('管理员'))).toBe('roleNameUsed')
    const unknown = await owner.post('/user-center/role/save', '{"roleName":"无此权限","permissions":["root"]}')
    expect(unknown.status).toBe(400)
  })

  test('creates one of ten parallel roles of the same name; another company may use it too', async () => {
    const save = (client: Client) => client.api.accounts.roleSave({ roleName: '同名角色', permissions: [] })
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(owner)))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', ...Array.from({ length: 9 }, () => 'roleNameUsed')])
    expect(failureOf(await save(other))).toBe('none')
  })

  test('rejects visitors and users without the permission', async () => {
    const input = { roleName: '不该有', permissions: [] }
    expect(failureOf(await visitor(app).api.accounts.roleSave(input))).toBe('sessionInvalid')
    expect(failureOf(await without.api.accounts.roleSave(input))).toBe('forbidden')
  })

  test('rejects roles beyond the maximum per company', async () => {
    const third = await signInAs(app, 'seller')
    const has = contentOf(await third.api.accounts.roles({})).length
    for (let at = has; at < maxRoles; at += 1) await roleWith(third, [])
    expect(failureOf(await third.api.accounts.roleSave({ roleName: '多余', permissions: [] }))).toBe('tooManyRoles')
  })
})

describe('roleUpdate', () => {
  test('changes name and permissions', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const input = { roleId, roleName: '改过的角色', permissions: ['my_requirement' as const] }
    contentOf(await owner.api.accounts.roleUpdate(input))
    contentOf(await owner.api.accounts.roleUpdate(input))
    expect(contentOf(await owner.api.accounts.role({ roleId }))).toMatchObject(input)
  })

  test('rejects used names, roles of others, visitors and users without the permission', async () => {
    const roleId = await roleWith(owner, [])
    const update = (client: Client, roleName = '随便', id = roleId) =>
      client.api.accounts.roleUpdate({ roleId: id, roleName, permissions: [] })
    expect(failureOf(await update(owner, '管理员'))).toBe('roleNameUsed')
    expect(fieldsWithErrors(await update(owner, ''))).toEqual(['roleName'])
    expect(failureOf(await update(owner, '随便', missingId))).toBe('notFound')
    expect(failureOf(await update(other))).toBe('notFound')
    expect(failureOf(await update(without))).toBe('forbidden')
    expect(failureOf(await update(visitor(app)))).toBe('sessionInvalid')
  })
})

describe('roleDelete', () => {
  test('deletes a role without members', async () => {
    const { roleId, userId } = await colleague(app, owner, ['my_orders'])
    expect(failureOf(await owner.api.accounts.roleDelete({ roleId }))).toBe('roleHeld')
    contentOf(await owner.api.accounts.subAccountUpdate({ userId, roleIds: [] }))
    expect(failureOf(await owner.api.accounts.roleDelete({ roleId }))).toBe('none')
    expect(failureOf(await owner.api.accounts.role({ roleId }))).toBe('notFound')
  })

  test('rejects roles of others, visitors and users without the permission', async () => {
    const roleId = await roleWith(owner, [])
    expect(failureOf(await other.api.accounts.roleDelete({ roleId }))).toBe('notFound')
    expect(failureOf(await without.api.accounts.roleDelete({ roleId }))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.roleDelete({ roleId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.roleDelete({ roleId: 0 }))).toEqual(['roleId'])
  })

  test('a role assigned and deleted concurrently is either assigned or gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const roleId = await roleWith(owner, [])
      const { userId } = await colleague(app, owner, [])
      const [given, deleted] = await Promise.all([
        owner.api.accounts.subAccountUpdate({ userId, roleIds: [roleId] }),
        owner.api.accounts.roleDelete({ roleId }),
      ])
      expect([failureOf(given), failureOf(deleted)]).toEqual(given.ok ? ['none', 'roleHeld'] : ['invalidInput', 'none'])
    }
  })
})

describe('resourceTree', () => {
  test('returns every permission and whether the caller has it', async () => {
    const flat = async (client: Client) =>
      contentOf(await client.api.accounts.resourceTree({})).flatMap((branch) => [branch, ...branch.children])
    const all = await flat(owner)
    expect(all.map(({ code }) => code)).toEqual(permissions)
    expect(all.every(({ held }) => held)).toBe(true)
    const { client } = await colleague(app, owner, ['role_manage', 'my_orders'])
    expect((await flat(client)).filter(({ held }) => held).map(({ code }) => code)).toEqual([
      'my_orders',
      'role_manage',
    ])
  })

  test('requires a session and the permission', async () => {
    expect(failureOf(await visitor(app).api.accounts.resourceTree({}))).toBe('sessionInvalid')
    expect(failureOf(await without.api.accounts.resourceTree({}))).toBe('forbidden')
    expect((await owner.post('/user-center/role/resource/tree', '{"ownerType":3}')).status).toBe(400)
  })
})
