import { and, eq, sql } from 'drizzle-orm'
import { fieldFailed } from '../../../contract/failures.ts'
import type { FollowUp, recordsCalls } from '../../../contract/demands/records.ts'
import { users } from '../../../db/tables/accounts.ts'
import { followUps } from '../../../db/tables/demands.ts'
import { nextAtFault } from '../../../domain/demands/follow-ups.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { mustFollow } from './may-follow.ts'

/** Of the caller's company only, whoever wrote them. */
export const records: Handler<typeof recordsCalls.records> = async (input, { caller, db }) => {
  const { entity, entityId, current, pageSize } = input
  await mustFollow(db, entity, entityId, caller)
  const own = and(
    eq(followUps.companyId, caller.companyId),
    eq(followUps.entity, entity),
    eq(followUps.entityId, entityId),
  )
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(followUps)
    .where(own)
  const rows = await db
    .select({ row: followUps, realName: users.realName, loginName: users.loginName })
    .from(followUps)
    .innerJoin(users, eq(users.id, followUps.userId))
    .where(own)
    .orderBy(descending(followUps.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: rows.map((each) => present(each.row, each)) }
}

export const recordSave: Handler<typeof recordsCalls.recordSave> = async (input, { caller, db, note }) => {
  const { entity, entityId, text } = input
  const nextAt = input.nextAt === null ? null : new Date(input.nextAt)
  const fault = nextAtFault(nextAt, new Date())
  if (fault !== null) throw fieldFailed({ field: 'nextAt', message: fault })
  return db.transaction(async (tx) => {
    await mustFollow(tx, entity, entityId, caller)
    const { companyId, userId } = caller
    const [row] = await tx.insert(followUps).values({ companyId, userId, entity, entityId, text, nextAt }).returning()
    if (row === undefined) throw new Error('A record was not written')
    note(`${entity === 'demand' ? '需求' : '报价'} ${entityId}`)
    return present(row, caller)
  })
}

const present = (row: typeof followUps.$inferSelect, person: { realName: string; loginName: string }): FollowUp => ({
  ...{ recordId: row.id, entity: row.entity, entityId: row.entityId, text: row.text },
  nextAt: row.nextAt?.toISOString() ?? null,
  reminded: row.remindedAt !== null,
  personName: personName(person),
  createdAt: row.createdAt.toISOString(),
})
