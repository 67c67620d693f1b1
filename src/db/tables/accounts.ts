import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CertificationStatus } from '../../domain/accounts/certification.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import { createdAt, identity, moment } from './columns.ts'

/** A company: buyer, supplier or both. Its id is the specification's orgId. */
export const companies = pgTable(
  'companies',
  {
    id: identity(),
    name: text().notNull().unique(),
    shortName: text().notNull(),
    creditCode: text().unique(),
    districtCode: text().notNull(),
    address: text().notNull().default(''),
    intro: text().notNull().default(''),
    foundedAt: text(),
    certification: text().$type<CertificationStatus>().notNull().default('draft'),
    certifiedUntil: moment(),
    /** Set when certified and the shop is open: the specification's isSaler. */
    isSaler: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('companies_district').on(t.districtCode)],
)

export const users = pgTable(
  'users',
  {
    id: identity(),
    loginName: text().notNull(),
    mobile: text().unique(),
    email: text(),
    realName: text().notNull().default(''),
    avatar: text().notNull().default(''),
    passwordHash: text().notNull(),
    companyId: integer().references(() => companies.id),
    /** Owners hold every permission of their company. */
    isOwner: boolean().notNull().default(false),
    jobTitle: text().notNull().default(''),
    isService: boolean().notNull().default(false),
    isOperator: boolean().notNull().default(false),
    locked: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('users_login_name').on(sql`lower(${t.loginName})`), index('users_company').on(t.companyId)],
)

/** One sign-in of one browser or app. Both halves are kept as SHA-256 only. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    tokenHash: text().notNull().unique(),
    /** Hash of the HttpOnly cookie; null for apps whose token stands alone. */
    cookieHash: text(),
    appId: text().$type<'web' | 'mini' | 'open'>().notNull(),
    userAgent: text().notNull().default(''),
    ip: text().notNull().default(''),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

export const roles = pgTable(
  'roles',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [unique('roles_company_name').on(t.companyId, t.name)],
)

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    roleId: integer()
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] })],
)
