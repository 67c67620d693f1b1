import type { StateLabel, Transitions } from '../../transition.ts'
import type { Side } from '../../sides.ts'

/** What does not agree between acceptance, payment, voucher and invoice. */
export const exceptionKinds = [
  'acceptedUnpaid',
  'paidNotAccepted',
  'paidNotInvoiced',
  'invoicedBeyondPaid',
  'wrongTaxNo',
  'taxRateDiffers',
  'invoiceTwice',
  'voucherTwice',
  'amountsDiffer',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionKindLabels: Readonly<Record<ExceptionKind, string>> = {
  acceptedUnpaid: '已验收未付款',
  paidNotAccepted: '已付款未验收',
  paidNotInvoiced: '已付款未开票',
  invoicedBeyondPaid: '开票超过实付',
  wrongTaxNo: '税号不符',
  taxRateDiffers: '税率不符',
  invoiceTwice: '发票重复',
  voucherTwice: '凭证重复',
  amountsDiffer: '金额不一致',
}

/** What ends the exception, for the people of both sides. */
export const exceptionAdvice: Readonly<Record<ExceptionKind, string>> = {
  acceptedUnpaid: '买家按约定付款，供应商核实到账后消除。',
  paidNotAccepted: '供应商交付、买家验收后消除；不再执行的请退款。',
  paidNotInvoiced: '买家申请开票，供应商按实付开票后消除。',
  invoicedBeyondPaid: '供应商红冲多开的发票，再按实付重开后消除。',
  wrongTaxNo: '供应商红冲后按正确的名称与税号重开后消除。',
  taxRateDiffers: '供应商红冲后按约定的税率重开，或说明原因。',
  invoiceTwice: '供应商核对号码与文件，红冲登记有误的一张后消除。',
  voucherTwice: '买家核对凭证，供应商核实两笔款项是否都已到账；有误的撤销到账后消除。',
  amountsDiffer: '双方核对金额；发票有误的红冲重开，收款有误的撤销到账后重新核实。',
}

export const isExceptionKind = (kind: string): kind is ExceptionKind => exceptionKinds.some((each) => each === kind)

/** `high`: someone has to act; `low`: usual while the order runs. */
export const severities = ['high', 'low'] as const
export type Severity = (typeof severities)[number]
export const severityLabels: Readonly<Record<Severity, StateLabel>> = {
  high: { label: '需处理', tone: 'bad' },
  low: { label: '待推进', tone: 'mute' },
}

/** Exceptions that still count: neither gone nor dismissed. */
export const activeExceptionStatuses = ['open', 'explained'] as const
export const exceptionStatuses = [...activeExceptionStatuses, 'resolved', 'dismissed'] as const
export type ExceptionStatus = (typeof exceptionStatuses)[number]
export type ExceptionEvent = 'explain' | 'dismiss' | 'resolve' | 'reopen'

/**
 * `resolve`: the facts agree again. `reopen`: they differ again, or by another amount than was explained or dismissed.
 */
export const exceptionTransitions: Transitions<ExceptionStatus, ExceptionEvent, Side | 'operator' | 'system'> = [
  { from: activeExceptionStatuses, event: 'explain', actor: ['buyer', 'seller'], to: 'explained' },
  { from: activeExceptionStatuses, event: 'dismiss', actor: ['operator'], to: 'dismissed' },
  { from: [...activeExceptionStatuses, 'dismissed'], event: 'resolve', actor: ['system'], to: 'resolved' },
  { from: ['explained', 'resolved', 'dismissed'], event: 'reopen', actor: ['system'], to: 'open' },
]

export const exceptionLabels: Readonly<Record<ExceptionStatus, StateLabel>> = {
  open: { label: '待处理', tone: 'act' },
  explained: { label: '已说明', tone: 'go' },
  resolved: { label: '已消除', tone: 'good' },
  dismissed: { label: '平台已关闭', tone: 'mute' },
}

/** Badge of an exception: an open one tells whether it needs action. */
export const exceptionBadge = ({ status, severity }: Pick<StoredException, 'status' | 'severity'>): StateLabel =>
  status === 'open' ? severityLabels[severity] : exceptionLabels[status]

export const exceptionEventLabels: Readonly<Record<ExceptionEvent | 'find', string>> = {
  find: '发现差异',
  explain: '说明原因',
  dismiss: '平台关闭',
  resolve: '差异消除',
  reopen: '再次出现',
}

export const isExceptionActive = (status: ExceptionStatus): boolean =>
  activeExceptionStatuses.some((each) => each === status)

/** Maximum length of the reason of an explanation or dismissal. */
export const maxExceptionReason = 300

/** An exception as the facts have it. Amounts in fen. */
export interface FoundException {
  /** Identifies it within its order, from one computation to the next. */
  readonly key: string
  readonly kind: ExceptionKind
  readonly severity: Severity
  /** null = it concerns the order, not one payment. */
  readonly lineId: number | null
  /** By how much the sides differ; 0 = not an amount. */
  readonly amount: number
  /** What differs, for people: the invoice number, the numbers compared. */
  readonly detail: string
}

/** An exception as it is stored. */
export interface StoredException extends FoundException {
  readonly id: number
  readonly status: ExceptionStatus
}

/** What a new computation changes in the stored exceptions of an order. */
export interface ExceptionPlan<S extends StoredException = StoredException> {
  readonly found: readonly FoundException[]
  /** Still there; the columns may have changed. `reopened`: with its status. */
  readonly kept: readonly {
    readonly stored: S
    readonly now: FoundException
    readonly reopened: boolean
  }[]
  readonly resolved: readonly S[]
}

const hasChanged = (stored: FoundException, now: FoundException): boolean =>
  stored.amount !== now.amount || stored.detail !== now.detail || stored.severity !== now.severity

/** Compares what is stored with what the facts have now. Unchanged exceptions are in none of the lists. */
export function planExceptions<S extends StoredException>(
  stored: readonly S[],
  found: readonly FoundException[],
): ExceptionPlan<S> {
  const known = new Map(stored.map((each) => [each.key, each]))
  const present = new Set(found.map(({ key }) => key))
  return {
    found: found.filter(({ key }) => !known.has(key)),
    kept: found.flatMap((now) => {
      const before = known.get(now.key)
      if (before === undefined) return []
      // What was explained or dismissed stays so while it is the same difference.
      const isOther = before.amount !== now.amount || before.detail !== now.detail
      const reopened = before.status === 'resolved' || (before.status !== 'open' && isOther)
      return reopened || hasChanged(before, now) ? [{ stored: before, now, reopened }] : []
    }),
    resolved: stored.filter(({ key, status }) => status !== 'resolved' && !present.has(key)),
  }
}
