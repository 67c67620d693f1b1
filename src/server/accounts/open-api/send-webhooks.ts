import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { webhookAttempts, webhookEndpoints, webhookMessages } from '../../../db/tables/open-api.ts'
import { openApiPermission } from '../../../domain/accounts/api-keys.ts'
import {
  isGivenUp,
  isPauseDue,
  isWebhookActive,
  isWebhookPaused,
  pauseAfterDays,
  webhookBatch,
  webhookDelay,
  webhookLogDays,
  webhookSenders,
  webhookTestTopic,
  webhookWaitingDays,
} from '../../../domain/accounts/webhooks.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { notify } from '../notifications/notify.ts'
import { postWebhook, type WebhookAnswer } from './post-webhook.ts'
import { webhookBody } from './webhook-body.ts'
import { webhookSignatures } from './webhook-secrets.ts'

interface SendingContext {
  readonly config: Pick<Config, 'webhookLoopback'>
  readonly push: Context['push']
  readonly log: Pick<Logger, 'warn'>
  /** Clock of the sending; tests let days pass. */
  readonly now?: () => Date
}

type Endpoint = typeof webhookEndpoints.$inferSelect
type Message = typeof webhookMessages.$inferSelect
/** A message and what came of sending it. */
interface Sent {
  readonly message: Message
  readonly answer: WebhookAnswer
}

/** Seconds for which an endpoint is claimed: a batch takes `webhookTimeoutSeconds` at most. */
const claimSeconds = 60
/** Seconds between two looks for new events, while there are endpoints. */
const lookSeconds = 10
/** The receiver says that it is gone for good. */
const goneStatus = 410

/**
 * Sends due messages. Safe to run concurrently: one process at a time sends to an endpoint. The messages of a thread go
 * one after the other in the order of their ids; the next one waits until the one before was accepted. A killed process
 * loses nothing: at worst a message is sent twice with the same id. Returns the seconds until the next run; undefined
 * without endpoints.
 */
export async function sendWebhooks(db: Db, context: SendingContext): Promise<number | undefined> {
  await Promise.all(Array.from({ length: webhookSenders }, () => sendInTurns(db, context)))
  const active = await db.$count(webhookEndpoints, ne(webhookEndpoints.status, 'stopped'))
  return active === 0 ? undefined : lookSeconds
}

/**
 * Sends a batch to one endpoint after the other, in turns until nothing is due: a long list of one does not hold back
 * the others.
 */
async function sendInTurns(db: Db, context: SendingContext): Promise<void> {
  const now = context.now ?? (() => new Date())
  for (let last = 0; ;) {
    const next = await claimEndpoint(db, last, now())
    const endpoint = next ?? (last === 0 ? undefined : await claimEndpoint(db, 0, now()))
    if (endpoint === undefined) return
    const messages = await listDueMessages(db, endpoint, now())
    const sent = await Promise.all(messages.map((message) => send(endpoint, message, context, now())))
    await saveOutcome(db, endpoint, sent, context, now())
    last = endpoint.id
  }
}

/** Takes the next endpoint with due messages after one for this process. One that is paused gets tests only. */
async function claimEndpoint(db: Db, afterId: number, now: Date): Promise<Endpoint | undefined> {
  const [claimed] = await db
    .update(webhookEndpoints)
    .set({ claimedUntil: new Date(now.getTime() + claimSeconds * 1000) })
    .where(
      inArray(
        webhookEndpoints.id,
        db
          .select({ id: webhookEndpoints.id })
          .from(webhookEndpoints)
          .where(
            and(
              gt(webhookEndpoints.id, afterId),
              sql`coalesce(${webhookEndpoints.claimedUntil}, '-infinity') <= ${now.toISOString()}`,
              sql`coalesce(${webhookEndpoints.retryAt}, '-infinity') <= ${now.toISOString()}`,
              ne(webhookEndpoints.status, 'stopped'),
              sql`exists (select 1 from ${webhookMessages} where ${webhookMessages.endpointId} = ${webhookEndpoints.id}
                and ${dueAt(now)} and (${webhookEndpoints.status} = 'active' or ${webhookMessages.topic} = ${webhookTestTopic}))`,
            ),
          )
          .orderBy(asc(webhookEndpoints.id))
          .limit(1)
          .for('no key update', { skipLocked: true }),
      ),
    )
    .returning()
  return claimed
}

/** A message to be sent now: none of its thread waits before it. */
const dueAt = (now: Date) => sql`${webhookMessages.status} = 'queued'
  and ${webhookMessages.dueAt} <= ${now.toISOString()}
  and not exists (select 1 from ${webhookMessages} as earlier
    where earlier.endpoint_id = ${webhookMessages.endpointId} and earlier.thread = ${webhookMessages.thread}
      and earlier.status = 'queued' and earlier.id < ${webhookMessages.id})`

const listDueMessages = (db: Db, { id, status }: Endpoint, now: Date): Promise<Message[]> =>
  db
    .select()
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.endpointId, id),
        dueAt(now),
        isWebhookActive(status) ? undefined : eq(webhookMessages.topic, webhookTestTopic),
      ),
    )
    .orderBy(asc(webhookMessages.id))
    .limit(webhookBatch)

async function send(endpoint: Endpoint, message: Message, { config }: SendingContext, now: Date): Promise<Sent> {
  const { secret, previousSecret, previousUntil } = endpoint
  const isOverlapping = previousUntil !== null && previousUntil > now && previousSecret !== ''
  const secrets = isOverlapping ? [secret, previousSecret] : [secret]
  const body = webhookBody(message)
  const headers = {
    'webhook-id': message.messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhookSignatures(secrets, message.messageId, now, body),
  }
  return { message, answer: await postWebhook(endpoint.url, body, headers, config) }
}

