import type { GatewayMethod, PaymentMethod } from './payment-methods.ts'

/**
 * Double-entry ledger: the entries of a movement sum to zero. Accounts: buyers, sellers, payment channels, what the
 * platform holds for sellers at each gateway, and its fee. Amounts in fen, positive = into the account.
 */
export type LedgerAccount =
  | `buyer:${number}`
  | `seller:${number}`
  /** Payment channels: bank or gateway. */
  | 'bank'
  | 'alipay'
  | 'wechat'
  | 'demo'
  /** Paid online and not paid out to the seller yet. */
  | `held:${GatewayMethod}`
  /** Fee that the platform keeps of payouts. */
  | 'fee'

export interface LedgerEntry {
  readonly account: LedgerAccount
  readonly amount: number
}

/**
 * Kinds of movements. `settled`: from the buyer to the seller, or to what is held for the seller; `returned`: back to the
 * buyer; `paid_out`: from what is held to the seller; `bounced`: back, because the bank returned the transfer.
 */
export type LedgerMovementKind = 'received' | 'settled' | 'reversed' | 'returned' | 'refunded' | PayoutMovementKind
/** Movements between what is held for a seller and the seller. */
export const payoutMovementKinds = ['paid_out', 'bounced'] as const
type PayoutMovementKind = (typeof payoutMovementKinds)[number]

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
/** Where money of a seller is: a transfer went to the seller itself, an online payment is held for the seller. */
export const sellerAccount = (method: PaymentMethod, { sellerId }: LedgerParties): LedgerAccount =>
  method === 'bank' ? `seller:${sellerId}` : `held:${method}`
/** Settlement: from the buyer to the seller's money, at most the amount owed. */
export const settlementEntries = (method: PaymentMethod, parties: LedgerParties, amount: number) =>
  entryPair(`buyer:${parties.buyerId}`, sellerAccount(method, parties), amount)
/** Payout: from what is held to the seller, less the fee. */
export const payoutEntries = (
  method: GatewayMethod,
  { sellerId }: LedgerParties,
  { amount, fee }: { readonly amount: number; readonly fee: number },
): readonly LedgerEntry[] =>
  mergeEntries([
    ...entryPair(`held:${method}`, `seller:${sellerId}`, amount),
    ...entryPair(`seller:${sellerId}`, 'fee', fee),
  ])
/** Fee of a payout that the bank returned: back to the seller. */
export const returnedFeeEntries = ({ sellerId }: LedgerParties, fee: number) =>
  entryPair('fee', `seller:${sellerId}`, fee)
/** Refund: from the buyer to the channel it came from. */
export const refundEntries = (by: PaymentChannel, { buyerId }: LedgerParties, amount: number) =>
  entryPair(`buyer:${buyerId}`, by, amount)

/** Whether entries sum to zero. */
export const isBalanced = (entries: readonly LedgerEntry[]): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, 0) === 0

/** Entries with one per account, without those that come to nothing. */
export function mergeEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const sums = new Map<LedgerAccount, number>()
  for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums].flatMap(([account, amount]) => (amount === 0 ? [] : [{ account, amount }]))
}

/** What a payment paid for one line; fen. */
export interface LinePart {
  readonly id: number
  readonly method: PaymentMethod
  readonly received: number
  readonly refunded: number
  /** Paid out to the seller, less what the seller transferred back; 0 of transfers. */
  readonly paidOut: number
}

/**
 * The seller's share of each payment of a line that is not paid out, in fen: what was paid first is the seller's up to
 * the amount of the line, the rest is a surplus of the buyer. `parts` are in the order of their receipts. What was paid
 * out stays the seller's.
 */
export function sellerShares(parts: readonly LinePart[], lineAmount: number): ReadonlyMap<number, number> {
  const free = ({ received, refunded, paidOut }: LinePart) => received - refunded - paidOut
  const paidOut = parts.reduce((sum, part) => sum + part.paidOut, 0)
  const paid = parts.reduce((sum, part) => sum + free(part), paidOut)
  let left = Math.max(0, Math.min(paid, lineAmount) - paidOut)
  return new Map(
    parts.map((part) => {
      const share = Math.min(left, free(part))
      left -= share
      return [part.id, share]
    }),
  )
}

interface LineMoney {
  readonly parts: readonly LinePart[]
  readonly amount: number
}

/**
 * Entries that bring the accounts of a line from one state to another: what leaves the seller's money goes to the buyer
 * and the other way round. Both states have the same parts.
 */
export function lineEntries(parties: LedgerParties, before: LineMoney, after: LineMoney): LedgerEntry[] {
  const seller = ({ parts, amount }: LineMoney, sign: number): LedgerEntry[] => {
    const shares = sellerShares(parts, amount)
    return parts.flatMap(({ id, method, paidOut }) => [
      { account: sellerAccount(method, parties), amount: sign * (shares.get(id) ?? 0) },
      { account: sellerAccount('bank', parties), amount: sign * paidOut },
    ])
  }
  const entries = mergeEntries([...seller(before, -1), ...seller(after, 1)])
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  return mergeEntries([...entries, { account: `buyer:${parties.buyerId}`, amount: -sum }])
}
