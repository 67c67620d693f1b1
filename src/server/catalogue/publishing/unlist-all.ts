import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { follow } from './after-writes.ts'
import { moved } from './listing-steps.ts'

/**
 * Takes everything of a company off the lists, as when its shop closes: by the system, with a line in each history,
 * those who keep it are told. Answers how many they were. In the transaction that closes; pages are drawn anew after it.
 */
export async function unlistAllOf(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  companyId: number,
  reason: string,
): Promise<number> {
  const gone = await unlist(tx, context, 'service', companyId, reason)
  return gone + (await unlist(tx, context, 'product', companyId, reason))
}

async function unlist(
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
  const steps = rows.map(({ id }) => moved({ kind, id, status: 'published' }, 'unlist', 'system', {}, reason).step)
  await recordSteps(tx, steps)
  const moves = rows.map(({ id, no: number }) => ({
    id,
    no: number,
    from: 'published' as const,
    to: 'unlisted' as const,
  }))
  await follow(tx, context, kind, first.shopId, moves)
  return rows.length
}