/** Writes what came of a batch, and what that means for the endpoint; releases it. */
async function saveOutcome(
  db: Db,
  { id }: Endpoint,
  sent: readonly Sent[],
  { push, log }: SendingContext,
  now: Date,
): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    // Read again: it may have been changed or deleted meanwhile.
    const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update')
    if (endpoint === undefined) return
    const next = nextState(endpoint, sent, now)
    await insertRows(
      tx,
      webhookAttempts,
      sent.map((one) => attemptRow(one, now)),
    )
    await saveMessages(tx, endpoint, sent, now)
    await tx
      .update(webhookEndpoints)
      .set({ ...next, claimedUntil: null })
      .where(eq(webhookEndpoints.id, id))
    if (endpoint.failures > 0 && next.failures === 0) await sendWaitingNow(tx, id, now)
    if (isWebhookPaused(next.status) && isWebhookActive(endpoint.status)) {
      log.warn({ endpoint: id, companyId: endpoint.companyId }, 'a webhook is paused')
      await notifyPaused(tx, context, endpoint)
    }
  })
  await notifyAll()
}

const isAccepted = ({ answer }: Sent): boolean => answer.error === ''

const attemptRow = ({ message, answer }: Sent, now: Date): typeof webhookAttempts.$inferInsert => ({
  messageId: message.id,
  attempt: message.attempts + 1,
  answerStatus: answer.status,
  error: answer.error,
  answer: answer.answer,
  durationMs: answer.durationMs,
  createdAt: now,
})

/** One success and the endpoint works; without one it is left alone for longer and longer, and paused after days. */
function nextState(
  endpoint: Endpoint,
  sent: readonly Sent[],
  now: Date,
): Pick<Endpoint, 'status' | 'failures' | 'failingSince' | 'retryAt'> {
  const { status } = endpoint
  if (sent.some(isAccepted)) return { status, failures: 0, failingSince: null, retryAt: null }
  if (sent.length === 0) {
    const { failures, failingSince, retryAt } = endpoint
    return { status, failures, failingSince, retryAt }
  }
  const failures = endpoint.failures + 1
  const failingSince = endpoint.failingSince ?? now
  const isGone = sent.some(({ answer }) => answer.status === goneStatus)
  const pauses = isWebhookActive(status) && (isGone || isPauseDue(failingSince, now))
  const retryAt = new Date(now.getTime() + webhookDelay(failures) * 1000)
  return { status: pauses ? 'paused' : status, failures, failingSince, retryAt }
}

/**
 * A refused message is tried again later. It is given up after days, but only where the endpoint accepted others
 * meanwhile: while a receiver is down, nothing is given up. A test is tried once.
 */
async function saveMessages(tx: Db, endpoint: Endpoint, sent: readonly Sent[], now: Date): Promise<void> {
  const rows = sent.map((one) => {
    const { message } = one
    const attempts = message.attempts + 1
    const firstTriedAt = message.firstTriedAt ?? now
    const { failingSince } = endpoint
    const othersPass = sent.some(isAccepted) || failingSince === null || failingSince > firstTriedAt
    const ends = message.topic === webhookTestTopic || (othersPass && isGivenUp(firstTriedAt, now))
    const status: Message['status'] = isAccepted(one) ? 'sent' : ends ? 'failed' : 'queued'
    return {
      id: message.id,
      attempts,
      status,
      first_tried_at: firstTriedAt.toISOString(),
      due_at: new Date(now.getTime() + webhookDelay(attempts) * 1000).toISOString(),
      sent_at: isAccepted(one) ? now.toISOString() : null,
    }
  })
  await tx.execute(sql`
    update ${webhookMessages} set attempts = given.attempts, status = given.status,
      first_tried_at = given.first_tried_at, due_at = given.due_at, sent_at = given.sent_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id int, attempts int, status text,
      first_tried_at timestamptz, due_at timestamptz, sent_at timestamptz)
    where ${webhookMessages.id} = given.id`)
}

/** What waits after failures need not wait longer. */
export const sendWaitingNow = (tx: Db, endpointId: number, now: Date) =>
  tx
    .update(webhookMessages)
    .set({ dueAt: now })
    .where(and(eq(webhookMessages.endpointId, endpointId), eq(webhookMessages.status, 'queued')))

async function notifyPaused(
  tx: Db,
  context: Parameters<typeof notify>[1],
  { companyId, url }: Endpoint,
): Promise<void> {
  const people = (await recipientsWithPermission(tx, [companyId], openApiPermission)).get(companyId) ?? []
  await notify(tx, context, 'webhook.paused', people, {
    title: `推送地址 ${new URL(url).host} 已自动暂停`,
    text: `连续 ${pauseAfterDays} 天推送失败，或接收方声明地址已失效。事件保留 ${webhookWaitingDays} 天，检查接收程序后请恢复推送。`,
    path: links.buyerOpenApi({ tab: 'webhooks' }),
  })
}

/** Messages created before so many days. */
const isOlderThan = (days: number) => lt(webhookMessages.createdAt, sql`now() - make_interval(days => ${days})`)

/**
 * Deletes messages after `webhookLogDays`, with their attempts; those that wait stay until `webhookWaitingDays`, but
 * for stopped endpoints.
 */
export const deleteOldWebhookMessages = (db: Db) =>
  db
    .delete(webhookMessages)
    .where(
      or(
        isOlderThan(webhookWaitingDays),
        and(
          or(
            ne(webhookMessages.status, 'queued'),
            inArray(
              webhookMessages.endpointId,
              db
                .select({ id: webhookEndpoints.id })
                .from(webhookEndpoints)
                .where(eq(webhookEndpoints.status, 'stopped')),
            ),
          ),
          isOlderThan(webhookLogDays),
        ),
      ),
    )
