import type { productsCalls } from '../../contract/catalogue/products.ts'
import { products as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { planListing } from './listing-plan.ts'
import { isWithinMax, orderedPage, listingTotal } from './ordered-page.ts'
import { productRows } from './product-rows.ts'
import { cachedSearchHelp } from './searching/cached-search-help.ts'

/** One page of the published products: rows in one query, the total in another. */
export const products: Handler<typeof productsCalls.products> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const plan = await planListing(table, filter, context)
  const total = await listingTotal(plan, `product ${JSON.stringify(filter)}`, context)
  if (total === 0) return { total, data: [], suggestion: await cachedSearchHelp('goods', filter.keyword, context) }
  if (!isWithinMax(input)) return { total, data: [], suggestion: null }
  const data = await productRows(context.db, orderedPage(table, plan, { sort, current, pageSize }, total))
  return { total, data, suggestion: null }
}
