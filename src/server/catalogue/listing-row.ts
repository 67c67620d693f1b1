import { sql } from 'drizzle-orm'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { PriceType } from '../../domain/catalogue/listing.ts'

/** Columns of the shop that every listing row carries. */
export const shopColumns = {
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  certification: companies.certification,
}

/** Address of the main own picture; null while there is none. */
export const mainPicture = (t: typeof services | typeof products) => sql<string | null>`${t.pictures}->0->>'url'`

/** Address of a plate in the site's own figures; what a picture's address is while a listing has none. */
export const plateUrl = (figure: string) => `/figures/${figure}.svg`

/** Name of a plate as pages draw it: the tables may carry the file's name. */
export const plateName = (figure: string) => figure.replace(/^fig-/, '')

/** Prices as the wire has them: without a price there is no upper end either. */
export const pricesOf = (row: { priceType: PriceType; price: number | null; highPrice: number | null }) =>
  row.priceType === 2
    ? { price: null, highPrice: null }
    : { price: row.price, highPrice: row.priceType === 1 ? row.highPrice : null }
