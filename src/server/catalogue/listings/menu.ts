import { inArray, sql, type SQL } from 'drizzle-orm'
import type { FacetLevel, FacetOption, ListingMenu, CountedFacet } from '../../../contract/catalogue/listing-fields.ts'
import { preparedByShape } from '../../../db/prepared.ts'
import { brands } from '../../../db/tables/catalogue.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { priceTypes, priceTypeLabels } from '../../../domain/catalogue/listing.ts'
import { bandValue, type PriceBand } from '../../../domain/catalogue/price-bands.ts'
import { shortProvince } from '../../../domain/catalogue/region.ts'
import type { Context, Handler } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import { categoryNodes, type CategoryNode } from '../../reference/categories.ts'
import { isCertified, placeholders, type Facet, type Filter, type FilterForm } from '../query/conditions.ts'
import type { ListingPlan } from '../query/plan.ts'
import { planListing } from '../query/plan-question.ts'
import { listingTotal } from '../query/ordered-page.ts'
import { districtNames } from '../../platform/district-names.ts'
import { listingTables } from '../query/listings.ts'
import { hitsQuery, type Reading } from '../query/reading.ts'
import type { productsCalls } from '../../../contract/catalogue/products.ts'
import type { servicesCalls } from '../../../contract/catalogue/services.ts'
import { productType, serviceType, type ListingType } from './listing-type.ts'
import type { Db } from '../../../db/open.ts'

/** Number of rows sampled when there are more hits than are counted. */
const maxScanned = 500

interface FacetCounts {
  readonly of: (facet: CountedFacet) => ReadonlyMap<string, number>
  /** Facets whose counts cover only part of the hits. */
  readonly partial: ReadonlySet<CountedFacet>
}

const countedFacets = [
  'category',
  'tags',
  'district',
  'type',
  'brand',
  'price',
  'certified',
] as const satisfies readonly Facet[]

/** A set of hits that facets are counted from: all conditions, or all without the choice of one facet. */
interface CountedSet {
  readonly without: Facet | undefined
  readonly reading: Reading
  readonly facets: readonly CountedFacet[]
}

/** Everything that the statement of facet counts depends on, besides its values. */
interface FacetsShape {
  readonly form: FilterForm
  readonly sets: readonly CountedSet[]
  readonly maxCounted: number
}

/**
 * Counts of every facet, each but the tags ignoring its own choice, in one query. Hits are read once for all facets without a
 * choice and once for each facet with one. When there are certainly more hits than are counted, nothing is read and
 * the values come from the statistics of the database.
 */
async function countFacets(
  plan: ListingPlan,
  { db, total }: { readonly db: Db; readonly total: number },
): Promise<FacetCounts> {
  const { form, values } = plan
  // More hits than are counted with a facet's choice imply as many without it.
  const maxCounted = total >= maxListed ? maxScanned : maxListed
  // Chosen tags are required all of them: the count of a further one is what is left with it.
  const ignored = form.chosen.filter((facet) => facet !== 'tags')
  const choiceOf = (facet: Facet) => ignored.find((each) => each === facet)
  const sets = [undefined, ...ignored]
    .filter((without) => !plan.exceedsMax(without))
    .map((without) => ({
      without,
      reading: plan.unordered(maxCounted + 1, without),
      facets: countedFacets.filter((facet) => choiceOf(facet) === without),
    }))
  const rows = sets.length === 0 ? [] : await preparedFacets(db, { form, sets, maxCounted }).execute(values)
  const found = Map.groupBy(rows, ({ facet }) => facet)
  const read = (facet: string) => new Map((found.get(facet) ?? []).map(({ value, count }) => [value, count]))
  const sizes = read('all')
  const isRead = (facet: Facet) => sets.some(({ without }) => without === choiceOf(facet))
  const isPartial = (facet: Facet) => !isRead(facet) || (sizes.get(choiceOf(facet) ?? 'hits') ?? 0) > maxCounted
  return {
    of: (facet) => (isRead(facet) ? read(facet) : plan.valuesOf(facet)),
    partial: new Set(countedFacets.filter(isPartial)),
  }
}

const preparedFacets = preparedByShape('listing_facets', (db, shape: FacetsShape, name) =>
  db
    .select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(facetsQuery(shape))
    .prepare(name),
)

function facetsQuery({ form, sets, maxCounted }: FacetsShape): SQL {
  const bands = form.kind === 'service' ? serviceType.bands : productType.bands
  const within = ({ from, to }: PriceBand) =>
    sql.raw([from === undefined ? [] : `high >= ${from}`, to === undefined ? [] : `low <= ${to}`].flat().join(' and '))
  const queryOf = (facet: CountedFacet, set: SQL): readonly SQL[] =>
    ({
      category: [sql`select 'category' as facet, step::text as value, count(*) as count from ${set}, unnest(path) as step group by step`],
      tags: [sql`select 'tags' as facet, tag as value, count(*) as count from ${set}, unnest(tags) as tag group by tag`],
      district: [sql`select 'district' as facet, province as value, count(*) as count from ${set} group by province`],
      type: [sql`select 'type' as facet, type::text as value, count(*) as count from ${set} group by type`],
      brand: form.kind === 'product' ? [sql`select 'brand' as facet, brand::text as value, count(*) as count from ${set} where brand is not null group by brand`] : [],
      price: bands.map((band) => sql`select 'price' as facet, ${sql.raw(`'${bandValue(band)}'`)} as value, count(*) as count from ${set} where ${within(band)}`),
      certified: [sql`select 'certified' as facet, 'yes' as value, count(*) as count from ${set} where certified`],
    })[facet] // prettier-ignore
  const counts = sets.flatMap(({ without, facets }) => {
    const set = sql.raw(cteName(without))
    const size = sql`select 'all' as facet, ${sql.raw(`'${without ?? 'hits'}'`)} as value, count(*) as count from ${set}`
    return [...facets.flatMap((facet) => queryOf(facet, set)), size]
  })
  const named = sets.map(
    (set) => sql`${sql.raw(cteName(set.without))} as materialized (${facetHits(form, set, maxCounted)})`,
  )
  return sql`(with ${sql.join(named, sql`, `)} ${sql.join(counts, sql` union all `)}) as facets`
}

