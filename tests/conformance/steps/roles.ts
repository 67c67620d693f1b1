import type { Step } from '../step.ts'

const ownerType = 1
const account = (row: string) => ['userId', 'loginName', 'roles'].map((name) => `${row}${name}`)

/** Roles with ownerType 1, sub-accounts with these roles, and the operation log. */
export const rolesSteps: readonly Step[] = [
  { path: '/user-center/role/resource/tree', as: 'buyer', send: () => ({ ownerType }) },
  {
    path: '/user-center/role/save',
    as: 'buyer',
    send: ({ run }) => ({ ownerType, roleName: `采购 ${run}`, permissions: ['my_orders'] }),
    names: ['roleId'],
    saveAs: { roleId: 'roleId' },
  },
  {
    path: '/user-center/role/update',
    as: 'buyer',
    send: ({ text, run }) => ({
      ownerType,
      roleId: text('roleId'),
      roleName: `采购 ${run}`,
      permissions: ['my_orders', 'my_requirement'],
    }),
  },
  {
    path: '/user-center/role/list',
    as: 'buyer',
    send: () => ({ ownerType }),
    names: ['[].roleId', '[].roleName', '[].ownerType'],
  },
  {
    path: '/user-center/role/list-page',
    as: 'buyer',
    send: () => ({ ownerType, current: 1, pageSize: 20 }),
    names: ['total', 'data[].roleId', 'data[].ownerType'],
  },
  {
    path: '/user-center/role/detail',
    as: 'buyer',
    send: ({ text }) => ({ ownerType, roleId: text('roleId') }),
    names: ['roleId', 'roleName', 'ownerType'],
  },
  {
    path: '/user-center/sub-account/save',
    as: 'buyer',
    send: ({ mobile, number }) => ({ mobile: mobile(5), realName: '文澜', roleIds: [number('roleId')] }),
  },
  {
    path: '/user-center/sub-account/list-page',
    as: 'buyer',
    send: () => ({ current: 1, pageSize: 20, keyword: '廖思齐' }),
    names: ['total', ...account('data[].')],
    saveAs: { subId: 'data[0].userId' },
  },
  {
    path: '/user-center/sub-account/update',
    as: 'buyer',
    send: ({ text, number }) => ({ userId: text('subId'), jobTitle: '采购专员', roleIds: [number('roleId')] }),
  },
  {
    path: '/user-center/sub-account/detail',
    as: 'buyer',
    send: ({ text }) => ({ userId: text('subId') }),
    names: [...account(''), 'roles[].roleId', 'roles[].roleName', 'roles[].ownerType'],
  },
  {
    path: '/user-center/sub-account/loginname-mobile/match-check',
    as: 'buyer',
    send: () => ({ loginName: 'sub', mobile: '13800000000' }),
  },
  {
    path: '/user-center/sub-account/update',
    as: 'buyer',
    send: ({ text }) => ({ userId: text('subId'), roleIds: [] }),
  },
  {
    path: '/user-center/role/delete',
    as: 'buyer',
    send: ({ text }) => ({ ownerType, roleId: text('roleId') }),
  },
  // Owners cannot be deleted, so no demo account is lost.
  {
    path: '/user-center/sub-account/delete',
    as: 'buyer',
    send: ({ text }) => ({ userId: text('buyerId') }),
    codes: [1054, 1057],
  },
  {
    path: '/system/operation-log/frontend/list-page',
    as: 'buyer',
    send: () => ({ current: 1, pageSize: 20 }),
    names: ['total', 'data[].userName', 'data[].action'],
  },
]
