import type { FieldError } from '../../../contract/failures.ts'
import { normalizeForm } from '../../../domain/catalogue/listing-rules.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { SellerRules } from './seller-rules.ts'

/** Field errors that prevent saving a draft or submitting, each field once. */
export function formErrors<F extends AnyForm>(
  kind: Pick<ListingType<F>, 'faults'>,
  rules: SellerRules,
  form: F,
  submit: boolean,
): FieldError[] {
  if (!submit) return draftErrors(rules, form)
  const all = [
    ...draftErrors(rules, form),
    ...kind.faults(form, rules.attributesOf(form.categoryId)),
    ...dataErrors(rules, form),
  ]
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** A form normalized for submission: without empty lines, with the prices of its price type. */
export const readyForm = <F extends AnyForm>(rules: SellerRules, form: F): F =>
  normalizeForm(
    form,
    rules.attributesOf(form.categoryId).map(({ code }) => code),
  )

/** Minimum level of a listing's category: 类目、子类目. */
const minCategoryLevel = 2

/** Errors that prevent saving even a draft: a category of another kind. */
export const draftErrors = ({ categories }: SellerRules, { categoryId }: ListingForm): FieldError[] =>
  categoryId === null || categories.has(categoryId) ? [] : [{ field: 'categoryId', message: '请重新选择类目' }]

/** Errors that prevent submission and depend on stored data. */
export function dataErrors(
  { categories, tags, capabilities, places }: SellerRules,
  form: Pick<ListingForm, 'categoryId' | 'tags' | 'capabilities' | 'areaCodes'>,
): FieldError[] {
  const node = form.categoryId === null ? undefined : categories.get(form.categoryId)
  const unknown = (field: string, values: readonly string[], has: (value: string) => boolean, why: string) => {
    const bad = values.filter((value) => !has(value))
    return bad.length === 0 ? [] : [{ field, message: `${bad.map((each) => `「${each}」`).join('')}${why}` }]
  }
  return [
    ...(node !== undefined && node.level < minCategoryLevel
      ? [{ field: 'categoryId', message: '请选择到第二级或更细的类目' }]
      : []),
    ...unknown('tags', form.tags, (tag) => tags.has(tag), '的资质证书未通过审核或已过期，请取消选择'),
    ...unknown('capabilities', form.capabilities, (word) => capabilities.has(word), '不在能力标签中，请重新选择'),
    ...unknown('areaCodes', form.areaCodes, (code) => places.has(code), '不是省或市的编码，请重新选择'),
  ]
}
