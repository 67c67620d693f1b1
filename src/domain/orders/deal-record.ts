import type { StateLabel } from '../transition.ts'
import { sides } from '../sides.ts'
import { yuan } from '../money.ts'
import { changeOrderName } from './change-order-states.ts'
import { orderStepLabel } from './order-labels.ts'
import { leavesDispute } from './order-states.ts'

/** What an entry of the deal record is about. */
export const dealKinds = [
  'order',
  'line',
  'payment',
  'refund',
  'invoice',
  'delivery',
  'dispute',
  'evidence',
  'document',
  'milestone',
  'change',
  'payout',
  'approval',
  'sample',
] as const
export type DealKind = (typeof dealKinds)[number]

/** Who acted: a side, an operator, or a job. */
export const dealSides = [...sides, 'operator', 'system'] as const
export type DealSide = (typeof dealSides)[number]

/** JSON without floating-point numbers: amounts are whole fen, times ISO 8601 in UTC. */
export type DealValue = string | number | boolean | null | readonly DealValue[] | { readonly [name: string]: DealValue }
export type DealFacts = Readonly<Record<string, DealValue>>

/**
 * JSON with keys sorted by code unit and without blanks: equal values give equal bytes. Throws a RangeError for a
 * number that is not a safe integer.
 */
export function canonicalJson(value: DealValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

const isList = (value: DealValue): value is readonly DealValue[] => Array.isArray(value)

/** A file as the record refers to it; `sha256` in hex, of the stored bytes. */
export interface DealFile {
  readonly id: string
  readonly name: string
  /** bytes */
  readonly size: number
  readonly sha256: string
}

/** Reference to a file in the body of an entry. */
export const dealFile = ({ id, name, size, sha256 }: DealFile) => ({ fileId: id, name, size, sha256 })

/** Kind of the entry of an order's step: deliveries and verdicts, disputes and rulings have their own. */
export function dealKindOf(event: string, fromStatus: string): DealKind {
  if (event === 'dispute' || leavesDispute(fromStatus)) return 'dispute'
  return event === 'deliver' || event === 'requestChanges' || event === 'accept' ? 'delivery' : 'order'
}

interface DealParties {
  readonly buyerCompanyId: number
}

/** Side of whoever made a step of an order: null = a job; a person without a company is an operator. */
export function dealSideOf(order: DealParties, by: { readonly companyId: number | null } | null): DealSide {
  if (by === null) return 'system'
  if (by.companyId === null) return 'operator'
  return by.companyId === order.buyerCompanyId ? 'buyer' : 'seller'
}

export const dealSideLabels: Readonly<Record<DealSide, string>> = {
  buyer: '买家',
  seller: '供应商',
  operator: '平台',
  system: '系统',
}

export const dealKindLabels: Readonly<Record<DealKind, string>> = {
  order: '订单',
  line: '付款节点',
  payment: '付款',
  refund: '退款',
  invoice: '发票',
  delivery: '交付',
  dispute: '争议',
  evidence: '证据',
  document: '文件',
  milestone: '里程碑',
  change: '变更单',
  payout: '货款结算',
  approval: '买方审批',
  sample: '样品',
}

const eventLabels: Readonly<Partial<Record<DealKind, Readonly<Record<string, string>>>>> = {
  order: {
    decide: '定标依据存证（内容仅买家可见）',
    remindOther: '提醒对方',
    remindPromise: '提醒供应商按期交付',
    remindLate: '提醒供应商交付已逾期',
    remindAccept7: '提醒买家验收',
    remindAccept12: '再次提醒买家验收',
  },
  line: {
    due: '到期待付',
    overdue: '逾期未付',
    extend: '延后应付日',
    submit: '已提交转账',
    confirm: '款项付清',
    reject: '转账未到账',
    undo: '撤销到账确认',
    refund: '进入退款',
    partRefunded: '部分退款完成',
    skip: '里程碑取消，无需付款',
    refunded: '退款完成',
    keep: '退款后仍为付清',
    drop: '恢复待付',
    wait: '恢复未到期',
  },
  payment: {
    submit: '提交转账',
    receive: '款项到账',
    reject: '核实未到账',
    undo: '撤销到账确认',
    close: '撤回转账',
  },
  refund: {
    ask: '申请退款',
    offer: '供应商主动退款',
    agree: '同意退款',
    refuse: '拒绝退款',
    withdraw: '撤回退款申请',
    escalate: '申请平台处理退款',
    rule: '平台裁定退款',
    dismiss: '平台未支持退款',
    give: '退款开始',
    reroute: '货款未打给供应商，改为原路退回',
    send: '已转账退回',
    deny: '买家未收到退款',
    receive: '买家确认收到退款',
    done: '退款完成',
  },
  invoice: {
    request: '申请开票',
    withdraw: '撤回开票申请',
    issue: '开具发票',
    reject: '驳回开票',
    reverse: '红冲发票',
  },
  milestone: {
    start: '里程碑开工',
    deliver: '提交里程碑交付',
    requestChanges: '要求修改交付',
    accept: '里程碑验收通过',
    complete: '裁定里程碑视为完成',
    skip: '取消里程碑',
    remindPromise: '提醒供应商按期交付',
    remindLate: '提醒供应商交付已逾期',
    remindAccept7: '提醒买家验收',
    remindAccept12: '再次提醒买家验收',
  },
  payout: {
    create: '货款到期，进入打款',
    approve: '打款初审通过',
    confirm: '打款复审通过',
    return: '打款退回初审',
    amend: '打款金额变化，重新审核',
    hold: '打款因争议或退款暂缓',
    release: '打款解除暂缓',
    leave: '移出打款单',
    void: '打款单撤销',
    pay: '货款已打给供应商',
    fail: '打款失败',
    bounce: '打款被银行退回',
    retry: '重新打款',
  },
  approval: { approve: '买方内部审批通过' },
  sample: {
    register: '登记样品',
    split: '样品分样',
    ship: '样品交出并发运',
    receive: '样品签收，双方完成交接',
    useUp: '样品用完',
    destroy: '样品销毁',
    excursion: '样品运输超温，已隔离',
    use: '买家决定超温样品继续使用',
    condemn: '买家决定销毁超温样品',
    readings: '导入温度记录',
  },
  evidence: { add: '补充证据', release: '公开沟通记录' },
  document: { add: '加入文件', remove: '移除文件', contract: '生成合同', supplement: '生成补充协议' },
  dispute: {
    dispute: '发起争议',
    remindOther: '提醒对方',
    extend: '延长举证时间',
    resume: '裁定继续执行',
    complete: '裁定视为完成',
    cancel: '争议中取消订单',
  },
}

/** What an entry says, in words. */
export const dealEventLabel = ({ kind, event }: { readonly kind: DealKind; readonly event: string }): string =>
  eventLabels[kind]?.[event] ?? orderStepLabel({ event, toStatus: '' })

/** State of a record as the server verified it. */
export type DealState = 'verified' | 'broken' | 'empty'

/** Label of a state. */
export function dealStateLabel(state: DealState): StateLabel {
  switch (state) {
    case 'verified':
      return { label: '校验通过', tone: 'good' }
    case 'broken':
      return { label: '校验不通过', tone: 'bad' }
    case 'empty':
      return { label: '暂无记录', tone: 'mute' }
  }
}

/** Digits of a hash that pages show. */
export const shortHash = (hash: string): string => hash.slice(0, 12)

/** Terms of an order when it was made; fen. No address and no contact: they can be erased, the record cannot. */
export interface DealTerms {
  readonly orderNo: string
  readonly source: string
  readonly title: string
  readonly total: number
  readonly postage: number
  readonly remark: string
  readonly buyerCompanyId: number
  readonly sellerCompanyId: number
  readonly offerId: number | null
  /** Framework agreement that it calls off; absent = none. */
  readonly agreementNo?: string
  readonly invoice: { readonly kind: string; readonly title: string; readonly taxNo: string } | null
  readonly lines: readonly {
    readonly name: string
    readonly specName?: string | undefined
    readonly unit?: string | undefined
    readonly quantity: number
    readonly unitPrice: number
    readonly amount: number
    /** Basis points; null or absent = not stated. */
    readonly taxRate?: number | null | undefined
  }[]
  readonly schedule: readonly {
    readonly name: string
    readonly percent: number
    readonly amount: number
    readonly dueAt?: Date | null | undefined
    /** What the stage delivers; empty or absent = a payment by date. */
    readonly deliverables?: string | undefined
  }[]
}

/** Body of the first entry of an order. */
export const dealTerms = ({ invoice, lines, schedule, ...terms }: DealTerms): DealFacts => ({
  ...terms,
  invoice: invoice && { kind: invoice.kind, title: invoice.title, taxNo: invoice.taxNo },
  lines: lines.map(({ name, specName = '', unit = '', quantity, unitPrice, amount, taxRate = null }) => ({
    name,
    specName,
    unit,
    quantity,
    unitPrice,
    amount,
    ...(taxRate !== null && { taxRate }),
  })),
  schedule: schedule.map(({ name, percent, amount, dueAt, deliverables = '' }, at) => ({
    line: at + 1,
    name,
    percent,
    amount,
    dueAt: dueAt?.toISOString() ?? null,
    deliverables,
  })),
})

/** Facts of a payment line in an entry; fen. */
export const dealLine = (line: {
  readonly seq: number
  readonly name: string
  readonly amount: number
  readonly paid?: number | undefined
}) => ({ line: line.seq, name: line.name, amount: line.amount, paid: line.paid ?? 0 })

/** What an entry says in one line: numbers, money and files of its body, which is canonical JSON. Texts stand elsewhere. */
export function dealDetail(body: string): string {
  const facts: unknown = JSON.parse(body)
  const text = (name: string) => textOf(facts, name)
  const amount = numberOf(facts, 'amount') ?? numberOf(facts, 'total')
  const delivery = numberOf(facts, 'delivery')
  const change = numberOf(facts, 'change')
  const files = listOf(facts, 'files').length
  const batches = listOf(facts, 'batches').map((one) => textOf(one, 'batchNo'))
  return [
    change === undefined ? '' : changeOrderName(change),
    text('shipmentNo') || text('sampleNo'),
    text('paymentNo') || text('refundNo') || text('invoiceNo') || text('payoutNo') || text('requisitionNo'),
    text('name'),
    amount === undefined ? '' : `¥${yuan(amount)}`,
    delivery === undefined ? '' : `第 ${delivery} 次交付`,
    batches.length === 0 ? '' : `批号 ${batches.join('、')}`,
    files === 0 ? '' : `文件 ${files} 份`,
    qualificationsText(facts),
  ]
    .filter((part) => part !== '')
    .join('，')
}

/** Certificates of an award, and what was not met. */
function qualificationsText(facts: unknown): string {
  const held = listOf(facts, 'qualifications').map((one) => `${textOf(one, 'tag')} ${textOf(one, 'number')}`.trim())
  const unmet = listOf(facts, 'required').filter((one) => memberOf(one, 'isMet') === false)
  return [
    held.length === 0 ? '' : `供应商资质：${held.join('、')}`,
    unmet.length === 0 ? '' : `资质要求未满足：${unmet.map((one) => textOf(one, 'asked')).join('、')}`,
  ]
    .filter((part) => part !== '')
    .join('；')
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function textOf(value: unknown, name: string): string {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : ''
}

function numberOf(value: unknown, name: string): number | undefined {
  const member = memberOf(value, name)
  return typeof member === 'number' ? member : undefined
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : []
}

/** States of a step, and why it was made. */
export interface DealStates {
  readonly fromStatus: string
  readonly toStatus: string
  readonly reason?: string | undefined
  /** The reason is for operators only: the record, which both sides read, leaves it out. */
  readonly isReasonInternal?: boolean | undefined
}

/** A step of an order, of its money or its papers. */
export interface DealEvent {
  readonly orderId: number
  readonly kind: DealKind
  /** Letters and digits only. */
  readonly event: string
  readonly side: DealSide
  /** null or absent = a job; a person without a company is an operator. */
  readonly by?: { readonly userId: number; readonly companyId: number | null } | null | undefined
  /** No personal data that can be erased; fen, and times in ISO 8601 in UTC. */
  readonly facts?: DealFacts | undefined
  readonly history?: DealStates | undefined
}

/** Columns of an entry; the database adds place, time and hashes. */
export const dealEntryRow = ({ orderId, kind, event, side, by, facts, history }: DealEvent) => ({
  orderId,
  kind,
  event,
  side,
  userId: by?.userId ?? null,
  companyId: by?.companyId ?? null,
  body: canonicalJson({ ...facts, ...stateFacts(history) }),
})

function stateFacts(history: DealStates | undefined): DealFacts {
  if (history === undefined) return {}
  const { fromStatus: from, toStatus: to, reason = '', isReasonInternal = false } = history
  return reason === '' || isReasonInternal ? { from, to } : { from, to, reason }
}
