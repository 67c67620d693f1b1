import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { EntryKind } from '../../domain/content/entries/entry-states.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import type { OutboxTemplate } from '../../domain/operations/outbox-limits.ts'
import type { FilePurpose } from '../../domain/operations/file-rules.ts'
import { encryptedJson, encryptedText, lookupColumn } from '../encryption/column-types.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Stored response of an idempotency key, for repeated requests. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: identity(),
    userId: integer().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Written in the same transaction as the work. */
    answer: encryptedJson('idempotency_keys.answer'),
    createdAt: createdAt(),
  },
  (t) => [unique('idempotency_keys_key').on(t.userId, t.path, t.key), index('idempotency_keys_age').on(t.createdAt)],
)

/** History of state changes: who, from, to, when and why. Written with every state change. */
export const stateChanges = pgTable(
  'state_changes',
  {
    id: identity(),
    entity: text()
      .$type<
        | 'demand'
        | 'offer'
        | 'order'
        | 'payment'
        | 'certification'
        | 'claim'
        | 'service'
        | 'product'
        | 'inquiry'
        | 'qualification'
        | 'lead'
        | 'declaration'
        | 'digital_join'
        | 'refund'
        | 'invoice'
        | 'liveClass'
        | 'award'
        | 'booking'
        | 'payee'
        | `entry.${EntryKind}`
      >()
      .notNull(),
    entityId: integer().notNull(),
    event: text().notNull(),
    fromStatus: text().notNull(),
    toStatus: text().notNull(),
    /** null = the system. */
    userId: integer(),
    companyId: integer(),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('state_changes_entity').on(t.entity, t.entityId, t.id)],
)

/** Key-value facts of this installation: seed version, id of the platform's service account. */
export const facts = pgTable('facts', { key: text().primaryKey(), value: jsonb().notNull() })

/** Operation log of companies. */
export const operationLogs = pgTable(
  'operation_logs',
  {
    id: identity(),
    /** null = without a company. */
    companyId: integer(),
    userId: integer().notNull(),
    /** `domain.name` of the call. */
    call: text().notNull(),
    /** Action and object, in Chinese: 新增子账号, 廖思齐. */
    action: text().notNull(),
    detail: text().notNull().default(''),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('operation_logs_company').on(t.companyId, t.id), index('operation_logs_user').on(t.userId, t.id)],
)

/** Outbox of SMS and mails: written in the transaction of their event, sent by a job. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: identity(),
    channel: text().$type<'sms' | 'mail'>().notNull(),
    /** Mobile number or mail address. */
    recipient: encryptedText('outbox_messages.recipient').notNull(),
    recipientHash: lookupColumn('outbox_messages.recipient'),
    /** Template name; filled with `params`. Blanked once a real provider has accepted a code or a link. */
    template: text().$type<OutboxTemplate>().notNull(),
    params: jsonb().$type<Record<string, string>>().notNull().default({}),
    subject: text().notNull().default(''),
    text: text().notNull(),
    status: text().$type<'queued' | 'sending' | 'sent' | 'failed'>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text().notNull().default(''),
    /** Next attempt, and expiry. */
    dueAt: createdAt(),
    expiresAt: moment(),
    sentAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('outbox_messages_due')
      .on(t.dueAt)
      .where(sql`${t.status} in ('queued', 'sending')`),
    index('outbox_messages_recent').on(t.createdAt),
    index('outbox_messages_recipient').on(t.recipientHash, t.template, t.createdAt),
  ],
)

/** Uploaded files. Their bytes are in the storage under `storageKey`. */
export const files = pgTable(
  'files',
  {
    /** 128 random bits: ids cannot be guessed. */
    id: text().primaryKey(),
    purpose: text().$type<FilePurpose>().notNull(),
    /** private = visible to its company (or its person) and operators only. */
    audience: text().$type<'public' | 'private'>().notNull(),
    userId: integer().notNull(),
    companyId: integer(),
    name: text().notNull(),
    contentType: text().notNull(),
    /** bytes */
    size: integer().notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
    /** Number of downloads from a listing. */
    downloads: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index('files_company').on(t.companyId), index('files_user').on(t.userId, t.createdAt)],
)

/** Notices of a user, for the message centre. */
export const notices = pgTable(
  'notices',
  {
    id: identity(),
    userId: integer().notNull(),
    /** Event of domain/accounts/notifications. */
    event: text().$type<NotificationEvent>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Internal path to its subject. */
    path: text().notNull(),
    readAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('notices_user').on(t.userId, t.id),
    index('notices_unread')
      .on(t.userId, t.id)
      .where(sql`${t.readAt} is null`),
  ],
)
