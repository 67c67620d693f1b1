import type { productsCalls } from '../../contract/catalogue/products.ts'
import { products as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { allOf, conditionsOf } from './conditions.ts'
import { isOffered, orderedPage, totalOf } from './ordered-page.ts'
import { productRows } from './product-rows.ts'
import { matching } from './search.ts'

/** One page of the products on sale: the rows in one read, the total in another. */
export const products: Handler<typeof productsCalls.products> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const { db } = context
  const where = allOf(conditionsOf(db, table, filter, await matching(table, filter.keyword, context)))
  const total = await totalOf(table, where, `product ${JSON.stringify(filter)}`, context)
  if (!isOffered(input) || total === 0) return { total, data: [] }
  return {
    total,
    data: await productRows(db, orderedPage(table, where, { sort, current, pageSize, keyword: filter.keyword })),
  }
}
