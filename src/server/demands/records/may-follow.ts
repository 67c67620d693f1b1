import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'
import type { FollowUpEntity } from '../../../domain/demands/follow-ups.ts'
import type { Member } from '../../handler.ts'

const publicStates = new Set<string>(publicDemandStatuses)

/**
 * Lets on who may keep records of something: buyers of their own demands, suppliers of their own offers, of public
 * demands, and of those they offered on. Throws notFound for what the company may not see.
 */
export async function mustFollow(db: Db, entity: FollowUpEntity, entityId: number, caller: Member): Promise<void> {
  if (entity === 'offer') {
    if ((await ownOffer(db, caller.companyId, eq(offers.id, entityId))) === undefined) throw new CallFailed('notFound')
    return mustHold(caller, 'my_supply')
  }
  const [demand] = await db
    .select({ companyId: demands.companyId, status: demands.status })
    .from(demands)
    .where(and(eq(demands.id, entityId), isNull(demands.deletedAt)))
  if (demand?.companyId === caller.companyId) return mustHold(caller, 'my_requirement')
  const isSeen =
    demand !== undefined &&
    (publicStates.has(demand.status) ||
      (await ownOffer(db, caller.companyId, eq(offers.demandId, entityId))) !== undefined)
  if (!isSeen) throw new CallFailed('notFound')
  mustHold(caller, 'my_supply')
}

function mustHold({ permissions }: Member, permission: Permission): void {
  if (!permissions.has(permission)) throw new CallFailed('forbidden')
}

async function ownOffer(db: Db, companyId: number, which: ReturnType<typeof eq>) {
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(which, eq(offers.companyId, companyId)))
    .limit(1)
  return offer
}
