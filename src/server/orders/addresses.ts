import type { addressesCalls } from '../../contract/orders/addresses.ts'
import type { Handler } from '../handler.ts'
import {
  ownAddresses,
  lockAddressBook,
  setDefaultAddress,
  assertCounty,
  addressOf,
} from '../accounts/addresses/own-addresses.ts'
import { and, desc, eq, count } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import { userAddresses } from '../../db/tables/orders.ts'
import { maxAddresses } from '../../domain/orders/address.ts'

export const addresses: Handler<typeof addressesCalls.addresses> = (_input, { db, caller }) =>
  ownAddresses(db, caller.userId)

/** When the default address is deleted, the newest remaining one becomes the default. */
export const addressDelete: Handler<typeof addressesCalls.addressDelete> = ({ addressId }, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    await lockAddressBook(tx, userId)
    const [deleted] = await tx
      .delete(userAddresses)
      .where(and(eq(userAddresses.userId, userId), eq(userAddresses.id, addressId)))
      .returning({ isDefault: userAddresses.isDefault })
    if (deleted === undefined) throw new CallFailed('notFound')
    if (!deleted.isDefault) return {}
    const [newest] = await tx
      .select({ id: userAddresses.id })
      .from(userAddresses)
      .where(eq(userAddresses.userId, userId))
      .orderBy(desc(userAddresses.id))
      .limit(1)
    if (newest !== undefined) await setDefaultAddress(tx, userId, newest.id)
    return {}
  })

export const addressSave: Handler<typeof addressesCalls.addressSave> = async (input, { db, caller: { userId } }) => {
  await assertCounty(db, input.districtCode)
  const { isDefault, ...address } = input
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId)
    const [saved] = await tx.select({ count: count() }).from(userAddresses).where(eq(userAddresses.userId, userId))
    const before = saved?.count ?? 0
    if (before >= maxAddresses) throw new CallFailed('tooManyAddresses')
    const [made] = await tx
      .insert(userAddresses)
      .values({ ...address, userId })
      .returning({ addressId: userAddresses.id })
    if (made === undefined) throw new CallFailed('conflict')
    if (isDefault || before === 0) await setDefaultAddress(tx, userId, made.addressId)
    return made
  })
}

/** There is always one default; it changes only when another address becomes the default. */
export const addressUpdate: Handler<typeof addressesCalls.addressUpdate> = async (input, { db, caller }) => {
  const { userId } = caller
  await assertCounty(db, input.districtCode)
  const { addressId, isDefault, ...address } = input
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId)
    const changed = await tx
      .update(userAddresses)
      .set(address)
      .where(and(eq(userAddresses.userId, userId), eq(userAddresses.id, addressId)))
      .returning({ id: userAddresses.id })
    if (changed.length === 0) throw new CallFailed('notFound')
    if (isDefault) await setDefaultAddress(tx, userId, addressId)
    return {}
  })
}

export const address: Handler<typeof addressesCalls.address> = ({ addressId }, { db, caller }) =>
  addressOf(db, caller.userId, addressId)
