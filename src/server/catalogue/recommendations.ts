import { sql, and, eq, ne, type SQL } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn } from '../../db/prepared.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { isCertifiedCompany } from './query/conditions.ts'
import type { Listings } from './query/listings.ts'
import { topFollowedShops } from '../shops/matching-shops.ts'
import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { CallFailed } from '../../contract/failures.ts'
import { shops } from '../../db/tables/shops.ts'
import { wasOnSale } from './query/listings.ts'
import { listingRows } from './listings/listing-rows.ts'
import { productType, serviceType, type ListingType } from './listings/listing-type.ts'

/** Maximum number of newest listings considered. */
const maxCandidates = 500

/** The newest listing of certified companies for each kind of drawing, so that the home page shows variety. */
const newestPerFigure = (db: Db, t: Listings, limit: number) => sql`
  (select id, row_number() over (order by published_at desc, id desc) as place from (
    select distinct on (newest.family) newest.id, newest.published_at from (
      select ${t.id}, regexp_replace(${t.figure}, '^cas-.*|-\\d{1,3}$', '') as family, ${t.publishedAt} from ${t}
      where ${t.status} = 'published' and ${isCertifiedCompany(db, t)}
      order by ${t.publishedAt} desc, ${t.id} desc limit ${maxCandidates}
    ) as newest order by newest.family, newest.published_at desc, newest.id desc
  ) as best order by place limit ${limit}) as page`

/** Recommended services and products of the home page. */
export const recommendations: Handler<typeof productsCalls.recommendations> = async (_input, { db }) => ({
  services: await listingRows(db, serviceType, newestPerFigure(db, services, 8)),
  products: await listingRows(db, productType, newestPerFigure(db, products, 5)),
  shops: await topFollowedShops(db, 3),
})

/** Maximum rows sampled per category, since one may contain a hundred thousand. */
const maxPerCategory = 200
/** Number of cards in a row. */
const shownCounts = { services: 4, products: 5 }

/** Shop and category path of a listing that is or was published. */
const preparedSource = ({ kind, table: t }: Pick<ListingType<object>, 'kind' | 'table'>, which: SQL) =>
  preparedOn((db) =>
    db
      .select({ shopId: t.shopId, categoryPath: t.categoryPath, orgId: shops.companyId, shopName: shops.name })
      .from(t)
      .innerJoin(shops, eq(shops.id, t.shopId))
      .where(and(which, wasOnSale(t)))
      .prepare(`similar_to_${kind}`),
  )
const sourceService = preparedSource(serviceType, eq(services.id, sql.placeholder('serviceId')))
const sourceProduct = preparedSource(productType, eq(products.productNo, sql.placeholder('productNo')))

/** The newest of the same category in other shops, then of its parent category. */
function similarListings(t: Listings, path: readonly number[], ownShop: number, limit: number): SQL {
  const within = (category: number, far: number) => sql`
    (select ${t.id} as id, ${t.publishedAt} as published_at, ${far}::int as far from ${t}
    where ${and(eq(t.status, 'published'), sql`${t.categoryPath} @> array[${category}]::int[]`, ne(t.shopId, ownShop))}
    limit ${maxPerCategory})`
  // The root category is excluded: everything would be similar.
  const branches = path.slice(1).toReversed().slice(0, 2)
  const sample = sql.join(
    (branches.length === 0 ? path : branches).map((category, far) => within(category, far)),
    sql` union all `,
  )
  return sql`(select id, row_number() over (order by far, published_at desc, id desc) as place from (
    select id, published_at, min(far) as far from (${sample}) as sample group by id, published_at
  ) as best order by place limit ${limit}) as page`
}

/** The shop of a service, and similar services of other shops. */
export const similarServices: Handler<typeof servicesCalls.similarServices> = async ({ serviceId }, { db }) => {
  const [source] = await sourceService(db).execute({ serviceId })
  if (source === undefined) throw new CallFailed('notFound')
  const { categoryPath: path, ...shop } = source
  return {
    shop,
    data: await listingRows(db, serviceType, similarListings(services, path, shop.shopId, shownCounts.services)),
  }
}

/** The shop of a product, and similar products of other shops. */
export const similarProducts: Handler<typeof productsCalls.similarProducts> = async ({ productNo }, { db }) => {
  const [source] = await sourceProduct(db).execute({ productNo })
  if (source === undefined) throw new CallFailed('notFound')
  const { categoryPath: path, ...shop } = source
  return {
    shop,
    data: await listingRows(db, productType, similarListings(products, path, shop.shopId, shownCounts.products)),
  }
}
