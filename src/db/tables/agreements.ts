import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SignMethod } from '../../domain/accounts/session.ts'
import type { AgreementKind, AgreementStatus, VersionStatus } from '../../domain/orders/agreements/agreement-states.ts'
import type { AgreementTerms } from '../../domain/orders/agreements/agreement-terms.ts'
import type { Side } from '../../domain/sides.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/**
 * Agreements of two companies: framework agreements and confidentiality agreements. Its row is the lock of its versions
 * and of its call-offs, whose sum is read from the orders.
 */
export const agreements = pgTable(
  'agreements',
  {
    id: identity(),
    agreementNo: text().notNull().unique(),
    kind: text().$type<AgreementKind>().notNull(),
    buyerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Title of the version in force, else of the newest one. */
    title: text().notNull(),
    status: text().$type<AgreementStatus>().notNull().default('proposed'),
    /** Version in force; 0 = none yet. */
    version: integer().notNull().default(0),
    /** Days of the version in force, both inclusive; null = not signed. */
    validFrom: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    /** Why it was terminated, rejected or withdrawn. */
    closeReason: text().notNull().default(''),
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('agreements_buyer').on(t.buyerCompanyId, t.kind, t.id.desc()),
    index('agreements_seller').on(t.sellerCompanyId, t.kind, t.id.desc()),
    index('agreements_due')
      .on(t.validUntil)
      .where(sql`${t.status} = 'in_force'`),
    check('agreements_two', sql`${t.buyerCompanyId} <> ${t.sellerCompanyId}`),
    check('agreements_dated', sql`(${t.version} = 0) = (${t.validUntil} is null)`),
    check('agreements_in_force', sql`${t.status} <> 'in_force' or ${t.version} > 0`),
  ],
)

/**
 * Versions of the terms. What was proposed and signed never changes: the trigger `agreement_versions_promised` keeps all
 * but status, signatures and answer, and a decided version altogether.
 */
export const agreementVersions = pgTable(
  'agreement_versions',
  {
    id: identity(),
    agreementId: integer()
      .notNull()
      .references(() => agreements.id),
    /** From 1. */
    version: integer().notNull(),
    /** Proposing side. */
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    terms: jsonb().$type<AgreementTerms>().notNull(),
    /** SHA-256 of the canonical text, hex. */
    fingerprint: text().notNull(),
    status: text().$type<VersionStatus>().notNull().default('proposed'),
    /** Why it was rejected or withdrawn. */
    answer: text().notNull().default(''),
    /** Name of the person as it was at the signature. */
    buyerName: text(),
    buyerUserId: integer().references(() => users.id),
    buyerSignedAt: moment(),
    buyerMethod: text().$type<SignMethod>(),
    sellerName: text(),
    sellerUserId: integer().references(() => users.id),
    sellerSignedAt: moment(),
    sellerMethod: text().$type<SignMethod>(),
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('agreement_versions_number').on(t.agreementId, t.version),
    uniqueIndex('agreement_versions_open')
      .on(t.agreementId)
      .where(sql`${t.status} = 'proposed'`),
    check('agreement_versions_closed', sql`(${t.status} = 'proposed') = (${t.closedAt} is null)`),
    check(
      'agreement_versions_signed',
      sql`${t.status} <> 'signed' or (${t.buyerSignedAt} is not null and ${t.sellerSignedAt} is not null)`,
    ),
  ],
)

/** Annexes under a confidentiality agreement in force: a file with its hash, or the number of a demand or an order. */
export const agreementAnnexes = pgTable(
  'agreement_annexes',
  {
    id: identity(),
    agreementId: integer()
      .notNull()
      .references(() => agreements.id),
    side: text().$type<Side>().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    /** null = a reference. */
    fileId: text(),
    /** SHA-256 of the file's bytes, hex; '' = a reference. */
    sha256: text().notNull().default(''),
    /** Number of a demand or an order of both; '' = a file. */
    reference: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('agreement_annexes_agreement').on(t.agreementId, t.id),
    uniqueIndex('agreement_annexes_file')
      .on(t.fileId, t.agreementId)
      .where(sql`${t.fileId} is not null`),
    uniqueIndex('agreement_annexes_reference')
      .on(t.agreementId, t.reference)
      .where(sql`${t.fileId} is null`),
    check('agreement_annexes_one', sql`(${t.fileId} is null) = (${t.reference} <> '')`),
  ],
)
