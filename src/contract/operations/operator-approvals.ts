import { z } from 'zod'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, text } from '../fields.ts'

/** A request of one operator that waits for a second one. */
export const operatorApproval = z.object({
  approvalId: id,
  /** What is to be done: 停用企业. */
  action: z.string(),
  /** Path of the operators' page where it is looked at and confirmed. */
  page: z.string(),
  /** Company, category or value that it is about. */
  title: z.string(),
  reason: z.string(),
  /** Login name of the operator who asked. */
  requestedBy: z.string(),
  /** The caller asked, so another operator has to confirm. */
  isOwn: z.boolean(),
  createdAt: moment,
  /** Over after this moment. */
  expiresAt: moment,
})
export type OperatorApproval = z.output<typeof operatorApproval>

export const operatorApprovalsCalls = {
  operatorApprovals: call({
    path: '/ops/approval/list',
    summary: '等待第二位运营人员确认、自己有权确认的操作，早提交的在前',
    access: operator(),
    reads: true,
    input: z.object({}),
    output: z.object({ data: z.array(operatorApproval) }),
    ours: true,
  }),
  /** The one who asked withdraws, others reject; nothing has happened and nothing does. */
  operatorApprovalEnd: call({
    path: '/ops/approval/end',
    summary: '撤回自己的申请，或驳回其他运营人员的申请',
    access: operator(),
    input: z.object({ approvalId: id, reason: text(300) }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '撤回或驳回申请',
    ours: true,
  }),
}

/** Answer of an action that needs two operators: whether it waits for the second one, and has not happened. */
export const secondOperator = z.object({ waiting: z.boolean() })
