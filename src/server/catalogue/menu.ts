import { inArray } from 'drizzle-orm'
import type { FacetLevel, FacetOption, ListingMenu } from '../../contract/catalogue/listing-fields.ts'
import { brands } from '../../db/tables/catalogue.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'
import { priceTypes, priceTypeLabels } from '../../domain/catalogue/listing.ts'
import { bandValue, type PriceBand } from '../../domain/catalogue/price-bands.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { categoryNodes, type CategoryNode } from './category-tree.ts'
import type { Filter } from './conditions.ts'
import { countFacets, type FacetCounts } from './facet-counts.ts'
import { planOf } from './listing-plan.ts'
import { totalOf } from './ordered-page.ts'
import { placeNames } from './places.ts'
import type { Listings } from './search.ts'

type Reading = Pick<Context, 'db' | 'pages'>
const known = keptUntilChange<FacetCounts>(['services', 'products'])
const most = 12

/** The menu of a list: every facet counted without its own choice. */
export async function listingMenuOf(
  t: Listings,
  kind: CategoryNode['kind'],
  bands: readonly PriceBand[],
  filter: Filter,
  context: Reading,
): Promise<ListingMenu> {
  const key = `${kind} ${JSON.stringify(filter)}`
  const plan = await planOf(t, filter, context)
  const total = await totalOf(plan, key, context)
  const [counts, nodes, places] = await Promise.all([
    known(context, key, () => countFacets(t, plan, bands, { db: context.db, total })),
    categoryNodes(context),
    placeNames(context.db),
  ])
  const byCount = (facet: 'tags' | 'district' | 'brand') =>
    [...counts.of(facet)].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
  return {
    total,
    capped: total >= mostListed,
    partial: [...counts.partial],
    levels: levelsOf(
      [...nodes.values()].filter((node) => node.kind === kind),
      counts.of('category'),
      filter,
      counts.partial.has('category'),
    ),
    tags: byCount('tags')
      .slice(0, most)
      .map((row) => ({ ...row, label: row.value })),
    districts: byCount('district').map((row) => ({
      ...row,
      label: shortProvince(places.get(`${row.value}0000`) ?? row.value),
    })),
    brands: await namedBrands(byCount('brand'), filter, context),
    prices: bands
      .map((band) => ({
        ...{ value: bandValue(band), label: band.label },
        count: counts.of('price').get(bandValue(band)) ?? 0,
      }))
      .filter(({ count }) => count > 0 || counts.partial.has('price')),
    types: priceTypes
      .map((type) => ({
        ...{ value: String(type), label: priceTypeLabels[type] },
        count: counts.of('type').get(String(type)) ?? 0,
      }))
      .filter(({ count }) => count > 0 || counts.partial.has('type')),
    certifiedCount: counts.of('certified').get('yes') ?? 0,
    fixedCount: counts.of('type').get('0') ?? 0,
  }
}

/** The brands that most are of, and the chosen one, by name. */
async function namedBrands(
  counts: readonly { value: string; count: number }[],
  { brandId }: Filter,
  { db }: Reading,
): Promise<FacetOption[]> {
  const shown = counts.filter(({ value }, place) => place < most || value === String(brandId))
  if (brandId !== undefined && shown.every(({ value }) => value !== String(brandId))) {
    shown.push({ value: String(brandId), count: 0 })
  }
  if (shown.length === 0) return []
  const ids = shown.map(({ value }) => Number(value))
  const rows = await db.select({ id: brands.id, name: brands.name }).from(brands).where(inArray(brands.id, ids))
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  return shown.flatMap((row) => {
    const label = names.get(row.value)
    return label === undefined ? [] : [{ ...row, label }]
  })
}

/**
 * The first level, and below every chosen category its children. What leads nowhere is left out unless it is chosen;
 * where only a part was looked at, nobody knows what leads nowhere.
 */
function levelsOf(
  nodes: readonly CategoryNode[],
  counts: ReadonlyMap<string, number>,
  filter: Filter,
  isPartial: boolean,
): FacetLevel[] {
  const asked = [filter.fieldLevel3Id, filter.fieldLevel2Id, filter.id].filter((each) => each !== undefined)
  const deepest = nodes.filter((node) => asked.includes(node.id)).toSorted((a, b) => b.level - a.level)[0]
  const chosen = new Set(deepest?.path)
  const parents = nodes.filter((node) => node.level === 0 || chosen.has(node.id))
  return parents
    .map((parent): FacetLevel => {
      const children = nodes.filter((node) => node.parentId === parent.id)
      const options = children.map((node) => ({
        ...{ categoryId: node.id, categoryName: node.name, mark: node.mark },
        count: counts.get(String(node.id)) ?? 0,
      }))
      return {
        level: parent.level + 1,
        chosenId: children.find((node) => chosen.has(node.id))?.id ?? null,
        options: options.filter(({ categoryId, count }) => isPartial || count > 0 || chosen.has(categoryId)),
      }
    })
    .filter(({ options }) => options.length > 0)
    .toSorted((a, b) => a.level - b.level)
}
