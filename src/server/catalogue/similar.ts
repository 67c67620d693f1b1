import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'
import { wasOnSale } from './on-sale.ts'
import { productRows } from './product-rows.ts'
import type { Listings } from './search.ts'
import { serviceRows } from './service-rows.ts'

/** So many of each category are looked at: one may hold a hundred thousand. */
const looked = 200
/** A row of cards. */
const shown = { services: 4, products: 5 }

/** A listing that is or was on sale, as far as what is similar to it needs it. */
async function origin(db: Db, t: Listings, which: SQL) {
  const { shopId, categoryPath } = t
  const [row] = await db
    .select({ shopId, categoryPath, orgId: shops.companyId, shopName: shops.name })
    .from(t)
    .innerJoin(shops, eq(shops.id, shopId))
    .where(and(which, wasOnSale(t)))
  if (row === undefined) throw new CallFailed('notFound')
  const { categoryPath: path, ...shop } = row
  return { shop, path }
}

/** The newest of the same category in other shops; where there are few, of the category above it. */
function near(t: Listings, path: readonly number[], ownShop: number, most: number): SQL {
  const within = (category: number, far: number) => sql`
    (select ${t.id} as id, ${t.publishedAt} as published_at, ${far}::int as far from ${t}
    where ${and(eq(t.status, 'published'), sql`${t.categoryPath} @> array[${category}]::int[]`, ne(t.shopId, ownShop))}
    limit ${looked})`
  // The root of a tree is no category: everything would be similar.
  const branches = path.slice(1).toReversed().slice(0, 2)
  const sample = sql.join(
    (branches.length === 0 ? path : branches).map((category, far) => within(category, far)),
    sql` union all `,
  )
  return sql`(select id, row_number() over (order by far, published_at desc, id desc) as place from (
    select id, published_at, min(far) as far from (${sample}) as sample group by id, published_at
  ) as best order by place limit ${most}) as page`
}

/** The shop of a service, and services of other shops that come close to it. */
export const similarServices: Handler<typeof servicesCalls.similarServices> = async ({ serviceId }, { db }) => {
  const { shop, path } = await origin(db, services, eq(services.id, serviceId))
  return { shop, data: await serviceRows(db, near(services, path, shop.shopId, shown.services)) }
}

/** The shop of a product, and products of other shops that come close to it. */
export const similarProducts: Handler<typeof productsCalls.similarProducts> = async ({ productNo }, { db }) => {
  const { shop, path } = await origin(db, products, eq(products.productNo, productNo))
  return { shop, data: await productRows(db, near(products, path, shop.shopId, shown.products)) }
}
