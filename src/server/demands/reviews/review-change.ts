import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandChanges, type demands } from '../../../db/tables/demands.ts'
import { links } from '../../../domain/links.ts'
import { openChanges } from '../../../domain/demands/open-changes.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf, recordSteps } from '../../operations/public.ts'
import { applyEdit } from '../apply-edit.ts'
import { changeOf, changeStep, contentOf } from '../demand-changes.ts'
import { filesNamed } from '../write-demand-files.ts'

interface Verdict {
  readonly verdict: 'pass' | 'reject'
  readonly reason: string
  readonly version: number
  readonly userId: number
}

/**
 * Decides about the change that waits beside an open demand, whose lock the caller holds: what was read
 * is what is judged. Throws stepNotAllowed where none waits, conflict after a change, deadlinePast where it comes too late.
 */
export async function reviewChange(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: typeof demands.$inferSelect,
  { verdict, reason, version, userId }: Verdict,
): Promise<void> {
  const change = await changeOf(tx, demand.id)
  if (change?.status !== 'pending_review') throw new CallFailed('stepNotAllowed')
  if (demand.version !== version) throw new CallFailed('conflict')
  if (verdict === 'pass') {
    if (demand.deadline <= new Date()) throw new CallFailed('deadlinePast')
    const content = { ...contentOf(change), deadline: demand.deadline }
    const changes = openChanges({ ...demand, ...(await filesNamed(tx, demand.id)) }, content)
    await recordSteps(tx, [changeStep(demand.id, 'change_pass', { userId }, '')])
    const by = { userId: change.userId, companyId: change.companyId }
    await applyEdit(tx, context, demand, { content, reason: changes, by })
    await tx.delete(demandChanges).where(eq(demandChanges.demandId, demand.id))
  } else {
    const moved = { status: 'rejected' as const, reason, updatedAt: new Date() }
    await tx.update(demandChanges).set(moved).where(eq(demandChanges.demandId, demand.id))
    await recordSteps(tx, [changeStep(demand.id, 'change_reject', { userId }, reason)])
  }
  const people = (await peopleOf(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
  const { id, title } = demand
  const news =
    verdict === 'pass'
      ? { title: `需求「${title}」的修改已通过审核`, text: '修改已公开，已通知报价方。', path: links.buyerDemand(id) }
      : {
          title: `需求「${title}」的修改未通过审核`,
          text: `原因：${sentence(reason)}公开内容不变，请修改后重新提交。`,
          path: links.buyerAddDemand({ demandId: id }),
        }
  await notify(tx, context, 'demand.reviewed', people, news)
}
