import type { FieldError } from '../../../contract/failures.ts'
import type { AnyForm } from './listing-type.ts'

/**
 * A form with the stock to save. A stock that the seller did not edit keeps its current value, including sales in the
 * meantime; an edited stock is a field error if the stored one has changed since the form was opened.
 */
export function resolveStock<F extends AnyForm>(form: F, present: F): { form: F; faults: FieldError[] } {
  if (!('specs' in form) || !('specs' in present)) return { form, faults: [] }
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  const faults: FieldError[] = []
  const specs = form.specs.map((spec, at) => {
    const now = spec.specId === null ? undefined : stock.get(spec.specId)
    if (now === undefined || spec.was === undefined || spec.was === null || spec.was === now) return spec
    if (spec.stock === spec.was) return { ...spec, stock: now }
    faults.push({ field: `specs.${at}.stock`, message: `库存刚刚变为 ${now}，请核对后重填` })
    return spec
  })
  return { form: { ...form, specs }, faults }
}

/** New stock of existing specifications that a form changes, by specification id. */
export function changedStock(form: AnyForm, present: AnyForm): ReadonlyMap<number, number> {
  if (!('specs' in form) || !('specs' in present)) return new Map()
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  return new Map(
    form.specs.flatMap(({ specId, stock: typed }) =>
      specId !== null && stock.has(specId) && stock.get(specId) !== typed ? [[specId, typed]] : [],
    ),
  )
}
