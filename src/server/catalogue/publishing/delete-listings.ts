import { inArray } from 'drizzle-orm'
import type { Outcomes } from '../../../contract/catalogue/publishing.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { deletableListingStatuses, type ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import type { AnyForm, Kind } from './kind.ts'
import { ownListings, sorted } from './move-listings.ts'
import { dropChanges } from './pending-changes.ts'

/** Deletes drafts, refused and unlisted ones of the caller's shop, softly. */
export const deleteListings = <F extends AnyForm>(
  kind: Kind<F>,
  ids: readonly number[],
  { caller, db, note }: Context<'seller'>,
): Promise<Outcomes> =>
  db.transaction(async (tx) => {
    const listings = await ownListings(tx, kind, ids, caller.companyId)
    const deletable = new Set<ListingStatus>(deletableListingStatuses)
    const { done, failed } = sorted(ids, listings, ({ status }) => {
      if (!deletable.has(status)) throw new CallFailed('stepNotAllowed')
      return {}
    })
    const gone = done.map(({ listing }) => listing.id)
    if (gone.length > 0) {
      await tx.update(kind.table).set({ deletedAt: new Date() }).where(inArray(kind.table.id, gone))
      await dropChanges(tx, kind, gone)
      const by = actorOf(caller)
      await recordSteps(
        tx,
        done.map(({ listing: { id, status } }) => ({
          ...{ entity: kind.kind, entityId: id, event: 'delete', fromStatus: status, toStatus: status, ...by },
        })),
      )
    }
    note(done.map(({ listing }) => listing.no).join('、'))
    return { done: done.length, failed }
  })
