/** What a line adds to a parcel. */
interface PostageLine {
  readonly kind: 'service' | 'product'
  /** fen */
  readonly amount: number
}

/**
 * Allocates a shop's postage to its product lines by amount, in whole fen; the last one takes the remainder. Services
 * get 0; null = the shop does not deliver there.
 */
export function postageShares(lines: readonly PostageLine[], postage: number | null): (number | null)[] {
  const goods = lines.filter(({ kind }) => kind === 'product')
  const all = goods.reduce((sum, { amount }) => sum + amount, 0)
  const last = goods.at(-1)
  let left = postage ?? 0
  return lines.map((line) => {
    if (line.kind === 'service') return 0
    if (postage === null) return null
    const share = line === last ? left : all === 0 ? 0 : Math.floor((postage * line.amount) / all)
    left -= share
    return share
  })
}
