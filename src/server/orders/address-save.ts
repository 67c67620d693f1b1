import { count, eq } from 'drizzle-orm'
import type { addressesCalls } from '../../contract/orders/addresses.ts'
import { CallFailed } from '../../contract/failures.ts'
import { userAddresses } from '../../db/tables/orders.ts'
import { mostAddresses } from '../../domain/orders/address.ts'
import type { Handler } from '../handler.ts'
import { holdAddresses, makeDefault, mustBeCounty } from './own-addresses.ts'

export const addressSave: Handler<typeof addressesCalls.addressSave> = async (input, { db, caller: { userId } }) => {
  await mustBeCounty(db, input.districtCode)
  const { isDefault, ...address } = input
  return db.transaction(async (tx) => {
    await holdAddresses(tx, userId)
    const [kept] = await tx.select({ count: count() }).from(userAddresses).where(eq(userAddresses.userId, userId))
    const before = kept?.count ?? 0
    if (before >= mostAddresses) throw new CallFailed('tooManyAddresses')
    const [made] = await tx
      .insert(userAddresses)
      .values({ ...address, userId })
      .returning({ addressId: userAddresses.id })
    if (made === undefined) throw new CallFailed('conflict')
    if (isDefault || before === 0) await makeDefault(tx, userId, made.addressId)
    return made
  })
}
