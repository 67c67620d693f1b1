import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { services as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { planListing } from './listing-plan.ts'
import { isWithinMax, orderedPage, listingTotal } from './ordered-page.ts'
import { cachedSearchHelp } from './searching/cached-search-help.ts'
import { serviceRows } from './service-rows.ts'

/** One page of the published services: rows in one query, the total in another. */
export const services: Handler<typeof servicesCalls.services> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const plan = await planListing(table, filter, context)
  const total = await listingTotal(plan, `service ${JSON.stringify(filter)}`, context)
  if (total === 0) return { total, data: [], suggestion: await cachedSearchHelp('service', filter.keyword, context) }
  if (!isWithinMax(input)) return { total, data: [], suggestion: null }
  const data = await serviceRows(context.db, orderedPage(table, plan, { sort, current, pageSize }, total))
  return { total, data, suggestion: null }
}

/** Published services of one shop: the same list with a shop filter. */
export const shopServices: Handler<typeof servicesCalls.shopServices> = (input, context) =>
  services({ ...input, tags: [], certified: false, sort: 'default' }, context)
