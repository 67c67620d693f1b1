import { inArray } from 'drizzle-orm'
import type { Outcomes } from '../../../contract/daily-list.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { deletableListingStatuses, type ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { lockOwnListings, partitionListings } from './move-listings.ts'
import { deleteChanges } from './pending-changes.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'

/** Soft-deletes draft, rejected and unlisted listings of the caller's shop. */
export const deleteListings = <F extends AnyForm>(
  kind: ListingType<F>,
  ids: readonly number[],
  { caller, db, note }: Context<'seller'>,
): Promise<Outcomes> =>
  db.transaction(async (tx) => {
    const listings = await lockOwnListings(tx, kind, ids, caller.companyId)
    const deletable = new Set<ListingStatus>(deletableListingStatuses)
    const { done, failed } = partitionListings(ids, listings, ({ status }) => {
      if (!deletable.has(status)) throw new CallFailed('stepNotAllowed')
      return {}
    })
    const gone = done.map(({ listing }) => listing.id)
    if (gone.length > 0) {
      await tx.update(kind.table).set({ deletedAt: new Date() }).where(inArray(kind.table.id, gone))
      await deleteChanges(tx, kind, gone)
      const by = actorOf(caller)
      await recordSteps(
        tx,
        done.map(({ listing: { id, status } }) => ({
          entity: kind.kind,
          entityId: id,
          event: 'delete',
          fromStatus: status,
          toStatus: status,
          ...by,
        })),
      )
    }
    note(done.map(({ listing }) => listing.no).join('、'))
    return { done: done.length, failed }
  })
