import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { applyMoveEffects } from './move-effects.ts'
import { transitionListing } from './listing-steps.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/**
 * Unlists all listings of a company, as when its shop closes: as system event, with an entry in each history;
 * notifies people with favourites. Returns the number. Call in the closing transaction; pages are invalidated after it.
 */
export async function unlistCompany(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  companyId: number,
  reason: string,
): Promise<number> {
  const gone = await unlistKind(tx, context, 'service', companyId, reason)
  return gone + (await unlistKind(tx, context, 'product', companyId, reason))
}

async function unlistKind(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  kind: ListingKind,
  companyId: number,
  reason: string,
): Promise<number> {
  const t = kind === 'service' ? services : products
  const no = kind === 'service' ? services.serviceNo : products.productNo
  const rows = await tx
    .update(t)
    .set({ status: 'unlisted', reason, updatedAt: new Date() })
    .where(and(eq(t.companyId, companyId), eq(t.status, 'published'), isNull(t.deletedAt)))
    .returning({ id: t.id, no, shopId: t.shopId })
  const [first] = rows
  if (first === undefined) return 0
  const steps = rows.map(
    ({ id }) => transitionListing({ kind, id, status: 'published' }, 'unlist', 'system', {}, reason).step,
  )
  await recordSteps(tx, steps)
  const moves = rows.map(({ id, no: number }) => ({
    id,
    no: number,
    from: 'published' as const,
    to: 'unlisted' as const,
  }))
  await applyMoveEffects(tx, context, kind, first.shopId, moves)
  return rows.length
}
