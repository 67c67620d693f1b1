import type { productsCalls } from '../../../contract/catalogue/products.ts'
import type { servicesCalls } from '../../../contract/catalogue/services.ts'
import type { Context, Handler } from '../../handler.ts'
import type { Filter } from '../query/conditions.ts'
import { isWithinMax, listingTotal, orderedPage, type PageRequest } from '../query/ordered-page.ts'
import { planListing } from '../query/plan.ts'
import { cachedSearchHelp } from '../searching/cached-search-help.ts'
import { listAnswer, listingRows } from './listing-rows.ts'
import { productType, serviceType, type ListingType } from './listing-type.ts'

/** One page of the published listings of a type: rows in one query, the total in another. */
async function listPage<Row extends object>(
  type: ListingType<Row>,
  { sort, current, pageSize, ...filter }: Filter & PageRequest,
  context: Pick<Context, 'db' | 'pages'>,
) {
  const plan = await planListing(type.table, filter, context)
  const total = await listingTotal(plan, `${type.kind} ${JSON.stringify(filter)}`, context)
  const request = { sort, current, pageSize }
  const [data, suggestion] =
    total === 0
      ? [[], await cachedSearchHelp(type.searched, filter.keyword, context)]
      : [
          isWithinMax(request)
            ? await listingRows(context.db, type, orderedPage(type.table, plan, request, total))
            : [],
          null,
        ]
  return listAnswer(total, data, { suggestion })
}

export const services: Handler<typeof servicesCalls.services> = (input, context) =>
  listPage(serviceType, input, context)

export const products: Handler<typeof productsCalls.products> = (input, context) =>
  listPage(productType, input, context)

/** Published services of one shop: the same list with a shop filter. */
export const shopServices: Handler<typeof servicesCalls.shopServices> = async (input, context) => {
  const { total, data } = await listPage(
    serviceType,
    { ...input, tags: [], certified: false, sort: 'default' },
    context,
  )
  return listAnswer(total, data, {})
}
