import type { FieldError } from '../../../contract/failures.ts'
import { normalizeForm } from '../../../domain/catalogue/listing-rules.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import { forbiddenWordErrors } from '../../operations/moderation/word-list.ts'
import { publishedTexts } from './flag-listings.ts'
import type { HeldSellerRules, SellerRules } from './seller-rules.ts'

/** A form whose category was merged since it was opened, in the category that replaces it. */
export function inCurrentCategory<F extends ListingForm>({ merged }: HeldSellerRules, form: F): F {
  const target = form.categoryId === null ? undefined : merged.get(form.categoryId)
  return target === undefined ? form : { ...form, categoryId: target }
}

/**
 * Field errors of a form as it was typed. Attributes of a category that has replaced the chosen one are not asked for:
 * the form that was open did not show them.
 */
export function typedFormErrors<F extends AnyForm>(
  kind: Pick<ListingType<F>, 'faults'>,
  rules: HeldSellerRules,
  typed: F,
  submit: boolean,
): FieldError[] {
  const form = inCurrentCategory(rules, typed)
  const errors = formErrors(kind, rules, form, submit)
  return form === typed ? errors : errors.filter(({ field }) => !field.startsWith('attributes.'))
}

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
    ...forbiddenWordErrors(rules.words, publishedTexts(form)),
  ]
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** A form normalized for submission: without empty lines, with the prices of its price type. */
export const readyForm = <F extends AnyForm>(rules: SellerRules, form: F): F =>
  normalizeForm(
    form,
    rules.attributesOf(form.categoryId).map(({ code }) => code),
  )

/** Minimum level of a listing's category: 分类、子分类. */
const minCategoryLevel = 2

/** Errors that prevent saving even a draft: a category of another kind. */
export const draftErrors = ({ categories }: SellerRules, { categoryId }: ListingForm): FieldError[] =>
  categoryId === null || categories.has(categoryId) ? [] : [{ field: 'categoryId', message: '请重新选择分类' }]

/** Errors that prevent submission and depend on stored data. */
export function dataErrors(
  { categories, tags, capabilities, places }: SellerRules,
  form: Pick<ListingForm, 'categoryId' | 'tags' | 'capabilities' | 'areaCodes'>,
): FieldError[] {
  const node = form.categoryId === null ? undefined : categories.get(form.categoryId)
  const unknown = (field: string, values: readonly string[], has: (value: string) => boolean, why: string) => {
    const bad = values.filter((value) => !has(value))
    return bad.length === 0 ? [] : [{ field, message: `${bad.map((each) => `“${each}”`).join('')}${why}` }]
  }
  return [
    ...(node !== undefined && node.level < minCategoryLevel
      ? [{ field: 'categoryId', message: '请选择到第二级或更细的分类' }]
      : []),
    ...unknown('tags', form.tags, (tag) => tags.has(tag), '的资质证书未通过审核或已过期，请取消选择'),
    ...unknown('capabilities', form.capabilities, (word) => capabilities.has(word), '不在能力标签中，请重新选择'),
    ...unknown('areaCodes', form.areaCodes, (code) => places.has(code), '不是省或市的编码，请重新选择'),
  ]
}
