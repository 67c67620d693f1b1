import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Context } from '../../handler.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { changeStep } from './listing-steps.ts'
import { findPendingChanges, deleteChanges } from './pending-changes.ts'
import { lockOwnListing } from './update-listing.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'

/** Discards the pending change of a listing of the caller's shop. Throws notFound without one. */
export const discardChange = <F extends AnyForm>(
  kind: ListingType<F>,
  id: number,
  { caller, db, note }: Context<'seller'>,
): Promise<Record<string, never>> =>
  db.transaction(async (tx) => {
    const listing = await lockOwnListing(tx, kind, id, caller.companyId)
    note(listing.no)
    if (!(await findPendingChanges(tx, kind, [listing])).has(id)) throw new CallFailed('notFound')
    await deleteChanges(tx, kind, [id])
    // Incremented, so that a form opened with the change gets a conflict.
    await tx
      .update(kind.table)
      .set({ version: listing.version + 1 })
      .where(eq(kind.table.id, id))
    await recordSteps(tx, [changeStep({ ...listing, kind: kind.kind }, 'change_drop', actorOf(caller))])
    return {}
  })
