import type { Attribute } from '../../domain/catalogue/attributes.ts'
import { submitErrors } from './listing-input.ts'
import type { ListingValues } from './listing-values.ts'

/** One item of the checklist beside the listing form. */
export interface ListingCheck {
  readonly label: string
  /** Filled in without errors. */
  readonly done: boolean
  readonly optional: boolean
}

const priceFields = ['price', 'highPrice', 'downPaymentPercent', 'durationFrom', 'durationTo', 'steps'] as const
const specFields = ['specs', 'minOrder', 'discounts', 'downPaymentPercent'] as const

/**
 * Checklist of a listing before submission, by the submission rules. `attributes` are those of its category; undefined
 * while loading, when they cannot be checked.
 */
export function listingChecks(
  kind: 'service' | 'product',
  values: ListingValues,
  attributes: readonly Attribute[] | undefined,
): readonly ListingCheck[] {
  const errors = submitErrors(kind, values, attributes ?? []).map(({ field }) => field)
  const hasError = (...fields: readonly string[]) =>
    errors.filter((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`))).length
  const missing = hasError('attributes')
  const check = (word: string, done: boolean, optional = false): ListingCheck => ({ label: word, done, optional })
  return [
    check('分类与标题', hasError('categoryId', 'title') === 0),
    check('简介', hasError('summary') === 0),
    ...(attributes === undefined || attributes.length === 0
      ? []
      : [check(missing === 0 ? '分类属性' : `${missing} 项分类属性`, missing === 0)]),
    kind === 'service'
      ? check('价格', (values.priceType === 2 || values.price.trim() !== '') && hasError(...priceFields) === 0)
      : check('规格与价格', hasError(...specFields) === 0),
    check('详情', hasError('paragraphs', 'facts', 'table', 'deliverables') === 0),
    check('图片', values.pictures.length > 0 && hasError('pictures') === 0, true),
  ]
}
