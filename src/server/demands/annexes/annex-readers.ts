import { count, desc, eq, max, and, isNotNull, isNull } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { annexOpenings, demandAcceptances, demands } from '../../../db/tables/demands.ts'
import type { Handler } from '../../handler.ts'
import { getOwnDemand } from '../received-offers.ts'
import { liveOfferStatus, annexStateOf } from './load-annex-access.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'

export const annexReaders: Handler<typeof annexesCalls.annexReaders> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await getOwnDemand(db, demandId, caller.companyId)
  const opened = db
    .select({
      companyId: annexOpenings.companyId,
      openings: count().as('openings'),
      lastOpenedAt: max(annexOpenings.openedAt).as('last_opened_at'),
    })
    .from(annexOpenings)
    .where(eq(annexOpenings.demandId, demandId))
    .groupBy(annexOpenings.companyId)
    .as('opened')
  const [total, rows] = await Promise.all([
    db.$count(demandAcceptances, eq(demandAcceptances.demandId, demandId)),
    db
      .select({
        acceptance: demandAcceptances,
        demand: { status: demands.status, deadline: demands.deadline },
        offer: liveOfferStatus(demandAcceptances.companyId),
        companyName: companies.name,
        personName: users.realName,
        openings: opened.openings,
        lastOpenedAt: opened.lastOpenedAt,
      })
      .from(demandAcceptances)
      .innerJoin(demands, eq(demands.id, demandAcceptances.demandId))
      .innerJoin(companies, eq(companies.id, demandAcceptances.companyId))
      .innerJoin(users, eq(users.id, demandAcceptances.userId))
      .leftJoin(opened, eq(opened.companyId, demandAcceptances.companyId))
      .where(eq(demandAcceptances.demandId, demandId))
      .orderBy(desc(demandAcceptances.acceptedAt), desc(demandAcceptances.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    total,
    data: rows.map(({ acceptance, demand, offer, companyName, personName, openings, lastOpenedAt }) => ({
      orgId: acceptance.companyId,
      companyName,
      personName,
      acceptedAt: acceptance.acceptedAt.toISOString(),
      openings: openings ?? 0,
      lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
      canRead: annexStateOf(demand, acceptance, offer) === 'open',
      revokedAt: acceptance.revokedAt?.toISOString() ?? null,
      revokedReason: acceptance.revokedReason,
    })),
  }
}

export const annexAccess: Handler<typeof annexesCalls.annexAccess> = async (
  { demandId, orgId, event, reason },
  context,
) => {
  const { caller, db, note } = context
  const stops = event === 'revoke'
  await db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    const theirs = and(eq(demandAcceptances.demandId, demandId), eq(demandAcceptances.companyId, orgId))
    const [company] = await tx
      .select({ name: companies.name })
      .from(demandAcceptances)
      .innerJoin(companies, eq(companies.id, demandAcceptances.companyId))
      .where(theirs)
    if (company === undefined) throw new CallFailed('notFound')
    const { revokedAt } = demandAcceptances
    const [changed] = await tx
      .update(demandAcceptances)
      .set(stops ? { revokedAt: new Date(), revokedReason: reason } : { revokedAt: null, revokedReason: '' })
      .where(and(theirs, stops ? isNull(revokedAt) : isNotNull(revokedAt)))
      .returning({ id: demandAcceptances.id })
    if (changed === undefined) throw new CallFailed('stepNotAllowed')
    const why = reason === '' ? '' : `：${reason}`
    note(`${demand.demandNo}，${stops ? '停止' : '恢复'} ${company.name}${why}`)
    const people = (await recipientsWithPermission(tx, [orgId], 'my_supply')).get(orgId) ?? []
    await notify(tx, context, 'demand.changed', people, {
      title: `需求方${stops ? '停止' : '恢复'}了贵企业查看保密资料：「${demand.title}」`,
      text: stops ? `原因：${sentence(reason)}已接受的保密义务继续有效。` : '可以再次打开保密说明与保密附件。',
      path: links.demandDetail(demandId),
    })
  })
  return {}
}
