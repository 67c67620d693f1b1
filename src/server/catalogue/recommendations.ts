import { sql, and, eq, type SQL } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn } from '../../db/prepared.ts'
import { listingCards, products, services } from '../../db/tables/catalogue.ts'
import type { Handler } from '../handler.ts'
import { isCertifiedCompany } from './query/conditions.ts'
import type { Listings } from './query/listings.ts'
import { cardSeparator } from './query/ordered-page.ts'
import { topFollowedShops } from '../shops/matching-shops.ts'
import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { CallFailed } from '../../contract/failures.ts'
import { shops } from '../../db/tables/shops.ts'
import { wasOnSale } from './query/listings.ts'
import { listingRows, similarAnswer } from './listings/listing-rows.ts'
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

/** Number of cards in a row. */
const shownCounts = { services: 4, products: 5 }
/** The newest of a branch of the tree, among which those of the same category are looked for. */
const newestOfBranch = 100
/** Maximum rows sampled of a category of which few are among the newest of its branch. */
const maxSampled = 200

const number = (value: number) => sql.raw(String(value))

/**
 * Cards of the newest of the same category in other shops, then of its parent category. Read along the indexes by time,
 * which exist for the levels 1 to 3 (migration 0001): a category of level 4 is read along its parent.
 */
function similarCards({ kind, table: t }: Pick<ListingType, 'kind' | 'table'>, shown: number): SQL<string | null> {
  const path = t.categoryPath
  const depth = sql`cardinality(${path})`
  /** The newest below the place of the path, for a listing of these depths. */
  const along = (place: number, depths: readonly number[], far: SQL, limit: number) => sql`
    (select near.id, near.published_at, ${far} as far from ${t} as near
    where ${depth} in (${sql.join(depths.map(number), sql`, `)}) and near.status = 'published'
      and near.category_path[${number(place)}] = ${path}[${number(place)}] and near.shop_id <> ${t.shopId}
    order by near.published_at desc, near.id desc limit ${number(limit)})`
  // The root category is excluded, unless there is no other: everything would be similar.
  return sql`(with branch as materialized ${along(4, [4, 5], sql`case when ${depth} = 4 or near.category_path[5] = ${path}[5] then 0 else 1 end`, newestOfBranch)}
    select string_agg(${listingCards.card}, ${sql.raw(`E'${JSON.stringify(cardSeparator).slice(1, -1)}'`)}
      order by best.far, best.published_at desc, best.id desc)
    from (select id, published_at, min(far) as far from (
        select * from branch
        union all (select near.id, near.published_at, 0 from ${t} as near
          where near.status = 'published' and near.category_path @> array[${path}[5]] and near.shop_id <> ${t.shopId}
          limit (select case when count(*) = ${number(newestOfBranch)} and count(*) filter (where far = 0) < ${number(shown)}
            then ${number(maxSampled)} else 0 end from branch))
        union all ${along(3, [3, 4], sql`${depth} - 3`, shown)}
        union all ${along(2, [2, 3], sql`${depth} - 2`, shown)}
        union all ${along(1, [1], sql`0`, shown)}
      ) as found group by id, published_at order by min(far), published_at desc, id desc limit ${number(shown)}) as best
    join ${listingCards} on ${listingCards.kind} = ${sql.raw(`'${kind}'`)} and ${listingCards.listingId} = best.id)`
}

/** The shop of a listing that is or was published, and the cards of similar ones. */
const preparedSimilar = (type: Pick<ListingType, 'kind' | 'table'>, which: SQL, shown: number) =>
  preparedOn((db) => {
    const { kind, table: t } = type
    return db
      .select({ shopId: t.shopId, orgId: shops.companyId, shopName: shops.name, cards: similarCards(type, shown) })
      .from(t)
      .innerJoin(shops, eq(shops.id, t.shopId))
      .where(and(which, wasOnSale(t)))
      .prepare(`similar_to_${kind}`)
  })
const similarToService = preparedSimilar(
  serviceType,
  eq(services.id, sql.placeholder('serviceId')),
  shownCounts.services,
)
const similarToProduct = preparedSimilar(
  productType,
  eq(products.productNo, sql.placeholder('productNo')),
  shownCounts.products,
)

/** The shop of a service, and similar services of other shops. */
export const similarServices: Handler<typeof servicesCalls.similarServices> = async ({ serviceId }, { db }) => {
  const [found] = await similarToService(db).execute({ serviceId })
  if (found === undefined) throw new CallFailed('notFound')
  const { cards, ...shop } = found
  return similarAnswer(serviceType, cards ?? '', shop)
}

/** The shop of a product, and similar products of other shops. */
export const similarProducts: Handler<typeof productsCalls.similarProducts> = async ({ productNo }, { db }) => {
  const [found] = await similarToProduct(db).execute({ productNo })
  if (found === undefined) throw new CallFailed('notFound')
  const { cards, ...shop } = found
  return similarAnswer(productType, cards ?? '', shop)
}
