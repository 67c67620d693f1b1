import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandSubscriptions } from '../../../db/tables/demands.ts'
import { categories, districts } from '../../../db/tables/reference.ts'
import type { Handler } from '../../handler.ts'

type Input = z.output<typeof matchingCalls.subscriptionSave.input>
const mostSubscriptions = 20

export const subscriptionSave: Handler<typeof matchingCalls.subscriptionSave> = async (input, context) => {
  const { caller, db, note } = context
  const { subscriptionId, ...given } = input
  const columns = {
    ...given,
    categoryIds: [...new Set(given.categoryIds)],
    words: [...new Set(given.words)],
    districtCodes: [...new Set(given.districtCodes)],
  }
  await mustExist(db, columns)
  note(given.name)
  const own = eq(demandSubscriptions.companyId, caller.companyId)
  if (subscriptionId !== undefined) {
    const [saved] = await db
      .update(demandSubscriptions)
      .set(columns)
      .where(and(eq(demandSubscriptions.id, subscriptionId), own))
      .returning({ id: demandSubscriptions.id })
    if (saved === undefined) throw new CallFailed('notFound')
    return { subscriptionId }
  }
  return db.transaction(async (tx) => {
    // Whoever adds another one at the same moment waits here, so that both are counted.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, caller.companyId)).for('no key update')
    const count = await tx.$count(demandSubscriptions, own)
    if (count >= mostSubscriptions) throw new CallFailed('tooManySubscriptions')
    const [made] = await tx
      .insert(demandSubscriptions)
      .values({ ...columns, companyId: caller.companyId, userId: caller.userId })
      .returning({ id: demandSubscriptions.id })
    if (made === undefined) throw new Error('No subscription was made')
    return { subscriptionId: made.id }
  })
}

/** Categories of services below their root, provinces and cities: what the reference data know. */
async function mustExist(db: Db, { categoryIds, districtCodes }: Pick<Input, 'categoryIds' | 'districtCodes'>) {
  const services = and(
    inArray(categories.id, categoryIds),
    eq(categories.kind, 'service'),
    sql`${categories.level} > 0`,
  )
  if (categoryIds.length > 0 && (await db.$count(categories, services)) < categoryIds.length) {
    throw fieldFailed({ field: 'categoryIds', message: '所选类别已不存在，请重新选择' })
  }
  const places = and(inArray(districts.code, districtCodes), inArray(districts.level, [1, 2]))
  if (districtCodes.length > 0 && (await db.$count(districts, places)) < districtCodes.length) {
    throw fieldFailed({ field: 'districtCodes', message: '请选择省或市' })
  }
}
