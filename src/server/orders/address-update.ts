import { and, eq } from 'drizzle-orm'
import type { addressesCalls } from '../../contract/orders/addresses.ts'
import { CallFailed } from '../../contract/failures.ts'
import { userAddresses } from '../../db/tables/orders.ts'
import type { Handler } from '../handler.ts'
import { holdAddresses, makeDefault, mustBeCounty } from './own-addresses.ts'

/** There is always one default: it ceases to be one only by another becoming it. */
export const addressUpdate: Handler<typeof addressesCalls.addressUpdate> = async (input, { db, caller }) => {
  const { userId } = caller
  await mustBeCounty(db, input.districtCode)
  const { addressId, isDefault, ...address } = input
  return db.transaction(async (tx) => {
    await holdAddresses(tx, userId)
    const changed = await tx
      .update(userAddresses)
      .set(address)
      .where(and(eq(userAddresses.userId, userId), eq(userAddresses.id, addressId)))
      .returning({ id: userAddresses.id })
    if (changed.length === 0) throw new CallFailed('notFound')
    if (isDefault) await makeDefault(tx, userId, addressId)
    return {}
  })
}
