import { desc, eq, and, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { productRows } from './product-rows.ts'
import { serviceRows } from './service-rows.ts'

export { categoryNodes } from './category-tree.ts'
export { closeQuietInquiries } from './inquiries/close-quiet-inquiries.ts'
export { featuredServices } from './featured-services.ts'
export { waitingInquiries } from './inquiries/inquiry-lists.ts'
export { mainPicture, plateName, plateUrl, pricesOf } from './listing-row.ts'
export { memory } from './memory.ts'
export { regionNames } from './places.ts'
export { listingFigures } from './publishing/listing-figures.ts'
export { deleteSupply, suppliesOf } from './publishing/supplies.ts'
export { unlistAllOf } from './publishing/unlist-all.ts'
export { countsByCategory } from './tallies.ts'
export { writeViews } from './views.ts'

const newestOf = (t: typeof services | typeof products, shopId: number, most: number) => sql`
  (select id, row_number() over () as place from (
    select ${t.id} as id from ${t} where ${and(eq(t.shopId, shopId), eq(t.status, 'published'))}
    order by ${desc(t.publishedAt)}, ${desc(t.id)} limit ${most}) as newest) as page`

/** The newest services on sale of a shop. */
export const newestServices = (db: Db, shopId: number, most: number) =>
  serviceRows(db, newestOf(services, shopId, most))

/** The newest products on sale of a shop. */
export const newestProducts = (db: Db, shopId: number, most: number) =>
  productRows(db, newestOf(products, shopId, most))
