import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import { fieldFailed, type FieldFault } from '../../../contract/failures.ts'
import { hoursFaults } from '../../../domain/chat/away.ts'
import type { Handler } from '../../handler.ts'
import { keepShopReplies } from '../../shops/public.ts'

export const shopRepliesSave: Handler<typeof preferencesCalls.shopRepliesSave> = async (input, { db, caller }) => {
  const faults: readonly FieldFault[] = hoursFaults(input)
  if (faults.length > 0) throw fieldFailed(...faults)
  await keepShopReplies(db, caller.companyId, input)
  return input
}
