import type { productsCalls } from '../../contract/catalogue/products.ts'
import { products as table } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { planOf } from './listing-plan.ts'
import { isOffered, orderedPage, totalOf } from './ordered-page.ts'
import { productRows } from './product-rows.ts'
import { helpWith } from './searching/help-with.ts'

/** One page of the products on sale: the rows in one read, the total in another. */
export const products: Handler<typeof productsCalls.products> = async (input, context) => {
  const { sort, current, pageSize, ...filter } = input
  const plan = await planOf(table, filter, context)
  const total = await totalOf(plan, `product ${JSON.stringify(filter)}`, context)
  if (total === 0) return { total, data: [], suggestion: await helpWith('goods', filter.keyword, context) }
  if (!isOffered(input)) return { total, data: [], suggestion: null }
  const data = await productRows(context.db, orderedPage(table, plan, { sort, current, pageSize }, total))
  return { total, data, suggestion: null }
}
