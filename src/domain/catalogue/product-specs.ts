/**
 * The specification whose price and name are shown for its product on cards and at the top of its page: the first
 * of the cheapest ones; without any price the first.
 */
export function cheapestSpec<T extends { readonly price: number | null }>(specs: readonly T[]): T | undefined {
  const priced = specs.flatMap((spec) => (spec.price === null ? [] : [{ spec, price: spec.price }]))
  const [first, ...others] = priced
  if (first === undefined) return specs[0]
  return others.reduce((best, each) => (each.price < best.price ? each : best), first).spec
}

/** Up to this stock the exact number is shown. */
const lowStock = 10

/** Stock text of a detail page. */
export const stockText = (stock: number): string =>
  stock <= 0 ? '缺货' : stock <= lowStock ? `仅剩\u00a0${stock}` : '目前有货'
