import { api } from '../../client/browser.ts'
import { filteredList } from '../filtered-list.ts'

/** What the company bought, a page of it. */
export const goods = filteredList([], api.orders.boughtGoods)
