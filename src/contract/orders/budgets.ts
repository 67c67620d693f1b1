import { z } from 'zod'
import {
  budgetEvents,
  budgetModes,
  budgetPeriods,
  budgetSources,
  maxBudgetName,
} from '../../domain/orders/budgets/budgets.ts'
import { company, exporting, type Access } from '../access.ts'
import { call } from '../call.ts'
import { count, day, dayInput, fen, id, listOf, moment, optionalCode, paging, text, typedCode } from '../fields.ts'

/** Whoever manages purchases reads budgets. */
const reader = company('apply_manage')
/** Budgets decide who may buy what, as approval rules do. */
const budgetMaker: Access<'company'> = { who: 'company', permission: 'apply_manage', also: 'role_manage' }

/** A cost centre that an order can name, with the projects that have a budget of today in it. */
export const chargeableCentre = z.object({ code: z.string(), name: z.string(), projects: z.array(z.string()) })

/** Balances of a budget; fen. */
const balances = {
  /** Ceiling. */
  amount: fen,
  /** Requested and not ordered yet. */
  held: fen,
  /** Ordered and not paid yet. */
  committed: fen,
  /** Paid and not refunded. */
  spent: fen,
}
/** A budget as those who buy see it. */
export const budgetState = z.object({
  budgetId: id,
  name: z.string(),
  mode: z.enum(budgetModes),
  ...balances,
})
export type BudgetState = z.output<typeof budgetState>

/** What somebody who orders sees; `left` is below nothing where a budget that warns is exceeded; fen. */
const chargedState = z.object({ name: z.string(), mode: z.enum(budgetModes), left: z.int() })
export type ChargedState = z.output<typeof chargedState>

const row = budgetState.extend({
  costCentre: z.string(),
  /** Name of the cost centre. */
  centreName: z.string(),
  projectCode: z.string(),
  startsOn: day,
  endsOn: day,
  version: z.int(),
  closedAt: moment.nullable(),
})
export type BudgetRow = z.output<typeof row>

const entry = z.object({
  entryId: id,
  source: z.enum(budgetSources),
  event: z.enum(budgetEvents),
  /** Number of the requisition, or of the order whose money moves. */
  number: z.string(),
  /** Page of the requisition or order; '' where the caller may not read it. */
  path: z.string(),
  /** What the event adds to the balances; fen, below nothing where it takes from them. */
  held: z.int(),
  committed: z.int(),
  spent: z.int(),
  /** '' = the system or the supplier. */
  by: z.string(),
  at: moment,
})
export type BudgetEntry = z.output<typeof entry>

const costCentre = z.object({ code: z.string(), name: z.string(), isActive: z.boolean() })
const settings = z.object({
  costCentres: z.array(costCentre),
  /** Whether an order without a cost centre is refused. */
  isRequired: z.boolean(),
  /** Whether the caller may change budgets and cost centres. */
  mayChange: z.boolean(),
})
export type BudgetSettings = z.output<typeof settings>

const editable = {
  name: text(maxBudgetName),
  amount: fen.min(1, '请填写金额'),
  mode: z.enum(budgetModes),
}
const filter = {
  /** Code. */
  costCentre: optionalCode(20).optional(),
  period: z.enum(budgetPeriods).default('current'),
}
export type BudgetFilter = z.output<z.ZodObject<typeof filter>>
const code = typedCode.min(1, '请填写编码').max(20, '最多 20 个字')

