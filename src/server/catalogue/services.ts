import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { services as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { allOf, conditionsOf } from './conditions.ts'
import { isOffered, orderedPage, totalOf } from './ordered-page.ts'
import { matching } from './search.ts'
import { serviceRows } from './service-rows.ts'

/** One page of the services on sale: the rows in one read, the total in another. */
export const services: Handler<typeof servicesCalls.services> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const { db } = context
  const where = allOf(conditionsOf(db, table, filter, await matching(table, filter.keyword, context)))
  const total = await totalOf(table, where, `service ${JSON.stringify(filter)}`, context)
  if (!isOffered(input) || total === 0) return { total, data: [] }
  return {
    total,
    data: await serviceRows(db, orderedPage(table, where, { sort, current, pageSize, keyword: filter.keyword })),
  }
}
