import { and, desc, eq, isNull } from 'drizzle-orm'
import type { previewsCalls } from '../../contract/catalogue/previews.ts'
import { CallFailed } from '../../contract/failures.ts'
import { services } from '../../db/tables/catalogue.ts'
import { serviceContent } from '../../domain/catalogue/listing-content.ts'
import type { Context, Handler, Seller } from '../handler.ts'
import { around, categoryPlaces, changesOf, isProductForm, type Change } from './pending.ts'
import { regionNames } from './places.ts'
import { presentServiceDetail, serviceDetails, type ServiceDetailRow } from './service.ts'
import { presentService } from './service-rows.ts'

const own = ({ companyId }: Pick<Seller, 'companyId'>) =>
  and(eq(services.companyId, companyId), isNull(services.deletedAt))

/** A service as it would be with its change. */
async function changed(context: Pick<Context, 'db' | 'pages'>) {
  const placeOf = await categoryPlaces(context)
  return (row: ServiceDetailRow, change: Change | undefined): ServiceDetailRow => {
    if (change === undefined || isProductForm(change.form)) return row
    const { detail, ...content } = serviceContent(change.form)
    const place = placeOf(change.form.categoryId)
    return { ...row, ...place, ...content, detail: { ...detail, certificates: row.detail.certificates } }
  }
}

/** An own service as its page would be, whatever its state. */
export const servicePreview: Handler<typeof previewsCalls.servicePreview> = async ({ serviceId }, context) => {
  const { db, caller } = context
  const [row] = await serviceDetails(db, and(own(caller), eq(services.id, serviceId)))
  if (row === undefined) throw new CallFailed('notFound')
  const change = (await changesOf(db, 'service', [serviceId])).get(serviceId)
  const shown = (await changed(context))(row, change)
  return { ...(await presentServiceDetail(shown, context)), ...around(row, change) }
}

/** The own services as a list would show them, what was written last first. */
export const servicesPreview: Handler<typeof previewsCalls.servicesPreview> = async (
  { current, pageSize },
  context,
) => {
  const { db, caller } = context
  const rows = await serviceDetails(db, own(caller))
    .orderBy(desc(services.updatedAt), desc(services.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map((row) => row.serviceId)
  const changes = await changesOf(db, 'service', ids)
  const [withChange, regionOf] = [await changed(context), await regionNames(db)]
  return {
    total: await db.$count(services, own(caller)),
    data: rows.map((row) => {
      const change = changes.get(row.serviceId)
      return { ...presentService(withChange(row, change), regionOf), ...around(row, change) }
    }),
  }
}
