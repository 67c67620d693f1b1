import { inArray } from 'drizzle-orm'
import { brands } from '../../../db/tables/catalogue.ts'
import type { savedSearches } from '../../../db/tables/search.ts'
import { shops } from '../../../db/tables/shops.ts'
import { priceTypeLabels } from '../../../domain/catalogue/listing.ts'
import { savedState } from '../../../domain/catalogue/saved-search.ts'
import type { Context } from '../../handler.ts'
import { categoryNodes } from '../../reference/categories.ts'
import { regionNames } from '../../reference/region-names.ts'

type Saved = Pick<typeof savedSearches.$inferSelect, 'query'>

const yuan = (amount: number) => `¥${amount.toLocaleString('en-US')}`

function priceText(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `${yuan(to)} 以下`
  return to === undefined ? `${yuan(from)} 以上` : `${yuan(from)} ~ ${yuan(to)}`
}

/** The conditions of saved searches as words, with three reads for any number; what no longer exists is left out. */
export async function conditionNames(
  rows: readonly Saved[],
  context: Pick<Context, 'db' | 'pages'>,
): Promise<(row: Saved) => string[]> {
  const { db } = context
  const states = new Map(rows.map(({ query }) => [query, savedState(query)]))
  const idsOf = (name: 'brandId' | 'shopId') => [...states.values()].flatMap((state) => state[name] ?? [])
  const [brandIds, shopIds] = [idsOf('brandId'), idsOf('shopId')]
  const [nodes, regionOf, brandRows, shopRows] = await Promise.all([
    categoryNodes(context),
    regionNames(db),
    brandIds.length === 0
      ? []
      : db.select({ id: brands.id, name: brands.name }).from(brands).where(inArray(brands.id, brandIds)),
    shopIds.length === 0
      ? []
      : db.select({ id: shops.id, name: shops.name }).from(shops).where(inArray(shops.id, shopIds)),
  ])
  const brandOf = new Map(brandRows.map(({ id, name }) => [id, name]))
  const shopOf = new Map(shopRows.map(({ id, name }) => [id, name]))
  return ({ query }) => {
    const state = states.get(query) ?? savedState(query)
    const named = [
      state.keyword === '' ? undefined : `“${state.keyword}”`,
      nodes.get(state.fieldLevel3Id ?? state.fieldLevel2Id ?? state.id ?? 0)?.name,
      state.brandId === undefined ? undefined : brandOf.get(state.brandId),
      ...state.tags,
      state.region === undefined ? undefined : regionOf(state.region.padEnd(6, '0')),
      state.priceType === undefined ? undefined : priceTypeLabels[state.priceType],
      priceText(state.priceFrom, state.priceTo),
      state.certified ? '企业认证' : undefined,
      state.shopId === undefined ? undefined : shopOf.get(state.shopId),
    ]
    return named.flatMap((name) => (name === undefined || name === '' ? [] : [name]))
  }
}
