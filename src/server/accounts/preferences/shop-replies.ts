import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { shopRepliesOf } from '../../shops/public.ts'

export const shopReplies: Handler<typeof preferencesCalls.shopReplies> = async (_input, { db, caller }) => {
  const replies = await shopRepliesOf(db, caller.companyId)
  if (replies === undefined) throw new CallFailed('notSeller')
  return replies
}