export const budgetsCalls = {
  costCentres: call({
    path: '/fmall/budget/cost-centre/list',
    summary: '本企业可用的成本中心与项目，供下单、选定报价时注明；不含金额',
    access: company(),
    reads: true,
    input: z.object({}),
    output: z.object({ data: z.array(chargeableCentre), isRequired: z.boolean() }),
    ours: true,
  }),
  chargedBudget: call({
    path: '/fmall/budget/charged',
    summary: '一笔采购今天计入的预算及其余额，须有我的订单或我的需求权限；null 为没有预算',
    /** Either of two permissions, which the handler checks. */
    access: company(),
    reads: true,
    input: z.object({ costCentre: code, projectCode: optionalCode(20).default('') }),
    output: z.object({ budget: chargedState.nullable() }),
    failures: ['costCentreGone', 'projectGone'],
    ours: true,
  }),
  budgetSettings: call({
    path: '/fmall/budget/setting/detail',
    summary: '本企业的全部成本中心，以及下单时是否必须注明',
    access: reader,
    reads: true,
    input: z.object({}),
    output: settings,
    ours: true,
  }),
  costCentreSave: call({
    path: '/fmall/budget/cost-centre/save',
    summary: '新增成本中心',
    access: budgetMaker,
    input: z.object({ code, name: text(30) }),
    output: settings,
    failures: ['costCentreTaken'],
    logs: '新增成本中心',
    ours: true,
  }),
  costCentreUpdate: call({
    path: '/fmall/budget/cost-centre/update',
    summary: '修改成本中心的名称，停用或恢复；编码不变，不能删除',
    access: budgetMaker,
    /** What is left out stays as it is. */
    input: z
      .object({ code, name: text(30).optional(), isActive: z.boolean().optional() })
      .refine(({ name, isActive }) => name !== undefined || isActive !== undefined, '请填写要修改的内容'),
    output: settings,
    failures: ['costCentreLast'],
    logs: '修改成本中心',
    ours: true,
  }),
  costCentreRequire: call({
    path: '/fmall/budget/cost-centre/require',
    summary: '设置下单与选定报价是否必须注明成本中心',
    access: budgetMaker,
    input: z.object({ isRequired: z.boolean() }),
    output: settings,
    failures: ['costCentreLast'],
    logs: '设置成本中心必填',
    ours: true,
  }),
  budgets: call({
    path: '/fmall/budget/list-page',
    summary: '预算列表：额度、占用、下单、支付',
    access: reader,
    reads: true,
    input: z.object({ ...filter, ...paging }),
    output: listOf(row),
    ours: true,
  }),
  budget: call({
    path: '/fmall/budget/detail',
    summary: '一份预算',
    access: reader,
    reads: true,
    input: z.object({ budgetId: id }),
    output: row,
    ours: true,
  }),
  budgetEntries: call({
    path: '/fmall/budget/entry/list-page',
    summary: '一份预算的流水，最新的在前',
    access: reader,
    reads: true,
    input: z.object({ budgetId: id, ...paging }),
    output: listOf(entry),
    ours: true,
  }),
  budgetSave: call({
    path: '/fmall/budget/save',
    summary: '新增预算；同一成本中心（项目）的期间不能重叠',
    access: budgetMaker,
    idempotent: true,
    input: z
      .object({
        ...editable,
        costCentre: code,
        projectCode: optionalCode(20).default(''),
        startsOn: dayInput,
        endsOn: dayInput,
      })
      .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], message: '截止日期不能早于开始日期' }),
    output: row,
    failures: ['budgetOverlaps', 'costCentreGone'],
    logs: '新增预算',
    ours: true,
  }),
  budgetUpdate: call({
    path: '/fmall/budget/update',
    summary: '修改预算的名称、额度与超出时的处理；额度不能低于已用',
    access: budgetMaker,
    idempotent: true,
    input: z.object({
      budgetId: id,
      /** Version as it was shown. */
      version: count,
      ...editable,
    }),
    output: row,
    failures: ['budgetBelowUse', 'budgetClosed', 'conflict'],
    logs: '修改预算',
    ours: true,
  }),
  budgetClose: call({
    path: '/fmall/budget/close',
    summary: '关闭预算：此后的采购不再计入，已计入的继续',
    access: budgetMaker,
    idempotent: true,
    input: z.object({ budgetId: id, version: count }),
    output: row,
    failures: ['budgetClosed', 'conflict'],
    logs: '关闭预算',
    ours: true,
  }),
  budgetSheet: call({
    path: '/fmall/budget/sheet',
    summary: '预算与流水导出 Excel',
    access: exporting(reader),
    input: z.object(filter),
    output: z.object({ url: z.string(), name: z.string(), rows: z.int(), more: z.boolean() }),
    failures: ['filesFull'],
    logs: '导出预算',
    ours: true,
    perMinute: 10,
  }),
}
