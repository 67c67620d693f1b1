import type { Category } from '../../../contract/reference/reference.ts'
import { formatYuanInput } from '../../../domain/money-input.ts'
import { hallQuery } from '../../../domain/demands/hall-query.ts'
import { categoryPath } from '../choices.ts'

/** Form values of a subscription. */
export interface SubscriptionValues {
  /** 0 for a new subscription. */
  readonly subscriptionId: number
  readonly name: string
  readonly categories: readonly { readonly categoryId: number; readonly categoryName: string }[]
  /** Selected in the form but not added yet; included when saving. */
  readonly category: number | null
  readonly district: string | null
  /** Keywords as typed, separated by commas, spaces or 、. */
  readonly words: string
  readonly districts: readonly { readonly districtCode: string; readonly districtName: string }[]
  /** Yuan as typed; '' for any. */
  readonly budget: string
  readonly isOn: boolean
}

export const emptySubscription: SubscriptionValues = {
  subscriptionId: 0,
  name: '',
  categories: [],
  words: '',
  districts: [],
  budget: '',
  isOn: true,
  category: null,
  district: null,
}

/**
 * Distinct keywords of a line. Latin names keep their spaces only when separated by commas, since most people separate
 * by spaces.
 */
export const splitKeywords = (line: string): string[] => [
  ...new Set(
    line
      .split(/[\s,，、;；]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** Default name of an unnamed subscription, from its conditions. */
export function defaultSubscriptionName({ categories, words, districts }: SubscriptionValues): string {
  const parts = [
    ...categories.map(({ categoryName }) => categoryName),
    ...splitKeywords(words),
    ...districts.map(({ districtName }) => districtName),
  ]
  return (parts.slice(0, 2).join(' · ') || '全部新需求').slice(0, 20)
}

/** Form values from the demand hall's address; null when it contains none. */
export function subscriptionValuesFromSearch(
  search: string,
  tree: readonly Category[],
  nameOf: (code: string) => string | undefined,
): Partial<SubscriptionValues> | null {
  const given = new URLSearchParams(search)
  const { keyword, categoryId, districtCode } = hallQuery(given)
  const budget = Number(given.get('budgetFrom') ?? 0)
  const category = categoryPath(tree, categoryId ?? null).at(-1)
  const code = districtCode?.padEnd(6, '0')
  const district = code === undefined ? undefined : nameOf(code)
  const values = {
    ...(keyword === '' ? {} : { words: keyword }),
    ...(category === undefined
      ? {}
      : { categories: [{ categoryId: category.categoryId, categoryName: category.categoryName }] }),
    ...(code === undefined || district === undefined
      ? {}
      : { districts: [{ districtCode: code, districtName: district }] }),
    ...(Number.isSafeInteger(budget) && budget > 0 ? { budget: formatYuanInput(budget) } : {}),
  }
  return Object.keys(values).length === 0 ? null : values
}
