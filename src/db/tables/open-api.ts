import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type {
  WebhookMessageStatus,
  WebhookMessageTopic,
  WebhookStatus,
  WebhookTopic,
} from '../../domain/accounts/webhooks.ts'
import type { ReferenceKind } from '../../domain/external-references.ts'
import { encryptedText } from '../encryption/column-types.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Keys with which programs of a company make calls. The key itself is shown once and stored as a hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Who gave it: calls act as this person, within the permissions held at that moment. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** First characters of the key. */
    prefix: text().notNull(),
    keyHash: text().notNull().unique(),
    permissions: text().array().$type<Permission[]>().notNull(),
    /** CIDR networks and addresses that may use it; empty = any. */
    networks: text().array().notNull(),
    expiresAt: moment().notNull(),
    lastUsedAt: moment(),
    revokedAt: moment(),
    revokedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('api_keys_company').on(t.companyId, t.id),
    check('api_keys_revoked', sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
  ],
)

/** Addresses of a company's systems that events are sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    url: text().notNull(),
    topics: text().array().$type<WebhookTopic[]>().notNull(),
    /** `whsec_` and base64. */
    secret: encryptedText('webhook_endpoints.secret').notNull(),
    /** Secret before the last rotation; signs too until `previousUntil`. Empty = none. */
    previousSecret: encryptedText('webhook_endpoints.previous_secret').notNull().default(''),
    previousUntil: moment(),
    status: text().$type<WebhookStatus>().notNull().default('active'),
    /** Failures since the last success, and the first of them. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    /** Nothing is sent before; null = at once. */
    retryAt: moment(),
    /** Until then one process sends to this endpoint. */
    claimedUntil: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('webhook_endpoints_company').on(t.companyId)],
)

/**
 * Events for an endpoint, written by triggers in the transaction of the step (deal_entries, state_changes). Those of one
 * thread are sent in the order of their ids.
 */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: identity(),
    endpointId: integer()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Header webhook-id: the same at each attempt. */
    messageId: text()
      .notNull()
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    topic: text().$type<WebhookMessageTopic>().notNull(),
    /** What must stay in order: `order:12`, `demand:3`. */
    thread: text().notNull(),
    data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    status: text().$type<WebhookMessageStatus>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    firstTriedAt: moment(),
    dueAt: moment().notNull().defaultNow(),
    sentAt: moment(),
    createdAt: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('webhook_messages_endpoint').on(t.endpointId, t.id),
    index('webhook_messages_queued')
      .on(t.endpointId, t.thread, t.id)
      .where(sql`${t.status} = 'queued'`),
    index('webhook_messages_age').on(t.createdAt),
  ],
)

/** What each attempt to send a message met. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    messageId: integer()
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    /** HTTP status; null = no answer. */
    answerStatus: integer(),
    /** Why it failed; '' = delivered. */
    error: text().notNull(),
    /** Start of the answer's body. */
    answer: text().notNull(),
    durationMs: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.attempt] })],
)

/** A company's own numbers of orders, demands and listings. */
export const externalReferences = pgTable(
  'external_references',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    kind: text().$type<ReferenceKind>().notNull(),
    entityId: integer().notNull(),
    reference: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('external_references_reference').on(t.companyId, t.kind, t.reference),
    unique('external_references_entity').on(t.companyId, t.kind, t.entityId),
  ],
)
