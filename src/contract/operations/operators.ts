import { z } from 'zod'
import { operatorRoles } from '../../domain/operations/operator-roles.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, optionalCode, text } from '../fields.ts'

const role = z.enum(operatorRoles)

const operatorRow = z.object({
  userId: id,
  loginName: z.string(),
  realName: z.string(),
  roles: z.array(role),
  /** Company of which they are a member: they decide nothing about it. */
  companyName: z.string(),
  /** Whether two-factor sign-in is on; without it an operator has no rights (except in the demo). */
  hasTwoFactor: z.boolean(),
  locked: z.boolean(),
  /** Last use of a session; null = never. */
  lastSeenAt: moment.nullable(),
  isSelf: z.boolean(),
})
export type OperatorRow = z.output<typeof operatorRow>

export const operatorsCalls = {
  operators: call({
    path: '/ops/operator/list',
    summary: '运营人员及其角色',
    access: operator('manage'),
    reads: true,
    input: z.object({}),
    output: z.array(operatorRow),
    ours: true,
  }),
  /** Without roles the account is an operator no longer, and its sessions end. Takes effect at the next call. */
  operatorSave: call({
    path: '/ops/operator/save',
    summary: '设置一个账号的运营角色；一个也不选即取消运营身份',
    access: operator('manage'),
    input: z.object({
      loginName: optionalCode(40).min(1, '请填写登录名'),
      roles: z.array(role).max(operatorRoles.length),
      /** Roles that the form was opened with; others in the meantime → conflict. */
      before: z.array(role).max(operatorRoles.length),
      reason: text(200),
    }),
    output: z.object({ userId: id, roles: z.array(role) }),
    failures: ['conflict', 'lastOperatorAdmin', 'ownOperatorRoles'],
    logs: '设置运营角色',
    ours: true,
  }),
}
