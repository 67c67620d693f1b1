import { and, asc, eq, gte, isNull, or } from 'drizzle-orm'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import type { Qualification } from '../../contract/shops/shop-fields.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shopPictures, shopQualifications, shops } from '../../db/tables/shops.ts'
import { maySee } from '../../domain/accounts/visibility.ts'
import { paragraphsOf } from '../../domain/shops/shop-rules.ts'
import { readerOf } from '../accounts/public.ts'
import type { Handler } from '../handler.ts'
import { isShop } from './shop-info.ts'
import { holidayToday, today } from './today.ts'

/** What a shop's home does not hold; its contact as far as the reader may see it. */
export const shopMore: Handler<typeof shopsCalls.shopMore> = async (which, { db, caller }) => {
  const [row] = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(isShop(which))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop, company } = row
  const sees = maySee(company.visibility, 'contact', await readerOf(db, caller, company.id))
  const contact = (value: string) => (sees ? value : '')
  const pictures = await picturesOf(db, shop.id)
  return {
    ...{ shopId: shop.id, orgId: company.id },
    introduction: paragraphsOf(shop.introduction),
    pictures,
    qualifications: await inForce(db, shop.id),
    capabilities: shop.capabilities,
    holiday: holidayToday(shop),
    contactName: contact(company.contactName),
    contactPhone: contact(company.contactPhone),
    contactEmail: contact(company.contactEmail),
    contactHidden: !sees,
    ...{ answersFrom: shop.answersFrom, answersUntil: shop.answersUntil },
  }
}

/** Pictures of a shop in their order. */
export const picturesOf = (db: Db, shopId: number) =>
  db
    .select({ pictureId: shopPictures.id, url: shopPictures.url, caption: shopPictures.caption })
    .from(shopPictures)
    .where(eq(shopPictures.shopId, shopId))
    .orderBy(asc(shopPictures.sort), asc(shopPictures.id))

/** Condition of a certificate whose tag is worn on a day. */
export const isInForce = (day = today()) =>
  and(
    eq(shopQualifications.status, 'approved'),
    or(isNull(shopQualifications.until), gte(shopQualifications.until, day)),
  )

const inForce = (db: Db, shopId: number): Promise<Qualification[]> =>
  db
    .select({
      tag: shopQualifications.tag,
      name: shopQualifications.name,
      scope: shopQualifications.scope,
      until: shopQualifications.until,
    })
    .from(shopQualifications)
    .where(and(eq(shopQualifications.shopId, shopId), isInForce()))
    .orderBy(asc(shopQualifications.id))
