import type { FieldFault } from '../../../contract/failures.ts'
import { settled } from '../../../domain/catalogue/settled-form.ts'
import type { AnyForm, Kind } from './kind.ts'
import { dataFaults, draftFaults, type SellerRules } from './seller-rules.ts'

/** What keeps a form from being kept (a draft) or submitted, each field once. */
export function faultsOf<F extends AnyForm>(
  kind: Pick<Kind<F>, 'faults'>,
  rules: SellerRules,
  form: F,
  submit: boolean,
): FieldFault[] {
  if (!submit) return draftFaults(rules, form)
  const all = [
    ...draftFaults(rules, form),
    ...kind.faults(form, rules.attributesOf(form.categoryId)),
    ...dataFaults(rules, form),
  ]
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** A form as it is submitted: without its empty lines, with the prices its kind of price has. */
export const readyForm = <F extends AnyForm>(rules: SellerRules, form: F): F =>
  settled(
    form,
    rules.attributesOf(form.categoryId).map(({ code }) => code),
  )
