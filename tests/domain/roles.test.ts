import { describe, expect, test } from 'vitest'
import { isPermission, permissionName, permissions, resourceTree } from '../../src/domain/accounts/permissions.ts'
import { branchState, formatPermissions, toggleBranch, toggleLeaf } from '../../src/domain/accounts/role-tree.ts'
import {
  getAccountChangeError,
  administratorRights,
  getMissingPermissions,
  isAdministrator,
  presetRoles,
  isWithinPermissions,
  type PermissionHolder,
} from '../../src/domain/accounts/roles.ts'
import { centres, groupsFor } from '../../src/domain/shell/centres.ts'

const all = new Set(permissions)
const set = (...codes: readonly string[]) => new Set(codes.filter(isPermission))
const branch = (code: string) => {
  const found = resourceTree.find((each) => each.code === code)
  if (found === undefined) throw new Error(`No branch ${code}`)
  return found
}
const people = branch('subAccount')
const messages = branch('messages')

describe('grants', () => {
  const person = (
    userId: number,
    held: ReadonlySet<(typeof permissions)[number]>,
    isOwner = false,
  ): PermissionHolder => ({
    userId,
    held,
    isOwner,
  })
  const giver = person(1, set('add_sub_account', 'my_orders'))

  test('missing permissions are listed', () => {
    expect(getMissingPermissions(['my_orders', 'database'], giver.held)).toEqual(['database'])
    expect(isWithinPermissions(['my_orders'], giver.held)).toBe(true)
    expect(isWithinPermissions([], new Set())).toBe(true)
  })

  test('accounts: owner, self, higher permissions and missing permissions are rejected', () => {
    expect(getAccountChangeError(giver, person(2, set('my_orders')), { blocksSignIn: true })).toBeUndefined()
    expect(getAccountChangeError(giver, person(2, set('database')), {})).toBe('roleBeyond')
    expect(getAccountChangeError(giver, person(2, set()), { roles: [['database']] })).toBe('roleBeyond')
    expect(getAccountChangeError(person(3, all), person(2, all, true), {})).toBe('ownerKept')
    expect(getAccountChangeError(person(2, all, true), person(2, all, true), {})).toBeUndefined()
    expect(getAccountChangeError(person(2, all, true), person(2, all, true), { roles: [] })).toBe('ownerKept')
    expect(getAccountChangeError(giver, giver, { blocksSignIn: true })).toBe('selfKept')
    expect(getAccountChangeError(giver, giver, { roles: [['add_sub_account']] })).toBeUndefined()
  })

  test('an administrator has both permissions', () => {
    expect(isAdministrator(set(...administratorRights))).toBe(true)
    for (const right of administratorRights) expect(isAdministrator(set(right))).toBe(false)
  })

  test('preset roles: one administrator, unique names, permissions of the tree', () => {
    expect(presetRoles.filter((role) => isAdministrator(set(...role.permissions))).map(({ name }) => name)).toEqual([
      '管理员',
    ])
    expect(new Set(presetRoles.map(({ name }) => name)).size).toBe(presetRoles.length)
  })
})

describe('checkboxes of the tree', () => {
  test('a branch is off, some or on', () => {
    expect(branchState(people, set(), all)).toBe('off')
    expect(branchState(people, set('work_log'), all)).toBe('some')
    expect(branchState(people, set('subAccount', 'add_sub_account', 'role_manage', 'work_log'), all)).toBe('on')
    expect(branchState(people, set('work_log'), set('work_log'))).toBe('on')
  })

  test('the first leaf selects its branch, the last deselects it, except for the list of accounts', () => {
    expect(toggleLeaf(messages, 'message_reply', set(), all)).toEqual(['messages', 'message_reply'])
    expect(toggleLeaf(messages, 'message_reply', set('messages', 'message_reply'), all)).toEqual([])
    expect(toggleLeaf(people, 'work_log', set('subAccount', 'work_log'), all)).toEqual(['subAccount'])
    expect(toggleLeaf(messages, 'message_reply', set('my_orders'), set('message_reply'))).toEqual([
      'my_orders',
      'message_reply',
    ])
  })

  test('a branch toggles all held permissions', () => {
    const held = set('subAccount', 'work_log')
    const some = toggleBranch(people, set('my_orders'), held)
    expect(some).toEqual(['my_orders', 'subAccount', 'work_log'])
    expect(toggleBranch(people, set(...some), held)).toEqual(['my_orders'])
    expect(toggleBranch(people, set('work_log'), all)).toHaveLength(4)
  })

  test('permissions that are not held are never selected', () => {
    expect(toggleLeaf(messages, 'message_reply', set(), set('messages'))).toEqual([])
    expect(toggleBranch(messages, set(), set())).toEqual([])
  })

  test('permissions are formatted as text', () => {
    expect(formatPermissions([])).toEqual([])
    expect(formatPermissions(['my_orders', 'corpCenter', 'my_requirement'])).toEqual(['企业中心：我的需求、我的订单'])
    expect(formatPermissions(['subAccount'])).toEqual(['子账号管理：仅查看'])
    expect(formatPermissions(['messages', 'message_reply', 'message_delete', 'corporate_show'])).toEqual([
      '消息：全部',
      '企业展示',
    ])
    expect(formatPermissions(permissions)).toEqual(['全部权限'])
    expect(formatPermissions(permissions.slice(1))).toHaveLength(resourceTree.length)
  })

  test('every permission has a name and a note', () => {
    expect(permissions.filter((code) => permissionName(code) === code)).toEqual([])
    const nodes = resourceTree.flatMap((branch) => [branch, ...branch.children])
    expect(nodes.filter(({ note }) => !/^[\u4e00-\u9fff].{3,40}$/u.test(note)).map(({ code }) => code)).toEqual([])
  })
})

describe('menus of the centres', () => {
  const labels = (centre: 'buyer' | 'seller', viewer: Parameters<typeof groupsFor>[1]) =>
    groupsFor(centre, viewer).flatMap((group) => group.entries.map(({ label }) => label))
  const every = (centre: 'buyer' | 'seller') =>
    centres[centre].groups.flatMap((group) => group.entries.map(({ label }) => label))

  test('show the owner everything', () => {
    for (const centre of ['buyer', 'seller'] as const) {
      expect(labels(centre, { companyId: 1, permissions: all })).toEqual(every(centre))
    }
  })

  test('show a person without a company everything', () => {
    expect(labels('buyer', { companyId: null, permissions: new Set() })).toEqual(every('buyer'))
    expect(labels('buyer', null)).toEqual(every('buyer'))
  })

  test('show a sub-account the entries of its roles, and no empty group', () => {
    const bare = { companyId: 1, permissions: new Set<(typeof permissions)[number]>() }
    expect(labels('buyer', bare)).not.toEqual(expect.arrayContaining(['我的需求']))
    expect(labels('buyer', bare)).toEqual(expect.arrayContaining(['工作台', '账号与企业', '安全设置']))
    expect(labels('buyer', { ...bare, permissions: set('role_manage') })).toContain('角色权限')
    expect(groupsFor('seller', bare).filter(({ entries }) => entries.length === 0)).toEqual([])
    expect(groupsFor('seller', bare).map(({ title }) => title)).not.toContain('店铺')
  })
})
