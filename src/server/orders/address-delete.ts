import { and, desc, eq } from 'drizzle-orm'
import type { addressesCalls } from '../../contract/orders/addresses.ts'
import { CallFailed } from '../../contract/failures.ts'
import { userAddresses } from '../../db/tables/orders.ts'
import type { Handler } from '../handler.ts'
import { holdAddresses, makeDefault } from './own-addresses.ts'

/** When the default goes, the newest of the others becomes it. */
export const addressDelete: Handler<typeof addressesCalls.addressDelete> = ({ addressId }, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    await holdAddresses(tx, userId)
    const [gone] = await tx
      .delete(userAddresses)
      .where(and(eq(userAddresses.userId, userId), eq(userAddresses.id, addressId)))
      .returning({ isDefault: userAddresses.isDefault })
    if (gone === undefined) throw new CallFailed('notFound')
    if (!gone.isDefault) return {}
    const [newest] = await tx
      .select({ id: userAddresses.id })
      .from(userAddresses)
      .where(eq(userAddresses.userId, userId))
      .orderBy(desc(userAddresses.id))
      .limit(1)
    if (newest !== undefined) await makeDefault(tx, userId, newest.id)
    return {}
  })
