import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Context } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import type { AnyForm, Kind } from './kind.ts'
import { changeStep } from './listing-steps.ts'
import { changesFor, dropChanges } from './pending-changes.ts'
import { ownListing } from './update-listing.ts'

/** Gives up the change that waits beside a listing of the caller's shop. Throws notFound where there is none. */
export const dropChange = <F extends AnyForm>(
  kind: Kind<F>,
  id: number,
  { caller, db, note }: Context<'seller'>,
): Promise<Record<string, never>> =>
  db.transaction(async (tx) => {
    const listing = await ownListing(tx, kind, id, caller.companyId)
    note(listing.no)
    if (!(await changesFor(tx, kind, [listing])).has(id)) throw new CallFailed('notFound')
    await dropChanges(tx, kind, [id])
    // A form that was opened on the change is told that it is no longer the newest.
    await tx
      .update(kind.table)
      .set({ version: listing.version + 1 })
      .where(eq(kind.table.id, id))
    await recordSteps(tx, [changeStep({ ...listing, kind: kind.kind }, 'change_drop', actorOf(caller))])
    return {}
  })
