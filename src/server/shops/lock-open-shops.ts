import { and, asc, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { isOpen } from './shop-rows.ts'

/**
 * Returns whether the shops of all these companies are open, and locks them until the transaction ends: closing a shop
 * waits and then sees what was written in the meantime.
 */
export async function lockOpenShops(tx: Db, companyIds: readonly number[]): Promise<boolean> {
  const ids = [...new Set(companyIds)]
  const locked = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(inArray(companies.id, ids), isOpen()))
    .orderBy(asc(companies.id))
    .for('share')
  return locked.length === ids.length
}
