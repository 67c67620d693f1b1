import type { userCardsCalls } from '../../../contract/accounts/user-cards.ts'
import { userCards } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

export const userCardSave: Handler<typeof userCardsCalls.userCardSave> = async (card, { db, caller: { userId } }) => {
  const changed = { ...card, updatedAt: new Date() }
  await db
    .insert(userCards)
    .values({ userId, ...changed })
    .onConflictDoUpdate({ target: userCards.userId, set: changed })
  return {}
}
