import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ServiceDetail, servicesCalls } from '../../contract/catalogue/services.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn, unnamed } from '../../db/prepared.ts'
import { companies } from '../../db/tables/accounts.ts'
import { services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Context, Handler } from '../handler.ts'
import { boxColumns, boxOf, detailColumns, detailOf } from './detail-row.ts'
import { wasOnSale } from './on-sale.ts'
import { regionNames } from './places.ts'
import { presentService, serviceColumns } from './service-rows.ts'

const columns = {
  ...serviceColumns,
  ...detailColumns(services),
  ...boxColumns,
  serviceIntro: services.summary,
  status: services.status,
  reason: services.reason,
  downPaymentPercent: services.downPaymentPercent,
}

/** Services with all that their page shows, in one read. */
export const serviceDetails = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(where)

export type ServiceDetailRow = Awaited<ReturnType<typeof serviceDetails>>[number]

/** A read service in the names of the wire. */
export async function presentServiceDetail(
  row: ServiceDetailRow,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ServiceDetail> {
  const regionOf = await regionNames(context.db)
  return {
    ...presentService(row, regionOf),
    ...(await detailOf(row, context)),
    serviceIntro: row.serviceIntro,
    downPaymentPercent: row.downPaymentPercent,
    downPaymentPrice: downPaymentOf(row),
    shop: await boxOf(row, regionOf, context),
  }
}

const onSale = preparedOn((db) =>
  serviceDetails(db, and(eq(services.id, sql.placeholder('serviceId')), eq(services.status, 'published'))).prepare(
    unnamed,
  ),
)

/** A service on sale with its shop; one that was on sale is gone. */
export const service: Handler<typeof servicesCalls.service> = async ({ serviceId }, context) => {
  const { db } = context
  const [row] = await onSale(db).execute({ serviceId })
  if (row !== undefined) return presentServiceDetail(row, context)
  const [before] = await db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.id, serviceId), wasOnSale(services)))
  throw new CallFailed(before === undefined ? 'notFound' : 'gone')
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
