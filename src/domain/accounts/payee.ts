/** Rules of a company's payee account: delay of changes, and details that apply to a payment. */

/** Hours after which changed details apply to every amount. */
export const payeeChangeDelayHours = 24
/** Default amount in fen up to which changed details apply at once: ¥50,000. */
export const defaultPayeeLimit = 5_000_000

/** Bank details of a transfer. */
export interface PayeeDetails {
  readonly accountName: string
  readonly bankName: string
  readonly accountNo: string
}

/** Current details of a payee, and the pending change. */
export interface Payee {
  readonly account: PayeeDetails
  /** null = no pending change. */
  readonly change: PayeeChange | null
}

export interface PayeeChange {
  readonly account: PayeeDetails
  /** Amounts in fen up to this one already go to the new details. */
  readonly limit: number
  /** Time from which all amounts do; ISO 8601. */
  readonly effectiveAt: string
}

/** Details for a payment of an amount in fen at a time. */
export const payeeDetailsFor = ({ account, change }: Payee, amount: number, now: Date): PayeeDetails =>
  change !== null && (amount <= change.limit || Date.parse(change.effectiveAt) <= now.getTime())
    ? change.account
    : account

/** Last four digits: 尾号 6789. */
export const accountTail = (accountNo: string): string => `尾号 ${accountNo.slice(-4)}`

/** Labels of the events in a payee account's history. */
export const payeeEventLabels: Readonly<Record<string, string>> = {
  save: '首次填写收款账户',
  change: '提交收款账户变更',
  replace: '变更被新的变更取代',
  cancel: '取消收款账户变更',
  apply: '新收款账户对全部金额生效',
  limit: '修改大额收款上限',
}
