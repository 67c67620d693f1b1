import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ApprovalAction, ApprovalRule, ApprovalStep } from '../../domain/orders/requisitions/approval-rules.ts'
import type { FrozenRequest, RequisitionContent } from '../../domain/orders/requisitions/frozen-request.ts'
import type { RequisitionEvent, RequisitionStatus } from '../../domain/orders/requisitions/requisition-states.ts'
import { companies, users } from './accounts.ts'
import { budgets } from './budgets.ts'
import { createdAt, fen, identity, moment } from './columns.ts'

/**
 * Approval rules of a company: each save is a further version, and `companies.approval_version` names the one in force.
 * Rows never change (trigger `approval_policies_kept`), so that a requisition keeps what it was judged by.
 */
export const approvalPolicies = pgTable(
  'approval_policies',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** From 1. */
    version: integer().notNull(),
    rules: jsonb().$type<readonly ApprovalRule[]>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [unique('approval_policies_version').on(t.companyId, t.version)],
)

/** A person approves instead of another until a point in time. */
export const approvalDelegations = pgTable(
  'approval_delegations',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    fromUserId: integer()
      .notNull()
      .references(() => users.id),
    toUserId: integer()
      .notNull()
      .references(() => users.id),
    until: moment().notNull(),
    /** When it was ended early. */
    endedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('approval_delegations_company').on(t.companyId, t.until),
    check('approval_delegations_other', sql`${t.fromUserId} <> ${t.toUserId}`),
  ],
)

/** Requests that wait for approval. What was asked never changes: trigger `requisitions_kept`. */
export const requisitions = pgTable(
  'requisitions',
  {
    id: identity(),
    requisitionNo: text().notNull().unique(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Requester. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    action: text().$type<ApprovalAction>().notNull(),
    policyId: integer()
      .notNull()
      .references(() => approvalPolicies.id),
    title: text().notNull(),
    /** Fen, as the rules compare it. */
    amount: fen().notNull(),
    /** The budget that it holds; null = none. */
    budgetId: integer().references(() => budgets.id),
    /** Input with which the last approval carries it out. */
    request: jsonb().$type<FrozenRequest>().notNull(),
    /** What approvers read. */
    content: jsonb().$type<RequisitionContent>().notNull(),
    /** Its steps by the rules of the version. */
    steps: jsonb().$type<readonly ApprovalStep[]>().notNull(),
    /** Index of the step that waits. */
    step: integer().notNull().default(0),
    /** What it is about, of which one waits at a time: offer, change, lines; null = several may wait. */
    subject: text(),
    /** Payment lines with amounts that an approved payment covers: `line=fen`. */
    covers: text().array().notNull().default([]),
    status: text().$type<RequisitionStatus>().notNull().default('waiting'),
    /** Why it was returned. */
    reason: text().notNull().default(''),
    /** Path of what came of it: order, group, payment; '' = nothing yet. */
    resultPath: text().notNull().default(''),
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('requisitions_waiting_subject')
      .on(t.companyId, t.subject)
      .where(sql`${t.status} = 'waiting' and ${t.subject} is not null`),
    index('requisitions_company').on(t.companyId, t.status, t.id.desc()),
    index('requisitions_requester').on(t.companyId, t.userId, t.id.desc()),
    index('requisitions_covers')
      .using('gin', t.covers)
      .where(sql`${t.status} = 'approved' and ${t.action} = 'payment'`),
    check('requisitions_closed', sql`(${t.status} = 'waiting') = (${t.closedAt} is null)`),
    check('requisitions_step', sql`${t.step} >= 0 and ${t.step} < jsonb_array_length(${t.steps})`),
  ],
)

/** History of requisitions, append-only. A step is approved once, and a person approves one step. */
export const requisitionEntries = pgTable(
  'requisition_entries',
  {
    id: identity(),
    requisitionId: integer()
      .notNull()
      .references(() => requisitions.id),
    event: text().$type<RequisitionEvent>().notNull(),
    /** Index of the step. */
    step: integer().notNull(),
    /** Whose step it is; of `fail`, whose approval could not be carried out. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Person on whose behalf a delegate acted. */
    onBehalfOf: integer().references(() => users.id),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('requisition_entries_requisition').on(t.requisitionId, t.id),
    uniqueIndex('requisition_entries_step')
      .on(t.requisitionId, t.step)
      .where(sql`${t.event} in ('pass', 'finish')`),
    uniqueIndex('requisition_entries_person')
      .on(t.requisitionId, t.userId)
      .where(sql`${t.event} in ('pass', 'finish')`),
  ],
)
