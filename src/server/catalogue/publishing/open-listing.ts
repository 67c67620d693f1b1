import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Context } from '../../handler.ts'
import { historyOf } from '../../operations/public.ts'
import type { AnyForm, Kind } from './kind.ts'
import { changesFor } from './pending-changes.ts'

/** A listing of the caller's shop with its form, as it is opened for editing. */
export async function openListing<F extends AnyForm>(kind: Kind<F>, id: number, { caller, db }: Context<'seller'>) {
  const { table } = kind
  const [listing] = await kind.read(
    db,
    and(eq(table.id, id), eq(table.companyId, caller.companyId), isNull(table.deletedAt)),
  )
  if (listing === undefined) throw new CallFailed('notFound')
  const change = (await changesFor(db, kind, [listing])).get(id)
  return {
    no: listing.no,
    opened: {
      ...{ status: listing.status, change: change?.status ?? null, version: listing.version },
      reason: change?.status === 'rejected' ? change.reason : listing.reason,
      updatedAt: listing.updatedAt.toISOString(),
      history: await historyOf(db, kind.kind, id),
    },
    form: change?.form ?? listing.form,
  }
}
