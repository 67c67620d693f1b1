import { z } from 'zod'
import { invitationStatuses } from '../../domain/accounts/invitations.ts'
import { permissions } from '../../domain/accounts/permissions.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { mobile, newPassword } from './person.ts'

/** Roles are scoped to the company: the specification's ownerType 1. Other types do not exist here. */
const ownerType = z.literal(1).default(1)
const permissionList = z.array(z.enum(permissions)).max(permissions.length)

const roleRow = z.object({
  roleId: id,
  roleName: z.string(),
  ownerType: z.literal(1),
  permissions: z.array(z.enum(permissions)),
  memberCount: z.int(),
  /** Whether the caller may change and give it: it holds nothing beyond their own rights. */
  mine: z.boolean(),
  createdAt: moment,
})
export type RoleRow = z.output<typeof roleRow>

/** A role of an account. */
const carriedRole = z.object({ roleId: id, roleName: z.string(), ownerType: z.literal(1) })

const subAccountRow = z.object({
  userId: id,
  loginName: z.string(),
  realName: z.string(),
  /** Masked; empty = none. */
  mobile: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  avatar: z.string(),
  isOwner: z.boolean(),
  locked: z.boolean(),
  roles: z.array(carriedRole),
  lastSeenAt: moment.nullable(),
  createdAt: moment,
  /** The caller's own account. */
  self: z.boolean(),
  /** Whether the caller may change it: neither the owner nor somebody with rights beyond the caller's. */
  mine: z.boolean(),
})
export type SubAccountRow = z.output<typeof subAccountRow>

const invitedRow = z.object({
  invitationId: id,
  realName: z.string(),
  jobTitle: z.string(),
  /** Masked. */
  mobile: z.string(),
  roles: z.array(carriedRole),
  /** What is used or withdrawn is not listed. */
  status: z.enum(invitationStatuses).extract(['open', 'declined', 'expired']),
  invitedBy: z.string(),
  expiresAt: moment,
})
/** An invited person who is not an account of the company yet. */
export type InvitedRow = z.output<typeof invitedRow>

/** A node of the resource tree. */
export interface ResourceNode {
  readonly code: string
  readonly name: string
  /** Whether the caller holds it, and so may give it. */
  readonly held: boolean
  readonly children: readonly ResourceNode[]
}
const resourceNode: z.ZodType<ResourceNode> = z.lazy(() =>
  z.object({ code: z.string(), name: z.string(), held: z.boolean(), children: z.array(resourceNode) }),
)

const subAccountInput = {
  realName: text(20),
  jobTitle: optionalText(30).default(''),
  roleIds: z.array(id).max(10).default([]),
}
const roleFailures = ['roleNameUsed', 'roleBeyond', 'lastAdministrator'] as const

