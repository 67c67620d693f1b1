/** Rules of a company's payee account: what a change waits for, and which details a payment goes to. */

/** Hours after which changed details are valid for every amount. */
export const payeeHoldHours = 24
/** Amount in fen up to which changed details are valid at once, until the company sets its own: ¥50,000. */
export const defaultPayeeLimit = 5_000_000

/** Where a transfer goes. */
export interface PayeeDetails {
  readonly accountName: string
  readonly bankName: string
  readonly accountNo: string
}

/** Details of a payee now, and those that follow. */
export interface Payee {
  readonly account: PayeeDetails
  /** null = no change waits. */
  readonly change: PayeeChange | null
}

export interface PayeeChange {
  readonly account: PayeeDetails
  /** Amounts in fen up to this one go to the new details already. */
  readonly limit: number
  /** From when all amounts do; ISO 8601. */
  readonly effectiveAt: string
}

/** The details that a payment of so many fen goes to at a moment. */
export const payeeDetailsFor = ({ account, change }: Payee, amount: number, now: Date): PayeeDetails =>
  change !== null && (amount <= change.limit || Date.parse(change.effectiveAt) <= now.getTime())
    ? change.account
    : account

/** 尾号 6789 */
export const accountTail = (accountNo: string): string => `尾号 ${accountNo.slice(-4)}`

/** Events of a payee account's history, in words. */
export const payeeEventWords: Readonly<Record<string, string>> = {
  save: '首次填写收款账户',
  change: '提交收款账户变更',
  replace: '变更被新的变更取代',
  cancel: '取消收款账户变更',
  apply: '新收款账户对全部金额生效',
  limit: '修改大额收款上限',
}
