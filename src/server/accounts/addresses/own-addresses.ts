import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Address } from '../../../contract/orders/addresses.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { userAddresses } from '../../../db/tables/orders.ts'
import { districts } from '../../../db/tables/reference.ts'
import { districtPath, isCounty } from '../../../domain/reference/district-path.ts'
import { districtNames } from '../../platform/district-names.ts'

/** Names of a district and its ancestors by code. */
const pathNames = sql<Readonly<Record<string, string>> | null>`(
  select json_object_agg(${districts.code}, ${districts.name}) from ${districts}
  where ${districts.code} in (left(${userAddresses.districtCode}, 2) || '0000',
    left(${userAddresses.districtCode}, 4) || '00', ${userAddresses.districtCode}))`

/** All addresses, the one of an id, or the default one. */
function whichAddress(addressId: number | 'default' | undefined) {
  if (addressId === undefined) return undefined
  return addressId === 'default' ? eq(userAddresses.isDefault, true) : eq(userAddresses.id, addressId)
}

/** Addresses of a person, or the one of `addressId`; the default first, then the newest. */
export async function ownAddresses(db: Db, userId: number, addressId?: number | 'default'): Promise<Address[]> {
  const rows = await db
    .select({ ...getTableColumns(userAddresses), names: pathNames })
    .from(userAddresses)
    .where(and(eq(userAddresses.userId, userId), whichAddress(addressId)))
    .orderBy(desc(userAddresses.isDefault), desc(userAddresses.id))
  return rows.map(({ id, receiver, mobile, districtCode, street, isDefault, names }) => ({
    addressId: id,
    receiver,
    mobile,
    districtCode,
    street,
    isDefault,
    districtName: districtPath(districtCode, (code) => names?.[code]),
  }))
}

/** One address of a person. Throws notFound for one that is not theirs. */
export async function addressOf(db: Db, userId: number, addressId: number): Promise<Address> {
  const [found] = await ownAddresses(db, userId, addressId)
  if (found === undefined) throw new CallFailed('notFound')
  return found
}

/** Throws for a code that is no county of the register. */
export async function assertCounty(db: Db, districtCode: string): Promise<void> {
  const known = isCounty(districtCode) && (await districtNames(db)).has(districtCode)
  if (!known) throw fieldFailed({ field: 'districtCode', message: '请选择到区县' })
}

/**
 * Locks a person's address book until the transaction ends, so that only one writer at a time changes count and
 * default.
 */
export async function lockAddressBook(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/**
 * Makes an address the only default of its person. Requires the lock of the address book. Throws notFound for an
 * address that is not theirs.
 */
export async function setDefaultAddress(tx: Db, userId: number, addressId: number): Promise<void> {
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

/** Locks the address book and makes an address the default. Throws notFound for an address of another person. */
export async function saveDefaultAddress(tx: Db, userId: number, addressId: number): Promise<void> {
  await lockAddressBook(tx, userId)
  await setDefaultAddress(tx, userId, addressId)
}

/** District of a person's default address; null without addresses. */
export async function defaultDistrict(db: Db, userId: number): Promise<string | null> {
  const [chosen] = await db
    .select({ districtCode: userAddresses.districtCode })
    .from(userAddresses)
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true)))
  return chosen?.districtCode ?? null
}

/** Id of a person's default address; null without addresses. */
export async function defaultAddressId(db: Db, userId: number): Promise<number | null> {
  const [chosen] = await db
    .select({ id: userAddresses.id })
    .from(userAddresses)
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true)))
  return chosen?.id ?? null
}
