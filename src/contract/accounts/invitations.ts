import { z } from 'zod'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, paging } from '../fields.ts'
import { mobile } from './person.ts'

const invitation = z.object({
  invitationId: id,
  roles: z.array(z.string()),
  /** Masked; empty = whoever has the link. */
  mobile: z.string(),
  createdBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
  status: z.enum(['open', 'used', 'revoked', 'expired']),
  usedBy: z.string(),
})
export type Invitation = z.output<typeof invitation>

export const invitationsCalls = {
  invitations: call({
    path: '/user-center/organization/invitation/list-page',
    summary: '本企业发出的邀请',
    access: company('add_sub_account'),
    input: z.object({ ...paging }),
    output: listOf(invitation),
    ours: true,
  }),
  invitationSave: call({
    path: '/user-center/organization/invitation/save',
    summary: '邀请一个人加入本企业：七天内用一次的链接，角色不超出邀请者的权限',
    access: company('add_sub_account'),
    input: z.object({ roleIds: z.array(id).max(10).default([]), mobile: z.union([z.literal(''), mobile]).default('') }),
    /** The link is shown this once; only its hash is kept. */
    output: z.object({ invitationId: id, url: z.string(), expiresAt: moment }),
    failures: ['roleBeyond', 'tooManyPeople'],
    ours: true,
    logs: '邀请成员',
  }),
  invitationRevoke: call({
    path: '/user-center/organization/invitation/revoke',
    summary: '收回一个还没用的邀请',
    access: company('add_sub_account'),
    input: z.object({ invitationId: id }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '收回邀请',
  }),
}