const cteName = (without: Facet | undefined) => (without === undefined ? 'hits' : `without_${without}`)

/** Columns that facets are counted from, limited to one row more than the maximum. */
function facetHits(form: FilterForm, { reading, without }: CountedSet, maxCounted: number): SQL {
  const t = listingTables[form.kind]
  const brand = 'brandId' in t ? sql`${t.brandId}` : sql`null::integer`
  const columns = sql`${t.categoryPath} as path, ${t.tags} as tags, left(${t.districtCode}, 2) as province,
    ${t.priceType} as type, ${brand} as brand, ${t.price} as low, coalesce(${t.highPrice}, ${t.price}) as high,
    ${isCertified(t)} as certified`
  return sql`select * from (${hitsQuery(form, reading, columns, placeholders, without)}) as found limit ${sql.raw(String(maxCounted + 1))}`
}

type CacheContext = Pick<Context, 'db' | 'pages'>
const cachedFacetCounts = cachedReads<FacetCounts>({ tags: ['services', 'products'] })
const maxOptions = 12

/** The facet menu of a list; the counts of a facet ignore its own choice, except for tags. */
export async function buildListingMenu(
  { kind, bands }: ListingType,
  filter: Filter,
  context: CacheContext,
): Promise<ListingMenu> {
  const key = `${kind} ${JSON.stringify(filter)}`
  const plan = await planListing(kind, filter, context)
  const total = await listingTotal(plan, key, context)
  const [counts, nodes, places] = await Promise.all([
    cachedFacetCounts(context, key, () => countFacets(plan, { db: context.db, total })),
    categoryNodes(context),
    districtNames(context.db),
  ])
  const byCount = (facet: 'tags' | 'district' | 'brand') =>
    [...counts.of(facet)].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
  return {
    total,
    capped: total >= maxListed,
    partial: [...counts.partial],
    levels: categoryLevels(
      [...nodes.values()].filter((node) => node.kind === kind),
      counts.of('category'),
      filter,
      counts.partial.has('category'),
    ),
    tags: tagOptions(byCount('tags'), filter.tags),
    districts: byCount('district').map((row) => ({
      ...row,
      label: shortProvince(places.get(`${row.value}0000`) ?? row.value),
    })),
    brands: await brandOptions(byCount('brand'), filter, context),
    prices: bands
      .map((band) => ({
        value: bandValue(band),
        label: band.label,
        count: counts.of('price').get(bandValue(band)) ?? 0,
      }))
      .filter(({ count }) => count > 0 || counts.partial.has('price')),
    types: priceTypes
      .map((type) => ({
        value: String(type),
        label: priceTypeLabels[type],
        count: counts.of('type').get(String(type)) ?? 0,
      }))
      .filter(({ count }) => count > 0 || counts.partial.has('type')),
    certifiedCount: counts.of('certified').get('yes') ?? 0,
    fixedCount: counts.of('type').get('0') ?? 0,
  }
}

/** The most frequent tags and the chosen ones, which stay even where nothing is left with all of them. */
function tagOptions(
  counts: readonly { readonly value: string; readonly count: number }[],
  chosen: readonly string[],
): FacetOption[] {
  const shown = counts.filter(({ value }, place) => place < maxOptions || chosen.includes(value))
  const absent = chosen.filter((tag) => shown.every(({ value }) => value !== tag))
  return [...shown, ...absent.map((value) => ({ value, count: 0 }))].map((row) => ({ ...row, label: row.value }))
}

/** The most frequent brands and the chosen one, with their names. */
async function brandOptions(
  counts: readonly { value: string; count: number }[],
  { brandId }: Filter,
  { db }: CacheContext,
): Promise<FacetOption[]> {
  const shown = counts.filter(({ value }, place) => place < maxOptions || value === String(brandId))
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
 * The first level, and the children of every chosen category. Empty options are left out unless chosen; with partial
 * counts all options stay, since a count of zero is not reliable.
 */
function categoryLevels(
  nodes: readonly CategoryNode[],
  counts: ReadonlyMap<string, number>,
  filter: Filter,
  isPartial: boolean,
): FacetLevel[] {
  const requestedIds = [filter.fieldLevel3Id, filter.fieldLevel2Id, filter.id].filter((each) => each !== undefined)
  const deepest = nodes.filter((node) => requestedIds.includes(node.id)).toSorted((a, b) => b.level - a.level)[0]
  const chosen = new Set(deepest?.path)
  const parents = nodes.filter((node) => node.level === 0 || chosen.has(node.id))
  return parents
    .map((parent): FacetLevel => {
      const children = nodes.filter((node) => node.parentId === parent.id)
      const options = children.map((node) => ({
        categoryId: node.id,
        categoryName: node.name,
        mark: node.mark,
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

export const serviceMenu: Handler<typeof servicesCalls.serviceMenu> = (filter, context) =>
  buildListingMenu(serviceType, filter, context)

export const productMenu: Handler<typeof productsCalls.productMenu> = (filter, context) =>
  buildListingMenu(productType, filter, context)
