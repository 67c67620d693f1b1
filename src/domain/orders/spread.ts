/** Part of a payment, as money is spread over it. Amounts in fen. */
interface Asked {
  readonly amount: number
}

/**
 * What came in, over the parts in their order: each gets what was asked for it, the last one gets what is left over.
 * Sums to what came in.
 */
export function spreadReceived(parts: readonly Asked[], received: number): number[] {
  let left = received
  return parts.map(({ amount }, index) => {
    const mine = index === parts.length - 1 ? left : Math.min(amount, left)
    left -= mine
    return mine
  })
}

/** Part of a payment of which money can go back. */
interface Room {
  readonly partId: number
  readonly lineId: number
  /** What stands of it, refunds that are under way taken off; fen. */
  readonly room: number
}

/**
 * What goes back, by part: what was paid too much first, then the newest parts. `over` is what each line has too much.
 * Undefined when there is not so much.
 */
export function spreadRefund(
  parts: readonly Room[],
  over: ReadonlyMap<number, number>,
  amount: number,
): ReadonlyMap<number, number> | undefined {
  const newest = parts.toSorted((a, b) => b.partId - a.partId)
  const back = new Map<number, number>()
  const extra = new Map(over)
  let left = amount
  const give = ({ partId, room }: Room, most: number): number => {
    const mine = Math.max(0, Math.min(room - (back.get(partId) ?? 0), most, left))
    if (mine > 0) back.set(partId, (back.get(partId) ?? 0) + mine)
    left -= mine
    return mine
  }
  for (const part of newest) {
    const most = extra.get(part.lineId) ?? 0
    extra.set(part.lineId, most - give(part, most))
  }
  for (const part of newest) give(part, left)
  return left === 0 ? back : undefined
}
