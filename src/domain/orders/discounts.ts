/** Price in percent from a quantity on: 95 = 九五折. */
export interface QuantityDiscount {
  readonly from: number
  readonly percent: number
}
/** Maximum of discount steps per listing. */
export const maxDiscounts = 5

/** Unit price in fen at a quantity, rounded down to whole fen, at least 1. The cheapest step reached applies. */
export function discountedPrice(price: number, quantity: number, steps: readonly QuantityDiscount[]): number {
  const percent = Math.min(100, ...steps.filter(({ from }) => quantity >= from).map((step) => step.percent))
  // Hundreds and rest apart: the product of a large price may not be exact.
  const cut = Math.floor(price / 100) * percent + Math.floor(((price % 100) * percent) / 100)
  return Math.max(cut, Math.min(price, 1))
}

/** Text of the steps: 满 10 瓶 9.5 折，满 50 瓶 9 折; empty without steps. */
export const discountText = (steps: readonly QuantityDiscount[], unit: string): string =>
  steps.map(({ from, percent }) => `满 ${from} ${unit} ${percent / 10} 折`).join('，')

/** Validation error of discount steps, or null. Quantities and discounts must increase. */
export function discountsError(steps: readonly QuantityDiscount[]): string | null {
  if (steps.length > maxDiscounts) return `阶梯价最多 ${maxDiscounts} 档`
  const uneven = steps.some(({ from, percent }, at) => {
    const before = steps[at - 1]
    return before !== undefined && (from <= before.from || percent >= before.percent)
  })
  if (uneven) return '阶梯价须按数量从少到多、折扣从小到大填写'
  return steps.some(({ from, percent }) => from < 2 || percent < 1 || percent > 99)
    ? '阶梯价的数量至少为 2，折扣为 1% 至 99%'
    : null
}
