import { sql } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { recommendedShops } from '../shops/public.ts'
import { productRows } from './product-rows.ts'
import type { Listings } from './search.ts'
import { serviceRows } from './service-rows.ts'

/** So many of the newest are looked at, however many there are. */
const looked = 500

/** Of every plate the listing that most people keep, so that the home page shows the breadth of what is on sale. */
const picked = (t: Listings, most: number) => sql`
  (select id, row_number() over (order by follow_count desc, id) as place from (
    select distinct on (newest.figure) newest.id, newest.follow_count from (
      select ${t.id}, ${t.figure}, ${t.followCount} from ${t} where ${t.status} = 'published'
      order by ${t.publishedAt} desc, ${t.id} desc limit ${looked}
    ) as newest order by newest.figure, newest.follow_count desc, newest.id
  ) as best order by place limit ${most}) as page`

/** What the home page shows. */
export const recommendations: Handler<typeof productsCalls.recommendations> = async (_input, { db }) => ({
  services: await serviceRows(db, picked(services, 8)),
  products: await productRows(db, picked(products, 5)),
  shops: await recommendedShops(db, 3),
})
