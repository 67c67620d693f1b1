import { sql } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { recommendedShops } from '../shops/public.ts'
import { certifiedOnly } from './conditions.ts'
import { productRows } from './product-rows.ts'
import type { Listings } from './search.ts'
import { serviceRows } from './service-rows.ts'

/** So many of the newest are looked at, however many there are. */
const looked = 500

/** Of every plate the newest listing of a certified company, so that the home page shows the breadth of what is on sale. */
const picked = (db: Db, t: Listings, most: number) => sql`
  (select id, row_number() over (order by published_at desc, id desc) as place from (
    select distinct on (newest.figure) newest.id, newest.published_at from (
      select ${t.id}, ${t.figure}, ${t.publishedAt} from ${t}
      where ${t.status} = 'published' and ${certifiedOnly(db, t)}
      order by ${t.publishedAt} desc, ${t.id} desc limit ${looked}
    ) as newest order by newest.figure, newest.published_at desc, newest.id desc
  ) as best order by place limit ${most}) as page`

/** What the home page shows. */
export const recommendations: Handler<typeof productsCalls.recommendations> = async (_input, { db }) => ({
  services: await serviceRows(db, picked(db, services, 8)),
  products: await productRows(db, picked(db, products, 5)),
  shops: await recommendedShops(db, 3),
})
