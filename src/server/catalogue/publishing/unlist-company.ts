import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { listingTransitions } from '../../../domain/catalogue/listing-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { applyMoveEffects } from './move-effects.ts'
import { transitionListing } from './listing-steps.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

type MoveContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>
/** A change of many listings of one company: by the system when its shop closes, by an operator with its suspension. */
interface CompanyMove {
  readonly from: 'published' | 'suspended'
  readonly event: 'unlist' | 'suspend' | 'restore'
  readonly actor: 'system' | 'operator'
  /** undefined = the system. */
  readonly operatorId?: number
  readonly reason: string
  /** Only these; undefined = all. */
  readonly only?: readonly number[]
}

/**
 * Unlists all listings of a company, as when its shop closes: as system event, with an entry in each history;
 * notifies people with favourites. Returns the number. Call in the closing transaction; pages are invalidated after it.
 */
export async function unlistCompany(tx: Db, context: MoveContext, companyId: number, reason: string): Promise<number> {
  const move = { from: 'published', event: 'unlist', actor: 'system', reason } as const
  const serviceIds = await moveCompanyListings(tx, context, 'service', companyId, move)
  const productIds = await moveCompanyListings(tx, context, 'product', companyId, move)
  return serviceIds.length + productIds.length
}

/** Applies one transition to listings of a kind of a company, with histories, favourites and pages. Returns their ids. */
export async function moveCompanyListings(
  tx: Db,
  context: MoveContext,
  kind: ListingKind,
  companyId: number,
  { from, event, actor, operatorId, reason, only }: CompanyMove,
): Promise<number[]> {
  const t = kind === 'service' ? services : products
  const no = kind === 'service' ? services.serviceNo : products.productNo
  const to = nextState(listingTransitions, from, event, actor)
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  if (only?.length === 0) return []
  const rows = await tx
    .update(t)
    .set({ status: to, reason: event === 'restore' ? '' : reason, updatedAt: new Date() })
    .where(
      and(
        eq(t.companyId, companyId),
        eq(t.status, from),
        isNull(t.deletedAt),
        only === undefined ? undefined : inArray(t.id, [...only]),
      ),
    )
    .returning({ id: t.id, no, shopId: t.shopId })
  const [first] = rows
  if (first === undefined) return []
  const by = operatorId === undefined ? {} : { userId: operatorId }
  const steps = rows.map(({ id }) => transitionListing({ kind, id, status: from }, event, actor, by, reason).step)
  await recordSteps(tx, steps)
  const moves = rows.map(({ id, no: number }) => ({ id, no: number, from, to }))
  await applyMoveEffects(tx, context, kind, first.shopId, moves)
  return rows.map(({ id }) => id)
}
