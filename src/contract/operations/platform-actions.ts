import { z } from 'zod'
import { actionSubjectKinds } from '../../domain/operations/action-subjects.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, moment } from '../fields.ts'

const action = z.object({
  /** Place in the chain, from 1 without gaps. */
  seq: z.int(),
  at: moment,
  operatorName: z.string(),
  realName: z.string(),
  action: z.string(),
  detail: z.string(),
  reason: z.string(),
  subject: z.object({ kind: z.enum(actionSubjectKinds), id }).nullable(),
  companyId: id.nullable(),
  companyName: z.string(),
  ip: z.string(),
  /** Input as JSON, shortened. */
  input: z.string(),
  /** SHA-256 over this row and the hash before. */
  hash: z.string(),
})
export type PlatformAction = z.output<typeof action>

const conditions = {
  /** Part of the object, or login name of the operator. */
  keyword: keyword.default(''),
  subjectKind: z.enum(actionSubjectKinds).optional(),
  subjectId: id.optional(),
  companyId: id.optional(),
  operatorId: id.optional(),
  /** First and last day, Shanghai. */
  from: dayInput.optional(),
  until: dayInput.optional(),
}

export const platformActionsCalls = {
  platformActions: call({
    path: '/ops/action/list',
    summary: '操作记录：运营人员的每一次变更，新的在前，按序号翻页',
    access: operator('audit'),
    reads: true,
    input: z.object({
      ...conditions,
      /** Rows before this place of the chain; absent = the newest. */
      before: id.optional(),
      pageSize: z.int().min(1).max(100).default(50),
    }),
    output: z.object({
      data: z.array(action),
      /** `before` of the next page; null = no more. */
      next: z.int().nullable(),
    }),
    ours: true,
  }),
  /** Recomputes every hash: `broken` is the first row that does not follow from the one before. */
  platformActionsVerify: call({
    path: '/ops/action/verify',
    summary: '核对操作记录：逐条重算校验值，指出第一条对不上的',
    access: operator('audit'),
    reads: true,
    input: z.object({}),
    output: z.object({ rows: z.int(), broken: z.int().nullable(), lastHash: z.string() }),
    perMinute: 6,
    ours: true,
  }),
  platformActionsSheet: call({
    path: '/ops/action/sheet',
    summary: '按条件导出操作记录为 Excel，最多一万条',
    access: operator('audit'),
    input: z.object(conditions),
    output: z.object({ url: z.string(), name: z.string(), rows: z.int(), more: z.boolean() }),
    failures: ['filesFull'],
    logs: '导出操作记录',
    perMinute: 10,
    ours: true,
  }),
}
