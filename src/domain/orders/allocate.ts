/** Requested amount of a payment part, in fen. */
interface PaymentPartAmount {
  readonly amount: number
}

/**
 * Allocates a receipt to the parts in order: each gets its requested amount, the last one the remainder. The shares sum
 * to the receipt.
 */
export function allocateReceipt(parts: readonly PaymentPartAmount[], received: number): number[] {
  let left = received
  return parts.map(({ amount }, index) => {
    const share = index === parts.length - 1 ? left : Math.min(amount, left)
    left -= share
    return share
  })
}

/** Refundable part of a payment. */
interface RefundablePart {
  readonly partId: number
  readonly lineId: number
  /** Refundable amount, open refunds deducted; fen. */
  readonly room: number
}

/**
 * Allocates a refund to the parts: surplus first, then the newest parts. `over` is the surplus of each line. Undefined
 * if the amount is not available.
 */
export function allocateRefund(
  parts: readonly RefundablePart[],
  over: ReadonlyMap<number, number>,
  amount: number,
): ReadonlyMap<number, number> | undefined {
  const newest = parts.toSorted((a, b) => b.partId - a.partId)
  const allocated = new Map<number, number>()
  const remainingOver = new Map(over)
  let left = amount
  const give = ({ partId, room }: RefundablePart, most: number): number => {
    const mine = Math.max(0, Math.min(room - (allocated.get(partId) ?? 0), most, left))
    if (mine > 0) allocated.set(partId, (allocated.get(partId) ?? 0) + mine)
    left -= mine
    return mine
  }
  for (const part of newest) {
    const most = remainingOver.get(part.lineId) ?? 0
    remainingOver.set(part.lineId, most - give(part, most))
  }
  for (const part of newest) give(part, left)
  return left === 0 ? allocated : undefined
}