export const rolesCalls = {
  subAccounts: call({
    path: '/user-center/sub-account/list-page',
    summary: '本企业的账号，与尚未接受的邀请',
    access: company('subAccount'),
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), roleId: id.optional(), locked: z.boolean().optional() }),
    /**
     * Invitations that meet the conditions, with the first page only; none where accounts are asked for by `locked`.
     */
    output: listOf(subAccountRow).extend({ invitations: z.array(invitedRow) }),
  }),
  subAccount: call({
    path: '/user-center/sub-account/detail',
    summary: '本企业的一个账号',
    access: company('subAccount'),
    reads: true,
    input: z.object({ userId: id }),
    output: subAccountRow,
  }),
  subAccountSave: call({
    path: '/user-center/sub-account/save',
    summary: '邀请一个手机号成为子账号：本人以短信验证码确认并设置密码后账号才存在；号码是否注册过，答复都一样',
    access: company('add_sub_account'),
    /** The login name and the password are the person's own choice. */
    input: z.object({ mobile, ...subAccountInput }),
    output: z.object({ invitationId: id, expiresAt: moment }),
    failures: ['notCertified', 'certificationExpired', 'roleBeyond', 'tooManyPeople', 'invitationsUsedUp'],
    perMinute: 60,
    perDay: 200,
    logs: '邀请子账号',
  }),
  subAccountUpdate: call({
    path: '/user-center/sub-account/update',
    summary: '修改子账号的姓名、职务、角色、停用与密码；停用或改密码即结束其会话',
    access: company('add_sub_account'),
    input: z.object({
      userId: id,
      realName: text(20).optional(),
      jobTitle: optionalText(30).optional(),
      roleIds: z.array(id).max(10).optional(),
      locked: z.boolean().optional(),
      /** Only with the caller's own password in `ownPassword`. */
      password: newPassword.optional(),
      ownPassword: z.string().max(128).default(''),
    }),
    output: z.object({}),
    failures: ['roleBeyond', 'lastAdministrator', 'ownerKept', 'selfKept', 'wrongPassword', 'tooManyGuesses'],
    logs: '修改子账号',
  }),
  subAccountDelete: call({
    path: '/user-center/sub-account/delete',
    summary: '删除子账号：结束其会话，其单据仍属企业',
    access: company('add_sub_account'),
    input: z.object({ userId: id }),
    output: z.object({}),
    failures: ['roleBeyond', 'lastAdministrator', 'ownerKept', 'selfKept'],
    logs: '删除子账号',
  }),
  subAccountMatch: call({
    path: '/user-center/sub-account/loginname-mobile/match-check',
    summary: '登录名与手机号是否属于本企业的同一个账号',
    access: company('add_sub_account'),
    reads: true,
    input: z.object({ loginName: z.string().trim().min(1).max(60), mobile }),
    output: z.object({ match: z.boolean() }),
    perMinute: 20,
  }),
  roles: call({
    path: '/user-center/role/list',
    summary: '本企业的全部角色，供选择',
    access: company('subAccount'),
    reads: true,
    input: z.object({ ownerType }),
    output: z.array(roleRow),
  }),
  rolePage: call({
    path: '/user-center/role/list-page',
    summary: '本企业的角色，分页',
    access: company('role_manage'),
    reads: true,
    input: z.object({ ...paging, ownerType, keyword: keyword.default('') }),
    output: listOf(roleRow),
  }),
  role: call({
    path: '/user-center/role/detail',
    summary: '一个角色与持有它的人',
    access: company('role_manage'),
    reads: true,
    input: z.object({ roleId: id, ownerType }),
    output: roleRow.extend({ members: z.array(z.object({ userId: id, name: z.string() })) }),
  }),
  roleSave: call({
    path: '/user-center/role/save',
    summary: '新增角色：不超出授予者自己的权限',
    access: company('role_manage'),
    input: z.object({ roleName: text(20), permissions: permissionList, ownerType }),
    output: z.object({ roleId: id }),
    failures: [...roleFailures, 'tooManyRoles'],
    logs: '新增角色',
  }),
  roleUpdate: call({
    path: '/user-center/role/update',
    summary: '修改角色；收回的权限在下一次调用即失效',
    access: company('role_manage'),
    input: z.object({ roleId: id, roleName: text(20), permissions: permissionList, ownerType }),
    output: z.object({}),
    failures: roleFailures,
    logs: '修改角色',
  }),
  roleDelete: call({
    path: '/user-center/role/delete',
    summary: '删除没有人持有的角色',
    access: company('role_manage'),
    input: z.object({ roleId: id, ownerType }),
    output: z.object({}),
    failures: ['roleHeld', 'roleBeyond'],
    logs: '删除角色',
  }),
  resourceTree: call({
    path: '/user-center/role/resource/tree',
    summary: '权限树，标明自己持有、因而可授予的权限',
    access: company('role_manage'),
    reads: true,
    input: z.object({ ownerType }),
    output: z.array(resourceNode),
  }),
}
