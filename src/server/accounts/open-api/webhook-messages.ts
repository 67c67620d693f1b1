import { and, desc, eq, sql } from 'drizzle-orm'
import type { openApiCalls } from '../../../contract/accounts/open-api.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { webhookAttempts, webhookEndpoints, webhookMessages as table } from '../../../db/tables/open-api.ts'
import { isMessageWaiting, isWebhookStopped, webhookMessageStatuses } from '../../../domain/accounts/webhooks.ts'
import type { Handler } from '../../handler.ts'
import { webhookBody } from './webhook-body.ts'

const lastAnswer = sql<number | null>`(select ${webhookAttempts.answerStatus} from ${webhookAttempts}
  where ${webhookAttempts.messageId} = ${table.id} order by ${webhookAttempts.attempt} desc limit 1)`

type Row = typeof table.$inferSelect

const present = (row: Row, answerStatus: number | null) => ({
  id: row.id,
  webhookId: row.endpointId,
  messageId: row.messageId,
  topic: row.topic,
  thread: row.thread,
  status: row.status,
  attempts: row.attempts,
  answerStatus,
  dueAt: isMessageWaiting(row.status) ? row.dueAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
})

export const webhookMessages: Handler<typeof openApiCalls.webhookMessages> = async (
  { webhookId, status, current, pageSize },
  { caller, db },
) => {
  const ofCompany = and(
    eq(webhookEndpoints.companyId, caller.companyId),
    webhookId === undefined ? undefined : eq(table.endpointId, webhookId),
  )
  const counted = await db
    .select({ status: table.status, count: sql<number>`count(*)::int` })
    .from(table)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, table.endpointId))
    .where(ofCompany)
    .groupBy(table.status)
  const counts = new Map(counted.map((each) => [each.status, each.count]))
  const rows = await db
    .select({ row: table, answerStatus: lastAnswer })
    .from(table)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, table.endpointId))
    .where(and(ofCompany, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const countOf = (each: Row['status']) => counts.get(each) ?? 0
  return {
    total:
      status === undefined ? webhookMessageStatuses.reduce((sum, each) => sum + countOf(each), 0) : countOf(status),
    counts: Object.fromEntries(webhookMessageStatuses.map((each) => [each, countOf(each)])),
    data: rows.map(({ row, answerStatus }) => present(row, answerStatus)),
  }
}

export const webhookMessage: Handler<typeof openApiCalls.webhookMessage> = async ({ id }, { caller, db }) => {
  const [found] = await db
    .select({ row: table })
    .from(table)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, table.endpointId))
    .where(and(eq(table.id, id), eq(webhookEndpoints.companyId, caller.companyId)))
  if (found === undefined) throw new CallFailed('notFound')
  const log = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.messageId, id))
    .orderBy(desc(webhookAttempts.attempt))
    .limit(100)
  return {
    ...present(found.row, log[0]?.answerStatus ?? null),
    body: webhookBody(found.row),
    log: log.map(({ attempt, createdAt, answerStatus, error, answer, durationMs }) => ({
      attempt,
      at: createdAt.toISOString(),
      answerStatus,
      error,
      answer,
      durationMs,
    })),
  }
}

export const webhookRepeat: Handler<typeof openApiCalls.webhookRepeat> = async (
  { id },
  { caller, db, after, jobs, note },
) => {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ status: table.status, messageId: table.messageId, ofWebhook: webhookEndpoints.status })
      .from(table)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, table.endpointId))
      .where(and(eq(table.id, id), eq(webhookEndpoints.companyId, caller.companyId)))
      .for('no key update')
    if (found === undefined) throw new CallFailed('notFound')
    if (isMessageWaiting(found.status)) throw new CallFailed('webhookWaiting')
    if (isWebhookStopped(found.ofWebhook)) throw new CallFailed('webhookStopped')
    await tx
      .update(table)
      .set({ status: 'queued', dueAt: sql`now()`, firstTriedAt: null })
      .where(eq(table.id, id))
    note(found.messageId)
  })
  after(() => jobs.wake('accounts-webhooks'))
  return {}
}
