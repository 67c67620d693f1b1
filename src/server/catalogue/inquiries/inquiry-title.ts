import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { Inquiry } from './inquiry-step.ts'

/** What an inquiry is about: title, and the tag of its page in the cache. */
export async function aboutOf(
  db: Db,
  { kind, listingId }: Pick<Inquiry, 'kind' | 'listingId'>,
): Promise<{ title: string; tag: string }> {
  if (kind === 'service') {
    const [row] = await db.select({ title: services.title }).from(services).where(eq(services.id, listingId))
    return { title: row?.title ?? '', tag: `service:${listingId}` }
  }
  const [row] = await db
    .select({ title: products.title, no: products.productNo })
    .from(products)
    .where(eq(products.id, listingId))
  return { title: row?.title ?? '', tag: `product:${row?.no ?? ''}` }
}
