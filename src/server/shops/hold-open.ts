import { and, asc, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { isOpen } from './shop-rows.ts'

/**
 * Says whether the shops of all these companies are open, and keeps them so until the transaction ends: whoever closes
 * one waits, and then finds what came in meanwhile.
 */
export async function holdOpen(tx: Db, companyIds: readonly number[]): Promise<boolean> {
  const ids = [...new Set(companyIds)]
  const held = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(inArray(companies.id, ids), isOpen()))
    .orderBy(asc(companies.id))
    .for('share')
  return held.length === ids.length
}
