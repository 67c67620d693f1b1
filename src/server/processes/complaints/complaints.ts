import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { complaintsCalls } from '../../../contract/operations/complaints.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { complaints as table } from '../../../db/tables/moderation.ts'
import { complaintKindLabels, complaintReasonLabels, complaintsPerDay } from '../../../domain/operations/complaints.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Caller, Handler } from '../../handler.ts'
import { maxTitle } from '../../operations/moderation/word-list.ts'
import { ownFile } from '../../platform/files/files.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { getReportableSubject } from './complaint-subjects.ts'

export const complaintSubject: Handler<typeof complaintsCalls.complaintSubject> = async (input, { db, caller }) => {
  const { title, excerpt } = await getReportableSubject(db, caller, input.kind, input.subjectId)
  return { title, around: Math.max(0, excerpt.length - 1) }
}

export const complaintSave: Handler<typeof complaintsCalls.complaintSave> = async (input, context) => {
  const { db, caller, note } = context
  const { kind, subjectId, reason, text } = input
  if (reason === 'other' && text === '') throw fieldFailed({ field: 'text', message: '请说明情况' })
  const complaintId = await db.transaction(async (tx) => {
    // Of parallel complaints the limit of the day counts each.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('no key update')
    const subject = await getReportableSubject(tx, caller, kind, subjectId)
    const recent = await tx.$count(
      table,
      and(eq(table.reporterUserId, caller.userId), gt(table.createdAt, sql`now() - interval '1 day'`)),
    )
    if (recent >= complaintsPerDay) throw new CallFailed('complaintsUsedUp')
    const fileIds = await checkedFiles(tx, caller, input.fileIds)
    const [made] = await tx
      .insert(table)
      .values({
        kind,
        subjectId,
        reason,
        text,
        fileIds,
        title: subject.title.slice(0, maxTitle),
        ownerCompanyId: subject.ownerCompanyId,
        ownerUserId: subject.ownerUserId,
        excerpt: subject.excerpt,
        reporterUserId: caller.userId,
        reporterCompanyId: caller.companyId,
      })
      .onConflictDoNothing()
      .returning({ id: table.id })
    if (made === undefined) throw new CallFailed('complaintOpen')
    const { userId, companyId } = caller
    const step = { event: 'file', fromStatus: '', toStatus: 'open', userId, companyId }
    await recordSteps(tx, [{ entity: 'complaint', entityId: made.id, ...step }])
    await notify(tx, context, 'complaint.filed', await operatorIds(tx, 'moderate'), {
      title: `有人举报${complaintKindLabels[kind]}“${subject.title.slice(0, maxTitle)}”`,
      text: `原因：${complaintReasonLabels[reason]}。`,
      path: links.complaints({ id: made.id }),
    })
    note(`${complaintKindLabels[kind]}，${complaintReasonLabels[reason]}`)
    return made.id
  })
  return { complaintId }
}

/** Own uploads; one of somebody else is refused as missing. */
async function checkedFiles(tx: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const each = [...new Set(ids)]
  for (const id of each) await ownFile(tx, id, caller, 'attachment')
  return each
}

export const ownComplaints: Handler<typeof complaintsCalls.ownComplaints> = async (input, { db, caller }) => {
  const { status, current, pageSize } = input
  const where = and(eq(table.reporterUserId, caller.userId), status && eq(table.status, status))
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    data: rows.map(({ id, kind, title, reason, text, status, decision, createdAt, decidedAt }) => ({
      complaintId: id,
      kind,
      title,
      reason,
      text,
      status,
      decision,
      createdAt: createdAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  }
}
