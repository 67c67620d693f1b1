import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EntryKind } from '../../domain/content/entries/entry-states.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import type { ActionSubjectKind } from '../../domain/operations/action-subjects.ts'
import type { ApprovalAction } from '../../domain/operations/operator-approvals.ts'
import type { OutboxChannel, OutboxTemplate } from '../../domain/operations/outbox-limits.ts'
import type { SuspendedState } from '../../domain/operations/suspensions.ts'
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
        | 'milestone'
        | 'payout'
        | 'certification'
        | 'claim'
        | 'complaint'
        | 'fraud_sign'
        | 'service'
        | 'product'
        | 'inquiry'
        | 'qualification'
        | 'lead'
        | 'declaration'
        | 'digital_join'
        | 'refund'
        | 'refund_request'
        | 'invoice'
        | 'match'
        | 'liveClass'
        | 'award'
        | 'booking'
        | 'payee'
        | 'agreement'
        | 'sample'
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

/**
 * Every write of an operator: exactly one row per call. Append-only by triggers; `seq`, `prevHash` and `hash` are set by
 * the database, so that each row confirms the one before.
 */
export const platformActions = pgTable(
  'platform_actions',
  {
    /** 1, 2, 3 … without gaps. */
    seq: integer().primaryKey().default(0),
    operatorId: integer().notNull(),
    /** Login name at the time. */
    operatorName: text().notNull(),
    /** `domain.name` of the call. */
    call: text().notNull(),
    /** Action in Chinese: 审核企业认证. */
    action: text().notNull(),
    /** What it is about, in words: its number, name, decision. */
    detail: text().notNull().default(''),
    subjectKind: text().$type<ActionSubjectKind>(),
    subjectId: integer(),
    /** Company concerned; null = none. */
    companyId: integer(),
    /** Reason that the operator wrote. */
    reason: text().notNull().default(''),
    /** Input of the call as JSON, shortened. */
    input: text().notNull().default(''),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    prevHash: text().notNull().default(''),
    /** SHA-256 over the previous hash and every other column. */
    hash: text().notNull().default(''),
  },
  (t) => [
    index('platform_actions_operator').on(t.operatorId, t.seq),
    index('platform_actions_subject').on(t.subjectKind, t.subjectId, t.seq),
    index('platform_actions_company').on(t.companyId, t.seq),
    index('platform_actions_time').on(t.createdAt),
    index('platform_actions_detail').using('gin', t.detail.op('gin_trgm_ops')),
  ],
)

/** Suspensions of users and companies by operators; an open one has no end. */
export const suspensions = pgTable(
  'suspensions',
  {
    id: identity(),
    kind: text().$type<'user' | 'company'>().notNull(),
    targetId: integer().notNull(),
    /** Read by the suspended. */
    reason: text().notNull(),
    operatorId: integer().notNull(),
    /** What a restoration brings back: SuspendedState. */
    before: jsonb().$type<SuspendedState>().notNull(),
    createdAt: createdAt(),
    endedAt: moment(),
    endedBy: integer(),
    endReason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('suspensions_open')
      .on(t.kind, t.targetId)
      .where(sql`${t.endedAt} is null`),
    index('suspensions_target').on(t.kind, t.targetId, t.id),
  ],
)

/** Requests of operators for actions that need a second one; an open one has no outcome. */
export const operatorApprovals = pgTable(
  'operator_approvals',
  {
    id: identity(),
    action: text().$type<ApprovalAction>().notNull(),
    /** Id of the company, category or value that it is about, and its name then. */
    subjectId: integer().notNull(),
    title: text().notNull(),
    reason: text().notNull(),
    requestedBy: integer().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** `confirmed` by another operator; `ended`: withdrawn, rejected or over. */
    outcome: text().$type<'confirmed' | 'ended'>(),
    decidedBy: integer(),
    decidedAt: moment(),
  },
  (t) => [
    uniqueIndex('operator_approvals_open')
      .on(t.action, t.subjectId)
      .where(sql`${t.outcome} is null`),
  ],
)

/** An operator views the account of a person, read-only, for some minutes. */
export const accountViews = pgTable(
  'account_views',
  {
    id: identity(),
    operatorId: integer().notNull(),
    /** Session of the operator; the view works with no other. */
    sessionId: integer().notNull(),
    userId: integer().notNull(),
    /** Told to the person. */
    reason: text().notNull(),
    tokenHash: text().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [index('account_views_session').on(t.sessionId), index('account_views_user').on(t.userId, t.id)],
)

/** What operators write about a user or company for each other; never shown to them. */
export const operatorNotes = pgTable(
  'operator_notes',
  {
    id: identity(),
    kind: text().$type<'user' | 'company'>().notNull(),
    targetId: integer().notNull(),
    text: text().notNull(),
    operatorId: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('operator_notes_target').on(t.kind, t.targetId, t.id)],
)

/** Outbox of SMS and mails: written in the transaction of their event, sent by a job. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: identity(),
    channel: text().$type<OutboxChannel>().notNull(),
    /** Mobile number, mail address or id of a push device. */
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
  (t) => [
    index('files_company').on(t.companyId),
    index('files_user').on(t.userId, t.createdAt),
    // Vouchers and invoices that were given twice.
    index('files_sha256').on(t.sha256),
  ],
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
