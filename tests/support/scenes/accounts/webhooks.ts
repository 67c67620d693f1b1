import { eq, isNotNull } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { WebhookRow } from '../../../../src/contract/accounts/open-api.ts'
import { webhookEndpoints, webhookMessages } from '../../../../src/db/tables/open-api.ts'
import { webhookTopics, type WebhookTopic } from '../../../../src/domain/accounts/webhooks.ts'
import { sendWebhooks } from '../../../../src/server/accounts/open-api/send-webhooks.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import type { ReceivedRequest } from '../../mock-service.ts'

/** Lets webhooks go to the receivers of tests. */
export const toLoopback = { WEBHOOK_LOOPBACK: '1' }

export const webhookOf = async (by: Client, url: string, topics: readonly WebhookTopic[] = webhookTopics) =>
  contentOf(await by.api.accounts.webhookSave({ url, topics: [...topics] }))

/** One of the listed endpoints. */
export const shownOf = (listed: readonly WebhookRow[], webhookId: number) =>
  listed.find((one) => one.webhookId === webhookId)

/** Sends what is due at a moment. The product's own job may have an endpoint before: it is waited for. */
export async function sendAt({ db, runtime }: TestApp, now = new Date()): Promise<void> {
  const send = () => sendWebhooks(db, { config: runtime.config, push: runtime.push, log: runtime.log, now: () => now })
  const isReleased = async () =>
    expect(await db.$count(webhookEndpoints, isNotNull(webhookEndpoints.claimedUntil))).toBe(0)
  await send()
  await vi.waitFor(isReleased, { timeout: 20_000 })
  await send()
}

export const messagesOf = (app: TestApp, webhookId: number) =>
  app.db.select().from(webhookMessages).where(eq(webhookMessages.endpointId, webhookId)).orderBy(webhookMessages.id)

const event = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) })

/** The event of a request, verified by the published library. Throws if no signature fits. */
export function verified(secret: string, { headers, body }: ReceivedRequest) {
  const text = body.toString('utf8')
  const given = z
    .record(z.string(), z.string())
    .parse(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))))
  new Webhook(secret).verify(text, given)
  return event.parse(JSON.parse(text))
}
