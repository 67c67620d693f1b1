import type { Category } from '../../contract/reference/reference.ts'
import { typedYuan } from '../../domain/money-input.ts'
import { hallQuery } from '../../domain/demands/hall-query.ts'
import { pathTo } from './choices.ts'

/** A subscription as its form holds it. */
export interface SubscriptionValues {
  /** 0 = a new one. */
  readonly subscriptionId: number
  readonly name: string
  readonly categories: readonly { readonly categoryId: number; readonly categoryName: string }[]
  /** Picked in the form and not put among the others yet: saved with them. */
  readonly category: number | null
  readonly district: string | null
  /** Words as typed, divided by commas, spaces or 、. */
  readonly words: string
  readonly districts: readonly { readonly districtCode: string; readonly districtName: string }[]
  /** Yuan as typed; '' = any. */
  readonly budget: string
  readonly isOn: boolean
}

export const blank: SubscriptionValues = {
  ...{ subscriptionId: 0, name: '', categories: [], words: '', districts: [], budget: '', isOn: true },
  ...{ category: null, district: null },
}

/** Words of a line, each once. A Latin name keeps its spaces only between commas: most people divide by spaces. */
export const wordsIn = (line: string): string[] => [
  ...new Set(
    line
      .split(/[\s,，、;；]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** What to call one whose name was left empty: after what it waits for. */
export function namedBy({ categories, words, districts }: SubscriptionValues): string {
  const parts = [
    ...categories.map(({ categoryName }) => categoryName),
    ...wordsIn(words),
    ...districts.map(({ districtName }) => districtName),
  ]
  return (parts.slice(0, 2).join(' · ') || '全部新需求').slice(0, 20)
}

/** What the address fills in, as the hall writes it; null where it says nothing of the kind. */
export function valuesOf(
  search: string,
  tree: readonly Category[],
  nameOf: (code: string) => string | undefined,
): Partial<SubscriptionValues> | null {
  const given = new URLSearchParams(search)
  const { keyword, categoryId, districtCode } = hallQuery(given)
  const budget = Number(given.get('budgetFrom') ?? 0)
  const category = pathTo(tree, categoryId ?? null).at(-1)
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
    ...(Number.isSafeInteger(budget) && budget > 0 ? { budget: typedYuan(budget) } : {}),
  }
  return Object.keys(values).length === 0 ? null : values
}
