/**
 * The specification whose price stands for its product on cards and at the head of its page: the cheapest, the first of
 * several; without any price the first. Its name is what stands beside that price.
 */
export function cheapestSpec<T extends { readonly price: number | null }>(specs: readonly T[]): T | undefined {
  const priced = specs.flatMap((spec) => (spec.price === null ? [] : [{ spec, price: spec.price }]))
  const [first, ...others] = priced
  if (first === undefined) return specs[0]
  return others.reduce((best, each) => (each.price < best.price ? each : best), first).spec
}
