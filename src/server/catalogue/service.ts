import { and, eq } from 'drizzle-orm'
import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies } from '../../db/tables/accounts.ts'
import { services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'
import { categoryNodes } from './category-tree.ts'
import { boxColumns, boxOf, detailColumns, detailOf } from './detail-row.ts'
import { regionNames } from './places.ts'
import { presentService, serviceColumns } from './service-rows.ts'

const columns = {
  ...serviceColumns,
  ...detailColumns(services),
  ...boxColumns,
  serviceIntro: services.summary,
  downPaymentPercent: services.downPaymentPercent,
}

/** A service on sale with its shop. */
export const service: Handler<typeof servicesCalls.service> = async ({ serviceId }, context) => {
  const { db } = context
  const [row] = await db
    .select(columns)
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(and(eq(services.id, serviceId), eq(services.status, 'published')))
  if (row === undefined) throw new CallFailed('notFound')
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  return {
    ...presentService(row, regionOf),
    ...detailOf(row, nodes),
    serviceIntro: row.serviceIntro,
    downPaymentPercent: row.downPaymentPercent,
    downPaymentPrice: downPaymentOf(row),
    shop: boxOf(row, regionOf),
  }
}

/** Fen to be paid first; whole fen, cut. Only a fixed price has it. */
function downPaymentOf({
  priceType,
  price,
  downPaymentPercent,
}: {
  priceType: number
  price: number | null
  downPaymentPercent: number
}) {
  return priceType === 0 && price !== null && downPaymentPercent > 0
    ? Math.trunc((price * downPaymentPercent) / 100)
    : null
}
