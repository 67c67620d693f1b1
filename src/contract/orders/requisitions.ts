import { z } from 'zod'
import { requisitionSortKeys } from '../../domain/daily-lists.ts'
import { permissions } from '../../domain/accounts/permissions.ts'
import {
  approvalActions,
  maxApprovalSteps,
  maxCostCentres,
  maxRules,
} from '../../domain/orders/requisitions/approval-rules.ts'
import {
  maxRequisitionReason,
  requisitionEvents,
  requisitionStatuses,
  requisitionSteps,
} from '../../domain/orders/requisitions/requisition-states.ts'
import { company, type Access } from '../access.ts'
import { call } from '../call.ts'
import { listBounds, listOrder } from '../daily-list.ts'
import { budgetState } from './budgets.ts'
import { count, fen, id, listOf, moment, momentInput, optionalText, paging, text } from '../fields.ts'

/** Approvers, and whoever may read the rules. */
const approver = company('apply_manage')
/** Rules decide who may do what, as roles do. */
const ruleMaker: Access<'company'> = { who: 'company', permission: 'apply_manage', also: 'role_manage' }

const step = z
  .object({
    name: text(20),
    /** User ids of members; any one of them approves. */
    people: z.array(id).max(20),
    /** Codes of the resource tree; any one person with one of them approves. */
    permissions: z.array(z.enum(permissions)).max(10),
  })
  .refine(({ people, permissions }) => people.length + permissions.length > 0, '请至少选择一位审批人或一项权限')
const rule = z
  .object({
    name: text(30),
    action: z.enum(approvalActions),
    /** Lowest amount, inclusive. */
    from: fen,
    /** Amount below which the rule applies; null = no limit. */
    to: fen.nullable(),
    /** Categories of the first level; empty = all. */
    categories: z.array(id).max(30),
    /** Codes of cost centres of these rules; empty = all. */
    costCentres: z.array(text(20)).max(maxCostCentres),
    /** All are passed in order. */
    steps: z.array(step).min(1, '请至少填写一个审批步骤').max(maxApprovalSteps),
  })
  .refine(({ from, to }) => to === null || to > from, { path: ['to'], message: '上限须大于下限' })
export type RuleInput = z.output<typeof rule>
const costCentre = z.object({ code: text(20), name: text(30) })

const person = z.object({ userId: id, name: z.string() })
const rules = z.object({
  /** Version in force; 0 = no rules yet. */
  version: z.int(),
  rules: z.array(rule),
  /** All of the company, also those switched off. */
  costCentres: z.array(costCentre),
  /** Members who can approve: 申请管理, not locked. */
  approvers: z.array(person.extend({ permissions: z.array(z.enum(permissions)) })),
  /** Categories of the first level. */
  categories: z.array(z.object({ id, name: z.string(), kind: z.enum(['service', 'product']) })),
  /** Whether the caller may change the rules. */
  mayChange: z.boolean(),
})
export type ApprovalRules = z.output<typeof rules>

const delegation = z.object({
  delegationId: id,
  from: person,
  to: person,
  until: moment,
})
const delegations = z.object({
  /** Delegations in force that the caller gave or has received; the soonest to end first. */
  data: z.array(delegation),
  /** People to whom the caller can delegate. */
  people: z.array(person),
})
export type Delegations = z.output<typeof delegations>

const row = z.object({
  requisitionId: id,
  requisitionNo: z.string(),
  action: z.enum(approvalActions),
  title: z.string(),
  amount: fen,
  status: z.enum(requisitionStatuses),
  requester: z.string(),
  /** Name of the step that waits; '' = none. */
  waitsFor: z.string(),
  reason: z.string(),
  /** Steps available to the reader. */
  allowed: z.array(z.enum(requisitionSteps)),
  createdAt: moment,
  closedAt: moment.nullable(),
})
export type RequisitionRow = z.output<typeof row>

const detail = row.extend({
  /** Version of the rules by which it was judged. */
  version: z.int(),
  /** The budget that it holds, as it is now; null = none. */
  budget: budgetState.nullable(),
  /** As asked; prices stay those of the request. */
  content: z.object({
    facts: z.array(z.object({ label: z.string(), text: z.string() })),
    lines: z.array(z.object({ name: z.string(), note: z.string(), quantity: z.int(), unitPrice: fen, amount: fen })),
    path: z.string(),
  }),
  steps: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['done', 'waiting', 'later']),
      /** Who approved, or who can as of now. */
      people: z.array(z.string()),
    }),
  ),
  /** Oldest first. */
  history: z.array(
    z.object({
      event: z.enum(requisitionEvents),
      /** Name of the step; '' = none. */
      step: z.string(),
      by: z.string(),
      onBehalfOf: z.string(),
      reason: z.string(),
      at: moment,
    }),
  ),
  /** Path of what came of it; '' = nothing. */
  resultPath: z.string(),
})
export type Requisition = z.output<typeof detail>

