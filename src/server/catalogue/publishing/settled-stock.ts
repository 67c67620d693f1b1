import type { FieldFault } from '../../../contract/failures.ts'
import type { AnyForm } from './kind.ts'

/**
 * A form with the stock that shall be in force. What the seller left as it was shown stays as it is now, whatever was
 * sold meanwhile; what they typed anew over a stock that has moved since is a fault.
 */
export function settledStock<F extends AnyForm>(form: F, present: F): { form: F; faults: FieldFault[] } {
  if (!('specs' in form) || !('specs' in present)) return { form, faults: [] }
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  const faults: FieldFault[] = []
  const specs = form.specs.map((spec, at) => {
    const now = spec.specId === null ? undefined : stock.get(spec.specId)
    if (now === undefined || spec.was === undefined || spec.was === null || spec.was === now) return spec
    if (spec.stock === spec.was) return { ...spec, stock: now }
    faults.push({ field: `specs.${at}.stock`, message: `库存刚刚变为 ${now}，请核对后重填` })
    return spec
  })
  return { form: { ...form, specs }, faults }
}

/** Pieces of the specifications that are on the listing already, where a form gives other ones. */
export function typedStock(form: AnyForm, present: AnyForm): ReadonlyMap<number, number> {
  if (!('specs' in form) || !('specs' in present)) return new Map()
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  return new Map(
    form.specs.flatMap(({ specId, stock: typed }) =>
      specId !== null && stock.has(specId) && stock.get(specId) !== typed ? [[specId, typed]] : [],
    ),
  )
}
