import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ServiceDetail, servicesCalls } from '../../../contract/catalogue/services.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { preparedOn } from '../../../db/prepared.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Context, Handler } from '../../handler.ts'
import { shopBoxColumns, presentShopBox, detailColumns, presentDetail } from './detail-row.ts'
import { wasOnSale } from '../query/listings.ts'
import { regionNames } from '../../reference/region-names.ts'
import { presentService, serviceColumns } from './service-rows.ts'

const columns = {
  ...serviceColumns,
  ...detailColumns(services),
  ...shopBoxColumns,
  serviceIntro: services.summary,
  status: services.status,
  reason: services.reason,
  downPaymentPercent: services.downPaymentPercent,
}

/** Services with all data of their page, in one query. */
export const serviceDetails = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(where)

export type ServiceDetailRow = Awaited<ReturnType<typeof serviceDetails>>[number]

/** A selected service in wire field names. */
export async function presentServiceDetail(
  row: ServiceDetailRow,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ServiceDetail> {
  const regionOf = await regionNames(context.db)
  return {
    ...presentService(row, regionOf),
    ...(await presentDetail(row, context)),
    serviceIntro: row.serviceIntro,
    downPaymentPercent: row.downPaymentPercent,
    downPaymentPrice: downPaymentOf(row),
    shop: await presentShopBox(row, regionOf, context),
  }
}

const preparedService = preparedOn((db) =>
  serviceDetails(db, and(eq(services.id, sql.placeholder('serviceId')), eq(services.status, 'published'))).prepare(
    'service_detail',
  ),
)

/** A published service with its shop. Throws gone for a formerly published one. */
export const service: Handler<typeof servicesCalls.service> = async ({ serviceId }, context) => {
  const { db } = context
  const [row] = await preparedService(db).execute({ serviceId })
  if (row !== undefined) return presentServiceDetail(row, context)
  const [before] = await db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.id, serviceId), wasOnSale(services)))
  throw new CallFailed(before === undefined ? 'notFound' : 'gone')
}

/** Down payment in fen, rounded down; only for fixed prices. */
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