/** Lists: those the caller can approve now, has approved or returned, has asked for; all of the company (角色管理). */
export const requisitionScopes = ['waiting', 'handled', 'mine', 'all'] as const

const subject = { requisitionId: id }

export const requisitionsCalls = {
  approvalRules: call({
    path: '/fmall/approval/rule/list',
    summary: '本企业的采购审批规则、成本中心，以及可选的审批人',
    access: approver,
    reads: true,
    input: z.object({}),
    output: rules,
    ours: true,
  }),
  approvalRulesSave: call({
    path: '/fmall/approval/rule/save',
    summary: '保存审批规则，成为新版本；进行中的请购仍按提交时的版本',
    access: ruleMaker,
    input: z.object({
      /** Version as it was shown. */
      version: count,
      rules: z.array(rule).max(maxRules, `最多 ${maxRules} 条规则`),
    }),
    output: rules,
    failures: ['ruleApproverMissing', 'conflict'],
    logs: '修改审批规则',
    ours: true,
  }),
  approvalDelegations: call({
    path: '/fmall/approval/delegation/list',
    summary: '与本人有关的、仍在期限内的审批委托',
    access: approver,
    reads: true,
    input: z.object({}),
    output: delegations,
    ours: true,
  }),
  approvalDelegate: call({
    path: '/fmall/approval/delegation/save',
    summary: '把本人的审批委托给同事，到期自动结束；本人仍可审批',
    access: approver,
    input: z.object({ toUserId: id, until: momentInput }),
    output: delegations,
    failures: ['delegationCircular', 'delegateUnfit'],
    logs: '委托审批',
    ours: true,
  }),
  approvalDelegationEnd: call({
    path: '/fmall/approval/delegation/end',
    summary: '提前结束本人的委托',
    access: approver,
    input: z.object({ delegationId: id }),
    output: delegations,
    logs: '结束审批委托',
    ours: true,
  }),
  requisitions: call({
    path: '/fmall/requisition/list-page',
    summary: '请购列表：待我审批、我审批过的、我提交的，或全企业的（须有角色管理权限）',
    access: company(),
    reads: true,
    input: z.object({
      scope: z.enum(requisitionScopes).default('mine'),
      status: z.enum(requisitionStatuses).optional(),
      /** Day of the request, and amount. */
      ...listBounds,
      /** By default the newest are first; those that wait for the caller the oldest. */
      ...listOrder(requisitionSortKeys),
      ...paging,
    }),
    output: listOf(row),
    ours: true,
  }),
  requisition: call({
    path: '/fmall/requisition/detail',
    summary: '一份请购：提交时的内容、审批步骤与经过；提交人、各步骤的审批人、经办过的人与有角色管理权限的成员可见',
    access: company(),
    reads: true,
    input: z.object(subject),
    output: detail,
    ours: true,
  }),
  requisitionApprove: call({
    path: '/fmall/requisition/approve',
    summary: '审批通过当前步骤；最后一步在同一事务中执行所申请的操作，不能执行时退回申请人并写明原因',
    access: approver,
    idempotent: true,
    input: z.object({ ...subject, note: optionalText(maxRequisitionReason).default('') }),
    output: detail,
    failures: ['ownRequisition', 'requisitionElsewhere', 'requisitionClosed', 'laterApproverMissing', 'stepNotAllowed'],
    logs: '审批通过请购',
    ours: true,
  }),
  requisitionReturn: call({
    path: '/fmall/requisition/return',
    summary: '退回请购，写明原因；购物车的商品回到申请人的购物车',
    access: approver,
    idempotent: true,
    input: z.object({ ...subject, reason: text(maxRequisitionReason) }),
    output: detail,
    failures: ['ownRequisition', 'requisitionElsewhere', 'requisitionClosed', 'stepNotAllowed'],
    logs: '退回请购',
    ours: true,
  }),
  requisitionWithdraw: call({
    path: '/fmall/requisition/withdraw',
    summary: '撤回自己提交的请购；购物车的商品回到购物车',
    access: company(),
    idempotent: true,
    input: z.object(subject),
    output: detail,
    failures: ['requisitionClosed', 'stepNotAllowed'],
    logs: '撤回请购',
    ours: true,
  }),
}

/** Content of `approvalPending`. */
export const pendingContent = z.object({ requisitionId: id, requisitionNo: z.string() })
