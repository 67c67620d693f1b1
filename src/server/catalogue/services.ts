import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { services as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { planOf } from './listing-plan.ts'
import { isOffered, orderedPage, totalOf } from './ordered-page.ts'
import { helpWith } from './searching/help-with.ts'
import { serviceRows } from './service-rows.ts'

/** One page of the services on sale: the rows in one read, the total in another. */
export const services: Handler<typeof servicesCalls.services> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const plan = await planOf(table, filter, context)
  const total = await totalOf(plan, `service ${JSON.stringify(filter)}`, context)
  if (total === 0) return { total, data: [], suggestion: await helpWith('service', filter.keyword, context) }
  if (!isOffered(input)) return { total, data: [], suggestion: null }
  const data = await serviceRows(context.db, orderedPage(table, plan, { sort, current, pageSize }, total))
  return { total, data, suggestion: null }
}
