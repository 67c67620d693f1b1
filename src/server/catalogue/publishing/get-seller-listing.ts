import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Context } from '../../handler.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { findPendingChanges } from './pending-changes.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { isChangeRejected } from '../../../domain/change-states.ts'

/** A listing of the caller's shop with its form for editing. */
export async function getSellerListing<F extends AnyForm>(
  kind: ListingType<F>,
  id: number,
  { caller, db }: Context<'seller'>,
) {
  const { table } = kind
  const [listing] = await kind.read(
    db,
    and(eq(table.id, id), eq(table.companyId, caller.companyId), isNull(table.deletedAt)),
  )
  if (listing === undefined) throw new CallFailed('notFound')
  const change = (await findPendingChanges(db, kind, [listing])).get(id)
  return {
    no: listing.no,
    opened: {
      status: listing.status,
      change: change?.status ?? null,
      version: listing.version,
      reason: isChangeRejected(change?.status) ? change.reason : listing.reason,
      updatedAt: listing.updatedAt.toISOString(),
      history: await historyOf(db, kind.kind, id),
    },
    form: change?.form ?? listing.form,
  }
}
