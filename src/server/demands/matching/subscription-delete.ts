import { and, eq } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { demandSubscriptions } from '../../../db/tables/demands.ts'
import type { Handler } from '../../handler.ts'

export const subscriptionDelete: Handler<typeof matchingCalls.subscriptionDelete> = async (input, context) => {
  const { caller, db, note } = context
  const [gone] = await db
    .delete(demandSubscriptions)
    .where(and(eq(demandSubscriptions.id, input.subscriptionId), eq(demandSubscriptions.companyId, caller.companyId)))
    .returning({ name: demandSubscriptions.name })
  if (gone === undefined) throw new CallFailed('notFound')
  note(gone.name)
  return {}
}
