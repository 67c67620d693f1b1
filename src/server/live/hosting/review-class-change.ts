import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, type liveClasses } from '../../../db/tables/live.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Context } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { applyClassEdit } from './apply-class-edit.ts'
import { changeOf, changeStep, contentOf, countWrite } from './class-changes.ts'
import { tellHost } from './tell-host.ts'

interface Verdict {
  readonly event: 'pass' | 'reject'
  readonly reason: string
  readonly userId: number
}

/**
 * Decides about the change that waits beside a published class, whose lock the caller holds. Gives the new version.
 * Throws stepNotAllowed where none waits, classBegan and classTimePast where it comes too late.
 */
export async function reviewClassChange(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  found: typeof liveClasses.$inferSelect,
  { event, reason, userId }: Verdict,
): Promise<number> {
  const change = await changeOf(tx, found.id)
  if (change?.status !== 'pending_review') throw new CallFailed('stepNotAllowed')
  const now = Date.now()
  // Once the class has begun a change is none, for either verdict: the clock gives it up and tells the host.
  if (found.startsAt.getTime() <= now) throw new CallFailed('classBegan')
  if (event === 'reject') {
    const moved = { status: 'rejected' as const, reason, updatedAt: new Date() }
    await tx.update(liveClassChanges).set(moved).where(eq(liveClassChanges.classId, found.id))
    await recordSteps(tx, [changeStep(found.id, 'change_reject', { userId }, reason)])
    await tellHost(tx, context, found, {
      title: `课程的修改未通过审核：「${found.title}」`,
      text: `原因：${sentence(reason)}公开内容不变，请修改后重新提交。`,
    })
    return countWrite(tx, found)
  }
  if (change.startsAt.getTime() <= now) throw new CallFailed('classTimePast')
  await recordSteps(tx, [changeStep(found.id, 'change_pass', { userId }, '')])
  const by = { userId: change.userId, ...(found.companyId === null ? {} : { companyId: found.companyId }) }
  const version = await applyClassEdit(tx, context, found, { content: contentOf(change), status: 'published', by })
  await tx.delete(liveClassChanges).where(eq(liveClassChanges.classId, found.id))
  await tellHost(tx, context, found, {
    title: `课程的修改已通过审核：「${change.title}」`,
    text: '修改已公开；改了时间的，已通知预约的人。',
  })
  return version
}
