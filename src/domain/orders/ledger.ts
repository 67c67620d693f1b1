/**
 * Every movement of money is two sides or more that add up to nothing. Accounts: what a buyer owes or has paid too
 * much, what a supplier is to get, and the ways money comes in. Amounts in fen, positive = into the account.
 */
export type LedgerAccount =
  | `buyer:${number}`
  | `seller:${number}`
  /** Money on its way through a bank or a gateway. */
  | 'bank'
  | 'alipay'
  | 'wechat'
  | 'demo'

export interface LedgerEntry {
  readonly account: LedgerAccount
  readonly amount: number
}

/** Movements that people are told of: between a company and the outside. */
export const moneyMoveKinds = ['received', 'reversed', 'refunded'] as const
export type MoneyMoveKind = (typeof moneyMoveKinds)[number]

export type PaidBy = 'bank' | 'alipay' | 'wechat' | 'demo'
interface Deal {
  readonly buyerId: number
  readonly sellerId: number
}

const movement = (from: LedgerAccount, into: LedgerAccount, amount: number): readonly LedgerEntry[] => [
  { account: from, amount: -amount },
  { account: into, amount },
]

/** Money of a buyer came in for an order. */
export const received = (by: PaidBy, { buyerId }: Deal, amount: number) => movement(by, `buyer:${buyerId}`, amount)
/** What came in is the supplier's: at most what was asked, the rest stays with the buyer. */
export const settled = ({ buyerId, sellerId }: Deal, amount: number) =>
  movement(`buyer:${buyerId}`, `seller:${sellerId}`, amount)
/** Of a supplier's money some goes back to the buyer. */
export const returned = ({ buyerId, sellerId }: Deal, amount: number) =>
  movement(`seller:${sellerId}`, `buyer:${buyerId}`, amount)
/** Money of a buyer leaves the way it came. */
export const refunded = (by: PaidBy, { buyerId }: Deal, amount: number) => movement(`buyer:${buyerId}`, by, amount)

/** Entries of a movement add up to nothing. */
export const balanced = (entries: readonly LedgerEntry[]): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, 0) === 0
