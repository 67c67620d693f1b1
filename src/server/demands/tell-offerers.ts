import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { offers } from '../../db/tables/demands.ts'
import { peopleOf } from '../operations/public.ts'

/** People of the suppliers whose offers on a demand stand: those to tell when it changes. */
export async function offerersOf(db: Db, demandId: number): Promise<number[]> {
  const rows = await db
    .select({ companyId: offers.companyId })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), inArray(offers.status, ['draft', 'submitted'])))
  const people = await peopleOf(
    db,
    rows.map((row) => row.companyId),
    'my_supply',
  )
  return [...people.values()].flat()
}
