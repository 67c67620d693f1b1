import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { services as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { planOf } from './listing-plan.ts'
import { isOffered, orderedPage, totalOf } from './ordered-page.ts'
import { serviceRows } from './service-rows.ts'

/** One page of the services on sale: the rows in one read, the total in another. */
export const services: Handler<typeof servicesCalls.services> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const plan = await planOf(table, filter, context)
  const total = await totalOf(table, plan, `service ${JSON.stringify(filter)}`, context)
  if (!isOffered(input) || total === 0) return { total, data: [] }
  return { total, data: await serviceRows(context.db, orderedPage(table, plan, { sort, current, pageSize })) }
}
