import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { isAdministrator } from '../../../domain/accounts/roles.ts'
import { granted, heldOf } from '../../session/rights.ts'

/**
 * Makes a change after which the company still has an active person who can give rights and open accounts; throws
 * lastAdministrator otherwise. In a transaction that has locked the company (`giverIn`): what was changed goes back.
 */
export async function keepingAdministrator<T>(tx: Db, companyId: number, change: () => Promise<T>): Promise<T> {
  const before = await someAdministrator(tx, companyId)
  const done = await change()
  if (before && !(await someAdministrator(tx, companyId))) throw new CallFailed('lastAdministrator')
  return done
}

async function someAdministrator(tx: Db, companyId: number): Promise<boolean> {
  const people = await tx
    .select({ isOwner: users.isOwner, granted })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.locked, false)))
  return people.some((person) => isAdministrator(heldOf(person)))
}
