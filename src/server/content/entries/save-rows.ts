import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { news, parkPolicies, parks, policies } from '../../../db/tables/drug.ts'
import { upsert } from '../importing/upsert.ts'

/**
 * News, policies and parks are written here alone: by imports, which leave alone what an operator changed, and by the
 * forms of operators, whose rows carry `editedBy`.
 */
export const saveNews = (tx: Db, rows: readonly (typeof news.$inferInsert)[]) => upsert(tx, news, 'guid', rows)
export const savePolicies = (tx: Db, rows: readonly (typeof policies.$inferInsert)[]) =>
  upsert(tx, policies, 'code', rows)

/** `policyIds` names by the code of each park the policies that help there, and no others. */
export async function saveParks(
  tx: Db,
  rows: readonly (typeof parks.$inferInsert)[],
  policyIds: ReadonlyMap<string, readonly number[]>,
) {
  const tally = await upsert(tx, parks, 'code', rows)
  const byHand = rows.some(({ editedBy }) => editedBy != null)
  const codes = inArray(parks.code, [...policyIds.keys()])
  const found = await tx
    .select({ id: parks.id, code: parks.code })
    .from(parks)
    .where(byHand ? codes : and(codes, isNull(parks.editedBy)))
  for (const { id, code } of found) await setPolicies(tx, id, policyIds.get(code) ?? [])
  return tally
}

async function setPolicies(tx: Db, parkId: number, ids: readonly number[]): Promise<void> {
  const others = ids.length === 0 ? undefined : notInArray(parkPolicies.policyId, [...ids])
  await tx.delete(parkPolicies).where(and(eq(parkPolicies.parkId, parkId), others))
  if (ids.length === 0) return
  await tx
    .insert(parkPolicies)
    .values([...new Set(ids)].map((policyId) => ({ parkId, policyId })))
    .onConflictDoNothing()
}
