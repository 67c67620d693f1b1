import type { Attribute } from '../../domain/catalogue/attributes.ts'
import { submitFaults } from './listing-input.ts'
import type { ListingValues } from './listing-values.ts'

/** One line of the list of checks beside a listing's form. */
export interface ListingCheck {
  readonly word: string
  /** Filled in, and nothing in it keeps the listing from being submitted. */
  readonly done: boolean
  readonly optional: boolean
}

const priceFields = ['price', 'highPrice', 'downPaymentPercent', 'durationFrom', 'durationTo', 'steps'] as const
const specFields = ['specs', 'minOrder', 'discounts', 'downPaymentPercent'] as const

/**
 * What a listing still lacks before it is submitted, by the rules of its submission. `attributes` are those of its
 * category; undefined while they are not read yet, when nothing can be said about them.
 */
export function listingChecks(
  kind: 'service' | 'product',
  values: ListingValues,
  attributes: readonly Attribute[] | undefined,
): readonly ListingCheck[] {
  const faults = submitFaults(kind, values, attributes ?? []).map(({ field }) => field)
  const wrong = (...fields: readonly string[]) =>
    faults.filter((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`))).length
  const missing = wrong('attributes')
  const check = (word: string, done: boolean, optional = false): ListingCheck => ({ word, done, optional })
  return [
    check('类目与标题', wrong('categoryId', 'title') === 0),
    check('简介', wrong('summary') === 0),
    ...(attributes === undefined || attributes.length === 0
      ? []
      : [check(missing === 0 ? '类目属性' : `${missing} 项类目属性`, missing === 0)]),
    kind === 'service'
      ? check('价格', (values.priceType === 2 || values.price.trim() !== '') && wrong(...priceFields) === 0)
      : check('规格与价格', wrong(...specFields) === 0),
    check('详情', wrong('paragraphs', 'facts', 'table', 'deliverables') === 0),
    check('图片', values.pictures.length > 0 && wrong('pictures') === 0, true),
  ]
}
