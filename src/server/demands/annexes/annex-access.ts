import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandAcceptances } from '../../../db/tables/demands.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { ownDemandForChange } from '../own-demand.ts'

export const annexAccess: Handler<typeof annexesCalls.annexAccess> = async (
  { demandId, orgId, event, reason },
  context,
) => {
  const { caller, db, note } = context
  const stops = event === 'revoke'
  await db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, demandId, caller.companyId)
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
    const people = (await peopleOf(tx, [orgId], 'my_supply')).get(orgId) ?? []
    await notify(tx, context, 'demand.changed', people, {
      title: `需求方${stops ? '停止' : '恢复'}了贵企业查看保密资料：「${demand.title}」`,
      text: stops ? `原因：${sentence(reason)}已接受的保密义务继续有效。` : '可以再次打开保密说明与保密附件。',
      path: links.demandDetail(demandId),
    })
  })
  return {}
}
