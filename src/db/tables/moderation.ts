import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  ComplaintAction,
  ComplaintKind,
  ComplaintReason,
  ComplaintStatus,
} from '../../domain/operations/complaints.ts'
import type { FraudSignKind, FraudSignRecord, FraudSignStatus } from '../../domain/operations/fraud-signs.ts'
import type { WordLevel } from '../../domain/operations/word-levels.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** A message kept with a complaint, as it was when it was reported. */
export interface ExcerptLine {
  /** Whether the reported side wrote it. */
  readonly byOwner: boolean
  readonly isReported: boolean
  readonly text: string
  readonly at: string
}

/** Complaints of people about something published or said, and cases that the word list opened. */
export const complaints = pgTable(
  'complaints',
  {
    id: identity(),
    kind: text().$type<ComplaintKind>().notNull(),
    /** Id in the table of the kind; for a message its own id. */
    subjectId: integer().notNull(),
    /** Title or beginning of the text when it was reported. */
    title: text().notNull(),
    /** Whose it is: the company, for a message also the person. null = without a company. */
    ownerCompanyId: integer().references(() => companies.id),
    ownerUserId: integer().references(() => users.id),
    /** null = opened by the word list. */
    reporterUserId: integer().references(() => users.id),
    reporterCompanyId: integer().references(() => companies.id),
    reason: text().$type<ComplaintReason>().notNull(),
    text: text().notNull().default(''),
    fileIds: text().array().notNull().default([]),
    /** Of the word list: what was found. */
    words: text().array().notNull().default([]),
    /** Only for messages. */
    excerpt: jsonb().$type<readonly ExcerptLine[]>().notNull().default([]),
    status: text().$type<ComplaintStatus>().notNull().default('open'),
    takenBy: integer().references(() => users.id),
    takenAt: moment(),
    action: text().$type<ComplaintAction>(),
    /** Reason of the decision; the reporter reads it, and the owner when upheld. */
    decision: text().notNull().default(''),
    decidedBy: integer().references(() => users.id),
    decidedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('complaints_open')
      .on(t.reporterUserId, t.kind, t.subjectId)
      .where(sql`${t.reporterUserId} is not null and ${t.decidedAt} is null`),
    uniqueIndex('complaints_words')
      .on(t.kind, t.subjectId)
      .where(sql`${t.reporterUserId} is null and ${t.decidedAt} is null`),
    index('complaints_waiting')
      .on(t.createdAt, t.id)
      .where(sql`${t.decidedAt} is null`),
    index('complaints_decided')
      .on(t.decidedAt)
      .where(sql`${t.decidedAt} is not null`),
    index('complaints_subject').on(t.kind, t.subjectId, t.id),
    index('complaints_reporter').on(t.reporterUserId, t.id.desc()),
    index('complaints_company').on(t.ownerCompanyId, t.decidedAt),
    index('complaints_user').on(t.ownerUserId, t.decidedAt),
    index('complaints_files').using('gin', t.fileIds),
    check('complaints_decision', sql`(${t.status} in ('upheld', 'rejected')) = (${t.decidedAt} is not null)`),
    check('complaints_action', sql`(${t.status} = 'upheld') = (${t.action} is not null)`),
  ],
)

/** Words that operators do not want to be published, or want to be told of. */
export const moderationWords = pgTable(
  'moderation_words',
  {
    id: identity(),
    word: text().notNull(),
    /** As it is compared: domain/operations/moderation-words.ts. */
    folded: text().notNull(),
    level: text().$type<WordLevel>().notNull(),
    /** Why it is listed; operators only. */
    reason: text().notNull(),
    updatedBy: integer()
      .notNull()
      .references(() => users.id),
    updatedAt: createdAt(),
  },
  (t) => [uniqueIndex('moderation_words_folded').on(t.folded)],
)

/** Signs of fraud that a job found, for operators. The companies and persons concerned are never told. */
export const fraudSigns = pgTable(
  'fraud_signs',
  {
    id: identity(),
    kind: text().$type<FraudSignKind>().notNull(),
    /** What the records have in common: hash of a voucher, keyed hash of an account, network, pair of companies. */
    key: text().notNull(),
    /** Records concerned, in the order in which they are shown. */
    records: jsonb().$type<readonly FraudSignRecord[]>().notNull(),
    /** Companies of the records: operators who belong to one neither read nor decide the sign. */
    companyIds: integer().array().notNull().default([]),
    /** Of the events that are the sign: accounts registered, payments made. */
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    status: text().$type<FraudSignStatus>().notNull().default('open'),
    /** Reason of the decision; operators only. */
    decision: text().notNull().default(''),
    decidedBy: integer().references(() => users.id),
    decidedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('fraud_signs_open')
      .on(t.kind, t.key)
      .where(sql`${t.status} = 'open'`),
    index('fraud_signs_key').on(t.kind, t.key),
    index('fraud_signs_status').on(t.status, t.id.desc()),
    check('fraud_signs_decision', sql`(${t.status} = 'open') = (${t.decidedAt} is null)`),
  ],
)
