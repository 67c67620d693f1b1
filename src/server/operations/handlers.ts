import type { Contract } from '../../contract/contract.ts'
import type { Handlers, Handler } from '../handler.ts'
import { upload } from '../platform/files/upload.ts'
import { uploadFinish, uploadPart } from '../platform/files/upload-parts.ts'
import { pageViewStatistics } from './page-views/page-view-statistics.ts'
import { and, desc, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { complaintsCalls } from '../../contract/operations/complaints.ts'
import type { fraudSignsCalls } from '../../contract/operations/fraud-signs.ts'
import type { monthlyReportsCalls } from '../../contract/operations/monthly-reports.ts'
import type { platformRecordsCalls } from '../../contract/operations/platform-records.ts'
import type { operatorStartCalls } from '../../contract/operations/operator-start.ts'
import type { outboxCalls } from '../../contract/operations/outbox.ts'
import { moderationWordRemove, moderationWords, moderationWordSave } from './moderation/words.ts'
import { operatorApprovalEnd, operatorApprovals } from './approvals.ts'
import { operators, operatorSave } from './operators.ts'
import { platformActionList, platformActionsSheet, platformActionsVerify } from './platform-action-list.ts'
import { outboxMessages } from '../../db/tables/operations.ts'

const maxMessages = 100

/** Outbox messages for the demo. Throws notFound unless DEMO is on. */
const demoOutbox: Handler<typeof outboxCalls.demoOutbox> = async ({ channel, recipient = '' }, { config, db }) => {
  if (!config.demo) throw new CallFailed('notFound')
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(
        channel === undefined ? undefined : eq(outboxMessages.channel, channel),
        recipient === '' ? undefined : eq(outboxMessages.recipientHash, recipient),
      ),
    )
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(maxMessages)
  return {
    data: rows.map(({ id, template, params, recipientHash: _hash, createdAt, expiresAt, ...row }) => ({
      ...row,
      messageId: id,
      code: template === 'code' ? (params['code'] ?? '') : '',
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  }
}

export const operationsHandlers: Handlers<
  Omit<
    Contract['operations'],
    | keyof typeof operatorStartCalls
    | 'platformStatistics'
    | keyof typeof platformRecordsCalls
    | keyof typeof complaintsCalls
    | keyof typeof fraudSignsCalls
    | keyof typeof monthlyReportsCalls
  >
> = {
  demoOutbox,
  moderationWordRemove,
  moderationWords,
  moderationWordSave,
  upload,
  uploadFinish,
  uploadPart,
  pageViewStatistics,
  operatorApprovalEnd,
  operatorApprovals,
  operators,
  operatorSave,
  platformActions: platformActionList,
  platformActionsSheet,
  platformActionsVerify,
}
