import { z } from 'zod'
import { fraudSignDecisions, fraudSignKinds, fraudSignStatuses } from '../../domain/operations/fraud-signs.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, text } from '../fields.ts'

const kind = z.enum(fraudSignKinds)
const status = z.enum(fraudSignStatuses)

const sign = z.object({
  signId: id,
  kind,
  status,
  /** What was found, in words. */
  reason: z.string(),
  /** Records concerned, at most 100: payments, companies, orders, users. */
  records: z.array(
    z.object({
      kind: z.enum(['user', 'company', 'order', 'payment']),
      id,
      /** Login name, name or number; empty for a record that is gone. */
      label: z.string(),
    }),
  ),
  /** First and last of the events that are the sign. */
  firstAt: moment,
  lastAt: moment,
  foundAt: moment,
  /** Reason of the decision; empty before. */
  decision: z.string(),
  /** Login name of the operator who decided; empty before. */
  decidedBy: z.string(),
  decidedAt: moment.nullable(),
})
export type FraudSign = z.output<typeof sign>

export const fraudSignsCalls = {
  fraudSigns: call({
    path: '/ops/fraud/list',
    summary: '风险线索：重复的回单、相同的收款账号、集中注册、自买自卖，新的在前，按编号翻页',
    access: operator('restrict'),
    reads: true,
    input: z.object({
      kind: kind.optional(),
      status: status.optional(),
      /** Signs with a smaller id; absent = the newest. */
      before: id.optional(),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    output: z.object({
      data: z.array(sign),
      /** `before` of the next page; null = no more. */
      next: id.nullable(),
      /** Of the kind, by status. */
      counts: z.record(status, z.int()),
    }),
    ours: true,
  }),
  /** Changes nothing else: a suspension is a step of its own. */
  fraudSignDecide: call({
    path: '/ops/fraud/decide',
    summary: '确认或排除一条风险线索并写明理由；相关企业与用户不会得知',
    access: operator('restrict'),
    input: z.object({ signId: id, decision: z.enum(fraudSignDecisions), reason: text(300) }),
    output: z.object({ status }),
    failures: ['signDecided', 'ownCompany'],
    logs: '处理风险线索',
    ours: true,
  }),
}
