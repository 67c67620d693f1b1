import { asc, eq, sql } from 'drizzle-orm'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shopPictures, shopQualifications, shops } from '../../db/tables/shops.ts'
import { maySee } from '../../domain/accounts/visibility.ts'
import { shownPictures } from '../../domain/pictures/drawing-names.ts'
import { splitParagraphs } from '../../domain/shops/shop-rules.ts'
import type { Handler } from '../handler.ts'
import { matchesShop } from './shop-rows.ts'
import { listQualificationsInForce } from './seller/qualification-rows.ts'
import { holidayToday } from './today.ts'
import { getReader } from '../accounts/companies/company-reader.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { categoryNodes } from '../reference/categories.ts'

/** Shop data that is not on its home page; contact data as far as the reader may see it. */
export const shopMore: Handler<typeof shopsCalls.shopMore> = async (which, { db, caller }) => {
  const [row] = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(matchesShop(which))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop, company } = row
  const sees = maySee(company.visibility, 'contact', await getReader(db, caller, company.id))
  const contact = (value: string) => (sees ? value : '')
  const pictures = shownPictures(await listPictures(db, shop.id))
  return {
    shopId: shop.id,
    orgId: company.id,
    introduction: splitParagraphs(shop.introduction),
    pictures,
    qualifications: await listQualificationsInForce(db, eq(shopQualifications.shopId, shop.id)),
    capabilities: shop.capabilities,
    holiday: holidayToday(shop),
    contactName: contact(company.contactName),
    contactPhone: contact(company.contactPhone),
    contactEmail: contact(company.contactEmail),
    contactHidden: !sees,
    answersFrom: shop.answersFrom,
    answersUntil: shop.answersUntil,
  }
}

/** Pictures of a shop in their order. */
export const listPictures = (db: Db, shopId: number) =>
  db
    .select({ pictureId: shopPictures.id, url: shopPictures.url, caption: shopPictures.caption })
    .from(shopPictures)
    .where(eq(shopPictures.shopId, shopId))
    .orderBy(asc(shopPictures.sort), asc(shopPictures.id))

/** Published listings of a shop by second-level category, in one query. */
export const shopCounters: Handler<typeof shopsCalls.shopCounters> = async (which, context) => {
  const { db } = context
  const [shop] = await db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(matchesShop(which))
  if (shop === undefined) throw new CallFailed('notFound')
  const of = (t: typeof services | typeof products) => sql`
    select unnest(${t.categoryPath}) as category from ${t} where ${eq(t.shopId, shop.id)} and ${t.status} = 'published'`
  const rows = await db
    .select({ category: sql<number>`category`, count: sql<number>`count(*)::int` })
    .from(sql`(${of(services)} union all ${of(products)}) as listed`)
    .groupBy(sql`category`)
  const nodes = await categoryNodes(context)
  const counters = rows.flatMap(({ category, count }) => {
    const node = nodes.get(category)
    return node?.level === 2 ? [{ kind: node.kind, categoryId: node.id, categoryName: node.name, count }] : []
  })
  const kindOf = (kind: 'service' | 'product') =>
    counters.filter((counter) => counter.kind === kind).toSorted((a, b) => b.count - a.count)
  return { services: kindOf('service'), products: kindOf('product') }
}
