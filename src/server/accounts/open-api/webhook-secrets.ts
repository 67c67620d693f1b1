import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Value of webhook-signature: one signature of each valid secret, divided by spaces. */
export const webhookSignatures = (
  secrets: readonly string[],
  messageId: string,
  timestamp: Date,
  body: string,
): string => secrets.map((secret) => new Webhook(secret).sign(messageId, timestamp, body)).join(' ')
