import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'

/** A listing by what its page is found by. */
export interface Which {
  readonly serviceId?: number | undefined
  readonly productNo?: string | undefined
}

/** What an inquiry has to know of its listing. */
export interface AskedListing {
  readonly kind: ListingKind
  readonly id: number
  readonly companyId: number
  readonly title: string
}

/** The listing on sale that is meant; throws notFound for any other. */
export async function askedListing(db: Db, { serviceId, productNo }: Which): Promise<AskedListing> {
  const kind = productNo === undefined ? 'service' : 'product'
  const t = kind === 'service' ? services : products
  const meant = productNo === undefined ? eq(services.id, serviceId ?? 0) : eq(products.productNo, productNo)
  const [row] = await db
    .select({ id: t.id, companyId: t.companyId, title: t.title })
    .from(t)
    .where(and(meant, eq(t.status, 'published')))
  if (row === undefined) throw new CallFailed('notFound')
  return { kind, ...row }
}
