import type { productsCalls } from '../../../contract/catalogue/products.ts'
import type { servicesCalls } from '../../../contract/catalogue/services.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context, Handler } from '../../handler.ts'
import type { Filter } from '../query/conditions.ts'
import { listingPage } from '../query/ordered-page.ts'
import type { PageRequest } from '../query/plan.ts'
import { planListing } from '../query/plan-question.ts'
import { cachedSearchHelp } from '../searching/cached-search-help.ts'
import { listAnswer } from './listing-rows.ts'
import { productType, serviceType, type ListingType } from './listing-type.ts'

/** One page of the published listings of a type, with the total; `isAlone`: nothing but the keyword is asked for. */
async function readList<Row extends object>(
  { kind }: ListingType<Row>,
  { sort, current, pageSize, ...filter }: Filter & PageRequest,
  context: Pick<Context, 'db' | 'pages'>,
) {
  const plan = await planListing(kind, filter, context)
  const key = `${kind} ${JSON.stringify(filter)}`
  const page = await listingPage(plan, { sort, current, pageSize }, { key, context })
  return { page, reading: plan.reading, isAlone: plan.form.chosen.length === 0 && !plan.form.isOneShop }
}

/** A list with a suggestion where nothing is found. */
async function listWithHelp<Row extends object>(
  type: ListingType<Row>,
  input: Filter & PageRequest,
  context: Pick<Context, 'db' | 'pages'>,
) {
  const { page, reading, isAlone } = await readList(type, input, context)
  const suggestion =
    page.total === 0 ? await cachedSearchHelp(type.searched, input.keyword, { context, isAlone }) : null
  return listAnswer(type, page, { suggestion, reading })
}

export const services: Handler<typeof servicesCalls.services> = (input, context) =>
  listWithHelp(serviceType, input, context)

export const products: Handler<typeof productsCalls.products> = (input, context) =>
  listWithHelp(productType, input, context)

/** Published services of one shop: the same list with a shop filter. */
export const shopServices: Handler<typeof servicesCalls.shopServices> = async (input, context) => {
  const { page } = await readList(serviceType, { ...input, tags: [], certified: false, sort: 'default' }, context)
  return listAnswer(serviceType, page, {})
}

/** Number of hits of a question, and the names of the first. */
export async function topListings(
  kind: ListingKind,
  keyword: string,
  pageSize: number,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<{ total: number; top: string[] }> {
  const sort = 'default' as const
  const input = { keyword, tags: [], certified: false, sort, current: 1, pageSize }
  if (kind === 'service') {
    const { page } = await readList(serviceType, input, context)
    return { total: page.total, top: listAnswer(serviceType, page, {}).data.map(({ serviceName }) => serviceName) }
  }
  const { page } = await readList(productType, input, context)
  return { total: page.total, top: listAnswer(productType, page, {}).data.map(({ productName }) => productName) }
}
