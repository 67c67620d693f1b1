import type { FieldFault } from '../../../contract/failures.ts'
import { settled } from '../../../domain/catalogue/settled-form.ts'
import type { AnyForm, Kind } from './kind.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { SellerRules } from './seller-rules.ts'

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

/** Listings stand in a category of this level at least: 类目、子类目. */
const leastLevel = 2

/** What even a draft cannot be kept with: a category that is none of its kind. */
export const draftFaults = ({ categories }: SellerRules, { categoryId }: ListingForm): FieldFault[] =>
  categoryId === null || categories.has(categoryId) ? [] : [{ field: 'categoryId', message: '请重新选择类目' }]

/** What keeps a form from being submitted as far as only the data can tell. */
export function dataFaults(
  { categories, tags, capabilities, places }: SellerRules,
  form: Pick<ListingForm, 'categoryId' | 'tags' | 'capabilities' | 'areaCodes'>,
): FieldFault[] {
  const node = form.categoryId === null ? undefined : categories.get(form.categoryId)
  const unknown = (field: string, values: readonly string[], has: (value: string) => boolean, why: string) => {
    const bad = values.filter((value) => !has(value))
    return bad.length === 0 ? [] : [{ field, message: `${bad.map((each) => `「${each}」`).join('')}${why}` }]
  }
  return [
    ...(node !== undefined && node.level < leastLevel
      ? [{ field: 'categoryId', message: '请选择到第二级或更细的类目' }]
      : []),
    ...unknown('tags', form.tags, (tag) => tags.has(tag), '的资质证书未通过审核或已过期，请取消选择'),
    ...unknown('capabilities', form.capabilities, (word) => capabilities.has(word), '不在能力标签中，请重新选择'),
    ...unknown('areaCodes', form.areaCodes, (code) => places.has(code), '不是省或市的编码，请重新选择'),
  ]
}
