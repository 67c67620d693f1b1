import { z } from 'zod'
import { invitationStatuses } from '../../domain/accounts/invitations.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, paging } from '../fields.ts'
import { mobile } from './person.ts'

const invitation = z.object({
  invitationId: id,
  /** Name of a sub-account to be; empty for links. */
  realName: z.string(),
  roles: z.array(z.string()),
  /** Masked; empty = whoever has the link. */
  mobile: z.string(),
  createdBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
  status: z.enum(invitationStatuses),
  usedBy: z.string(),
})
export type Invitation = z.output<typeof invitation>

export const invitationsCalls = {
  invitations: call({
    path: '/user-center/organization/invitation/list-page',
    summary: '本企业发出的邀请',
    access: company('add_sub_account'),
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(invitation),
    ours: true,
  }),
  invitationSave: call({
    path: '/user-center/organization/invitation/save',
    summary: '邀请一个人加入本企业：七天内用一次的链接，角色不超出邀请者的权限',
    access: company('add_sub_account'),
    input: z.object({ roleIds: z.array(id).max(10).default([]), mobile: z.union([z.literal(''), mobile]).default('') }),
    /** The link is returned only once; its hash is stored. */
    output: z.object({ invitationId: id, url: z.string(), expiresAt: moment }),
    failures: ['roleBeyond', 'tooManyPeople'],
    ours: true,
    logs: '邀请成员',
  }),
  invitationRevoke: call({
    path: '/user-center/organization/invitation/revoke',
    summary: '撤回一个未使用的邀请',
    access: company('add_sub_account'),
    input: z.object({ invitationId: id }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '撤回邀请',
  }),
  invitationResend: call({
    path: '/user-center/organization/invitation/resend',
    summary: '重新发送子账号的邀请短信：链接换新，重新计七天',
    access: company('add_sub_account'),
    input: z.object({ invitationId: id }),
    output: z.object({ expiresAt: moment }),
    failures: [
      'notCertified',
      'certificationExpired',
      'roleBeyond',
      'stepNotAllowed',
      'tooManyPeople',
      'invitationsUsedUp',
    ],
    perMinute: 60,
    perDay: 200,
    ours: true,
    logs: '重新发送邀请',
  }),
}
