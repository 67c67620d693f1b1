/** From so many pieces on, a piece costs so many percent of its price: 95 = 九五折. */
export interface QuantityDiscount {
  readonly from: number
  readonly percent: number
}
/** Steps of one listing at most. */
export const mostDiscounts = 5

/** Price of one piece in fen when so many are bought, cut down to whole fen, one at least. The cheapest step reached counts. */
export function discountedPrice(price: number, quantity: number, steps: readonly QuantityDiscount[]): number {
  const percent = Math.min(100, ...steps.filter(({ from }) => quantity >= from).map((step) => step.percent))
  // Hundreds and rest apart: the product of a large price may not be exact.
  const cut = Math.floor(price / 100) * percent + Math.floor(((price % 100) * percent) / 100)
  return Math.max(cut, Math.min(price, 1))
}

/** The steps in words: 满 10 瓶 9.5 折，满 50 瓶 9 折; empty where there are none. */
export const discountText = (steps: readonly QuantityDiscount[], unit: string): string =>
  steps.map(({ from, percent }) => `满 ${from} ${unit} ${percent / 10} 折`).join('，')

/** What is wrong with the steps of a listing; null when nothing is. More pieces never cost more a piece. */
export function discountsFault(steps: readonly QuantityDiscount[]): string | null {
  if (steps.length > mostDiscounts) return `阶梯价最多 ${mostDiscounts} 档`
  const uneven = steps.some(({ from, percent }, at) => {
    const before = steps[at - 1]
    return before !== undefined && (from <= before.from || percent >= before.percent)
  })
  if (uneven) return '阶梯价须按数量从少到多、折扣从小到大填写'
  return steps.some(({ from, percent }) => from < 2 || percent < 1 || percent > 99)
    ? '阶梯价的数量至少为 2，折扣为 1% 至 99%'
    : null
}
