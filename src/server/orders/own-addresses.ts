import { and, desc, eq } from 'drizzle-orm'
import type { Address } from '../../contract/orders/addresses.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { userAddresses } from '../../db/tables/orders.ts'
import { districtPath, isCounty } from '../../domain/reference/district-path.ts'
import { placeNames, placeNamesOf } from '../reference/public.ts'

/** Addresses of a person, or the one of `addressId`; the default first, then the newest. */
export async function ownAddresses(db: Db, userId: number, addressId?: number): Promise<Address[]> {
  const rows = await db
    .select()
    .from(userAddresses)
    .where(and(eq(userAddresses.userId, userId), addressId === undefined ? undefined : eq(userAddresses.id, addressId)))
    .orderBy(desc(userAddresses.isDefault), desc(userAddresses.id))
  const names = await placeNamesOf(
    db,
    rows.map(({ districtCode }) => districtCode),
  )
  return rows.map(({ id, receiver, mobile, districtCode, street, isDefault }) => ({
    ...{ addressId: id, receiver, mobile, districtCode, street, isDefault },
    districtName: districtPath(districtCode, (code) => names.get(code)),
  }))
}

/** One address of a person. Throws notFound for one that is not theirs. */
export async function addressOf(db: Db, userId: number, addressId: number): Promise<Address> {
  const [found] = await ownAddresses(db, userId, addressId)
  if (found === undefined) throw new CallFailed('notFound')
  return found
}

/** Throws for a code that is no county of the register. */
export async function mustBeCounty(db: Db, districtCode: string): Promise<void> {
  const known = isCounty(districtCode) && (await placeNames(db)).has(districtCode)
  if (!known) throw fieldFailed({ field: 'districtCode', message: '请选择到区县' })
}

/** Locks a person's address book until the transaction ends: count and default are judged by one writer at a time. */
export async function holdAddresses(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/**
 * Makes an address the only default of its person. To be called with the address book held. Throws notFound for an
 * address that is not theirs.
 */
export async function makeDefault(tx: Db, userId: number, addressId: number): Promise<void> {
  await tx
    .update(userAddresses)
    .set({ isDefault: false })
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true)))
  const made = await tx
    .update(userAddresses)
    .set({ isDefault: true })
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.id, addressId)))
    .returning({ id: userAddresses.id })
  if (made.length === 0) throw new CallFailed('notFound')
}

/** Makes an address the default, from outside of the address book. Throws notFound for one that is not theirs. */
export async function chooseAddress(tx: Db, userId: number, addressId: number): Promise<void> {
  await holdAddresses(tx, userId)
  await makeDefault(tx, userId, addressId)
}

/** The default of a person's address book; null while it is empty. */
export async function defaultAddressId(db: Db, userId: number): Promise<number | null> {
  const [chosen] = await db
    .select({ id: userAddresses.id })
    .from(userAddresses)
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true)))
  return chosen?.id ?? null
}
