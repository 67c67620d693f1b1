import { and, eq, sql, isNull } from 'drizzle-orm'
import { fieldFailed, CallFailed } from '../../../contract/failures.ts'
import type { FollowUp, recordsCalls } from '../../../contract/demands/records.ts'
import { users } from '../../../db/tables/accounts.ts'
import { followUps, demands, offers } from '../../../db/tables/demands.ts'
import { nextAtError, type FollowUpEntity } from '../../../domain/demands/follow-ups.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler, Member } from '../../handler.ts'
import { descending } from '../../platform/queries/descending.ts'
import type { Db } from '../../../db/open.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'

const publicStatuses = new Set<string>(publicDemandStatuses)

/**
 * Checks access to follow-up records: buyers for their own demands; suppliers for their own offers, public demands, and
 * demands with an own offer. Throws notFound or forbidden.
 */
async function assertCanFollow(db: Db, entity: FollowUpEntity, entityId: number, caller: Member): Promise<void> {
  if (entity === 'offer') {
    if ((await findOwnOffer(db, caller.companyId, eq(offers.id, entityId))) === undefined)
      throw new CallFailed('notFound')
    return assertPermission(caller, 'my_supply')
  }
  const [demand] = await db
    .select({ companyId: demands.companyId, status: demands.status })
    .from(demands)
    .where(and(eq(demands.id, entityId), isNull(demands.deletedAt)))
  if (demand?.companyId === caller.companyId) return assertPermission(caller, 'my_requirement')
  const isSeen =
    demand !== undefined &&
    (publicStatuses.has(demand.status) ||
      (await findOwnOffer(db, caller.companyId, eq(offers.demandId, entityId))) !== undefined)
  if (!isSeen) throw new CallFailed('notFound')
  assertPermission(caller, 'my_supply')
}

function assertPermission({ permissions }: Member, permission: Permission): void {
  if (!permissions.has(permission)) throw new CallFailed('forbidden')
}

async function findOwnOffer(db: Db, companyId: number, which: ReturnType<typeof eq>) {
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(which, eq(offers.companyId, companyId)))
    .limit(1)
  return offer
}

/** Follow-up records of the caller's company, by any of its members. */
export const records: Handler<typeof recordsCalls.records> = async (input, { caller, db }) => {
  const { entity, entityId, current, pageSize } = input
  await assertCanFollow(db, entity, entityId, caller)
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
  return { total: counted?.total ?? 0, data: rows.map((each) => presentFollowUp(each.row, each)) }
}

export const recordSave: Handler<typeof recordsCalls.recordSave> = async (input, { caller, db, note }) => {
  const { entity, entityId, text } = input
  const nextAt = input.nextAt === null ? null : new Date(input.nextAt)
  const fault = nextAtError(nextAt, new Date())
  if (fault !== null) throw fieldFailed({ field: 'nextAt', message: fault })
  return db.transaction(async (tx) => {
    await assertCanFollow(tx, entity, entityId, caller)
    const { companyId, userId } = caller
    const [row] = await tx.insert(followUps).values({ companyId, userId, entity, entityId, text, nextAt }).returning()
    if (row === undefined) throw new Error('A record was not written')
    note(`${entity === 'demand' ? '需求' : '报价'} ${entityId}`)
    return presentFollowUp(row, caller)
  })
}

const presentFollowUp = (
  row: typeof followUps.$inferSelect,
  person: { realName: string; loginName: string },
): FollowUp => ({
  recordId: row.id,
  entity: row.entity,
  entityId: row.entityId,
  text: row.text,
  nextAt: row.nextAt?.toISOString() ?? null,
  reminded: row.remindedAt !== null,
  personName: personName(person),
  createdAt: row.createdAt.toISOString(),
})
