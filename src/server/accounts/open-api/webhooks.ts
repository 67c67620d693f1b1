import { and, asc, eq, sql } from 'drizzle-orm'
import type { openApiCalls } from '../../../contract/accounts/open-api.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { webhookEndpoints as table, webhookMessages } from '../../../db/tables/open-api.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import {
  isWebhookStopped,
  maxWebhooks,
  secretOverlapHours,
  webhookTestTopic,
} from '../../../domain/accounts/webhooks.ts'
import type { Context, Handler } from '../../handler.ts'
import { webhookUrlOf } from './post-webhook.ts'
import { sendWaitingNow } from './send-webhooks.ts'
import { createWebhookSecret } from './webhook-secrets.ts'

const waiting = sql<number>`(select count(*)::int from ${webhookMessages}
  where ${webhookMessages.endpointId} = ${table.id} and ${webhookMessages.status} = 'queued')`

export const webhooks: Handler<typeof openApiCalls.webhooks> = async (_input, { caller, db }) => {
  const rows = await db
    .select({ row: table, by: { realName: users.realName, loginName: users.loginName }, waiting })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(eq(table.companyId, caller.companyId))
    .orderBy(asc(table.id))
  const now = new Date()
  return rows.map(({ row, by, waiting: count }) => ({
    webhookId: row.id,
    url: row.url,
    topics: row.topics,
    status: row.status,
    failingSince: row.failingSince?.toISOString() ?? null,
    waiting: count,
    previousUntil: row.previousUntil !== null && row.previousUntil > now ? row.previousUntil.toISOString() : null,
    by: personName(by),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** The address as it is stored. Throws invalidInput at `url`. */
function checkedUrl(url: string, config: Context['config']): string {
  const address = webhookUrlOf(url, config)
  if (address === undefined) throw fieldFailed({ field: 'url', message: '请填写以 https:// 开头、可从公网访问的地址' })
  return address
}

/** Locks an endpoint of the company. Throws notFound. */
export async function lockWebhook(tx: Db, webhookId: number, companyId: number): Promise<typeof table.$inferSelect> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, webhookId), eq(table.companyId, companyId)))
    .for('no key update')
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

export const webhookSave: Handler<typeof openApiCalls.webhookSave> = async (
  { url, topics },
  { caller, db, config, note },
) => {
  const { companyId, userId } = caller
  const address = checkedUrl(url, config)
  const secret = createWebhookSecret()
  const webhookId = await db.transaction(async (tx) => {
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    if ((await tx.$count(table, eq(table.companyId, companyId))) >= maxWebhooks) throw new CallFailed('webhooksFull')
    const values = { companyId, userId, url: address, topics: [...new Set(topics)], secret }
    const [saved] = await tx.insert(table).values(values).returning({ id: table.id })
    if (saved === undefined) throw new Error('The webhook was not inserted')
    return saved.id
  })
  note(new URL(address).host)
  return { webhookId, secret }
}

export const webhookUpdate: Handler<typeof openApiCalls.webhookUpdate> = async (
  { webhookId, url, topics },
  { caller, db, config, note, after, jobs },
) => {
  const address = checkedUrl(url, config)
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, webhookId, caller.companyId)
    const isMoved = row.url !== address
    await tx
      .update(table)
      .set({ url: address, topics: [...new Set(topics)], ...(isMoved && { retryAt: null }) })
      .where(eq(table.id, webhookId))
    // What the address before refused need not wait for hours.
    if (isMoved) await sendWaitingNow(tx, webhookId, new Date())
  })
  after(() => jobs.wake('accounts-webhooks'))
  note(new URL(address).host)
  return {}
}

export const webhookSwitch: Handler<typeof openApiCalls.webhookSwitch> = async (
  { webhookId, active },
  { caller, db, note, after, jobs },
) => {
  await db.transaction(async (tx) => {
    const { url } = await lockWebhook(tx, webhookId, caller.companyId)
    await tx
      .update(table)
      .set({ status: active ? 'active' : 'stopped', failures: 0, failingSince: null, retryAt: null })
      .where(eq(table.id, webhookId))
    if (active) await sendWaitingNow(tx, webhookId, new Date())
    note(`${active ? '启用' : '停用'} ${new URL(url).host}`)
  })
  if (active) after(() => jobs.wake('accounts-webhooks'))
  return {}
}

export const webhookRotate: Handler<typeof openApiCalls.webhookRotate> = async (
  { webhookId },
  { caller, db, note },
) => {
  const secret = createWebhookSecret()
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, webhookId, caller.companyId)
    const previousUntil = sql`now() + make_interval(hours => ${secretOverlapHours})`
    await tx.update(table).set({ secret, previousSecret: row.secret, previousUntil }).where(eq(table.id, webhookId))
    note(new URL(row.url).host)
  })
  return { webhookId, secret }
}

export const webhookDelete: Handler<typeof openApiCalls.webhookDelete> = async (
  { webhookId },
  { caller, db, note },
) => {
  await db.transaction(async (tx) => {
    const { url } = await lockWebhook(tx, webhookId, caller.companyId)
    await tx.delete(table).where(eq(table.id, webhookId))
    note(new URL(url).host)
  })
  return {}
}

export const webhookTest: Handler<typeof openApiCalls.webhookTest> = async (
  { webhookId },
  { caller, db, after, jobs, note },
) => {
  const id = await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, webhookId, caller.companyId)
    if (isWebhookStopped(row.status)) throw new CallFailed('webhookStopped')
    const [saved] = await tx
      .insert(webhookMessages)
      .values({ endpointId: webhookId, topic: webhookTestTopic, thread: 'test', data: { webhookId } })
      .returning({ id: webhookMessages.id })
    // A paused endpoint is tried with the test alone.
    await tx.update(table).set({ retryAt: null }).where(eq(table.id, webhookId))
    if (saved === undefined) throw new Error('The message was not inserted')
    note(new URL(row.url).host)
    return saved.id
  })
  after(() => jobs.wake('accounts-webhooks'))
  return { id }
}
