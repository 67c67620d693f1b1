import { sql } from 'drizzle-orm'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { PriceType } from '../../../domain/catalogue/listing.ts'
import { figureUrl } from '../../../domain/pictures/drawing-names.ts'

/** Columns of the shop that every listing row carries. */
export const shopColumns = {
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  certification: companies.certification,
}

/** URL of the main uploaded picture; null without one. */
export const mainPicture = (t: typeof services | typeof products) => sql<string | null>`${t.pictures}->0->>'url'`

/** Name of a placeholder image; the tables may contain the file name with its prefix. */
export const placeholderImage = (figure: string) => figure.replace(/^fig-/, '')

/** URL of what a listing is shown with: its main picture, or the placeholder image while it has none. */
export const listingPictureUrl = (picture: string | null | undefined, figure: string): string =>
  picture ?? figureUrl(placeholderImage(figure))

/** Prices in wire form: without a price there is no upper end either. */
export const presentPrices = (row: { priceType: PriceType; price: number | null; highPrice: number | null }) =>
  row.priceType === 2
    ? { price: null, highPrice: null }
    : { price: row.price, highPrice: row.priceType === 1 ? row.highPrice : null }
