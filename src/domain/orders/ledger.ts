/**
 * Double-entry ledger: the entries of a movement sum to zero. Accounts: buyers, sellers, and payment channels. Amounts
 * in fen, positive = into the account.
 */
export type LedgerAccount =
  | `buyer:${number}`
  | `seller:${number}`
  /** Payment channels: bank or gateway. */
  | 'bank'
  | 'alipay'
  | 'wechat'
  | 'demo'

export interface LedgerEntry {
  readonly account: LedgerAccount
  readonly amount: number
}

/** Movements shown to users: between a company and a payment channel. */
export const moneyMoveKinds = ['received', 'reversed', 'refunded'] as const
export type MoneyMoveKind = (typeof moneyMoveKinds)[number]

export type PaymentChannel = 'bank' | 'alipay' | 'wechat' | 'demo'
interface LedgerParties {
  readonly buyerId: number
  readonly sellerId: number
}

const entryPair = (from: LedgerAccount, into: LedgerAccount, amount: number): readonly LedgerEntry[] => [
  { account: from, amount: -amount },
  { account: into, amount },
]

/** Receipt: from the channel to the buyer. */
export const receiptEntries = (by: PaymentChannel, { buyerId }: LedgerParties, amount: number) =>
  entryPair(by, `buyer:${buyerId}`, amount)
/** Settlement: from the buyer to the seller, at most the amount owed. */
export const settlementEntries = ({ buyerId, sellerId }: LedgerParties, amount: number) =>
  entryPair(`buyer:${buyerId}`, `seller:${sellerId}`, amount)
/** Return: from the seller to the buyer. */
export const returnEntries = ({ buyerId, sellerId }: LedgerParties, amount: number) =>
  entryPair(`seller:${sellerId}`, `buyer:${buyerId}`, amount)
/** Refund: from the buyer to the channel it came from. */
export const refundEntries = (by: PaymentChannel, { buyerId }: LedgerParties, amount: number) =>
  entryPair(`buyer:${buyerId}`, by, amount)

/** Whether entries sum to zero. */
export const isBalanced = (entries: readonly LedgerEntry[]): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, 0) === 0
