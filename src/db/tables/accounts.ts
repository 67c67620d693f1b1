import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { defaultPayeeLimit } from '../../domain/accounts/payee.ts'
import type { CertificationStatus } from '../../domain/accounts/certification.ts'
import type { ClaimStatus } from '../../domain/accounts/company-claims.ts'
import type { InvitationKind } from '../../domain/accounts/invitations.ts'
import type { NotificationChoices } from '../../domain/accounts/notifications.ts'
import type { Visibility } from '../../domain/accounts/visibility.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import { encryptedText } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment, nameKey } from './columns.ts'

/** A company: buyer, supplier or both. Its id is the specification's orgId. */
export const companies = pgTable(
  'companies',
  {
    id: identity(),
    /** Only a company that was certified holds its name against others: anybody can type one. */
    name: text().notNull(),
    shortName: text().notNull(),
    /** Certified under it, or granted to the company by a claim and not certified yet. */
    creditCode: text().unique(),
    districtCode: text().notNull(),
    address: text().notNull().default(''),
    intro: text().notNull().default(''),
    foundedAt: text(),
    contactName: text().notNull().default(''),
    contactPhone: text().notNull().default(''),
    contactEmail: text().notNull().default(''),
    website: text().notNull().default(''),
    /** 人员规模, a word of domain/accounts/company-words. */
    scale: text().notNull().default(''),
    /** What the company does: codes of the dictionary ` ORG_SERVICE_CLASS`. */
    serviceClasses: text().array().notNull().default([]),
    visibility: jsonb().$type<Partial<Visibility>>().notNull().default({}),
    /** State in force: an approved version stays until the next one is approved. Versions: `certifications`. */
    certification: text().$type<CertificationStatus>().notNull().default('draft'),
    certifiedUntil: moment(),
    /** Days before the end of the certification of which the company was told last; null = not yet told. */
    expiryTold: integer(),
    /** Set when certified and the shop is open: the specification's isSaler. */
    isSaler: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('companies_district').on(t.districtCode),
    index('companies_name').on(nameKey(t.name)),
    uniqueIndex('companies_certified_name')
      .on(nameKey(t.name))
      .where(sql`${t.certification} in ('approved', 'expired')`),
  ],
)

export const users = pgTable(
  'users',
  {
    id: identity(),
    loginName: text().notNull(),
    mobile: text().unique(),
    /** Bound and proven by a code; lower case. */
    email: text(),
    realName: text().notNull().default(''),
    avatar: text().notNull().default(''),
    /** null = none set yet: registered by mobile or through single sign-on. */
    passwordHash: text(),
    passwordChangedAt: moment(),
    companyId: integer().references(() => companies.id),
    /** Owners hold every permission of their company. */
    isOwner: boolean().notNull().default(false),
    jobTitle: text().notNull().default(''),
    /** Version of the users' agreement that was agreed to. */
    agreementVersion: text().notNull().default(''),
    isService: boolean().notNull().default(false),
    isOperator: boolean().notNull().default(false),
    /** By the platform, or a sub-account by its company. */
    locked: boolean().notNull().default(false),
    /** A deleted sub-account: locked for good, its login name and mobile free again. */
    deletedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_login_name').on(sql`lower(${t.loginName})`),
    uniqueIndex('users_email').on(t.email),
    index('users_company').on(t.companyId),
    index('users_service')
      .on(t.id)
      .where(sql`${t.isService}`),
  ],
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
    /** SHA-256 of the browser's long-lived secret: tells a browser in which the account signed in before. */
    browserHash: text(),
    /** Opened through the single sign-on: its token, which it wants back at sign-out; empty when too long. Gone with the session. */
    ssoIdToken: text(),
    userAgent: text().notNull().default(''),
    ip: text().notNull().default(''),
    /** Origin of the site at which it was opened: mails lead there. */
    origin: text().notNull().default(''),
    createdAt: createdAt(),
    /** Renewed every few minutes of use. */
    lastSeenAt: createdAt(),
    /** When the person last proved by password or code that it is them; null = never in this session. */
    reauthenticatedAt: moment(),
    /** When a push connection of it was last seen open, each minute; null = never. */
    presentAt: moment(),
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

/** One version of a company's certification, as its person confirmed it. */
export const certifications = pgTable(
  'certifications',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** 1, 2, 3 … of the company. */
    version: integer().notNull(),
    status: text().$type<CertificationStatus>().notNull(),
    companyName: text().notNull(),
    creditCode: text().notNull(),
    legalPerson: text().notNull(),
    districtCode: text().notNull(),
    address: text().notNull(),
    /** Day of foundation, and last day of business; null = 长期. YYYY-MM-DD */
    foundedAt: text(),
    validUntil: text(),
    businessScope: text().notNull().default(''),
    /** The licence: a private file. */
    licenceFileId: text().notNull(),
    /** Whether the platform's own reading of the licence found this very credit code on it. */
    licenceConfirms: boolean().notNull().default(false),
    submittedBy: integer()
      .notNull()
      .references(() => users.id),
    /** Why an operator refused it or what is missing. */
    reason: text().notNull().default(''),
    reviewedBy: integer().references(() => users.id),
    reviewedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('certifications_version').on(t.companyId, t.version),
    // At most one version of a company waits for review.
    uniqueIndex('certifications_waiting')
      .on(t.companyId)
      .where(sql`${t.status} = 'submitted'`),
    index('certifications_status').on(t.status, t.id),
  ],
)

/** What a person submits who says that a certified name or credit code is their company's. */
export const companyClaims = pgTable(
  'company_claims',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The claimant's company when they submitted it; null = they had none. */
    companyId: integer().references(() => companies.id),
    status: text().$type<ClaimStatus>().notNull(),
    companyName: text().notNull(),
    creditCode: text().notNull(),
    contactName: text().notNull(),
    contactPhone: text().notNull(),
    /** Why the claimant says that it is theirs. */
    statement: text().notNull(),
    /** Private files; empty in the demo: nobody issued its papers. */
    licenceFileId: text().notNull(),
    letterFileId: text().notNull(),
    /** Companies that held the code and the name when it was submitted; null = that one was free. */
    codeHolderId: integer().references(() => companies.id),
    nameHolderId: integer().references(() => companies.id),
    /** The operator's reason, which the claimant and, on approval, the earlier holder read. */
    reason: text().notNull().default(''),
    reviewedBy: integer().references(() => users.id),
    reviewedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('company_claims_waiting')
      .on(t.userId, t.creditCode)
      .where(sql`${t.status} = 'submitted'`),
    index('company_claims_status').on(t.status, t.id),
    index('company_claims_company').on(t.companyId),
  ],
)

/** What text recognition read on a licence, so that no picture is read twice. */
export const licenceReadings = pgTable('licence_readings', {
  fileId: text().primaryKey(),
  lines: text().array().notNull(),
  createdAt: createdAt(),
})

/** 法定代表人 of a company: one. Numbers of identity cards are shown masked only. */
export const legalPersons = pgTable('legal_persons', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  name: text().notNull(),
  idType: text().$type<'id_card' | 'passport' | 'permit'>().notNull().default('id_card'),
  idNo: encryptedText('legal_persons.id_no').notNull().default(''),
  mobile: text().notNull().default(''),
  email: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** What a company's invoices are made out to: one. */
export const invoiceDetails = pgTable('invoice_details', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  /** 普票 or 专票 by default. */
  kind: text().$type<'normal' | 'special'>().notNull().default('normal'),
  title: text().notNull(),
  taxNo: text().notNull(),
  bankName: text().notNull().default(''),
  bankAccount: encryptedText('invoice_details.bank_account').notNull().default(''),
  address: text().notNull().default(''),
  phone: text().notNull().default(''),
  receiverEmail: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** Bank account into which a company is paid: shown to its buyers at payment. */
export const bankAccounts = pgTable('bank_accounts', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  accountName: text().notNull(),
  bankName: text().notNull(),
  accountNo: encryptedText('bank_accounts.account_no').notNull(),
  /** Payments up to this (fen) go to changed details at once; those above wait. */
  changeLimit: fen().notNull().default(defaultPayeeLimit),
  /** A raised limit, and from when it counts: a raise waits as a change of the details does. */
  nextLimit: fen(),
  nextLimitAt: moment(),
  updatedAt: createdAt(),
})

/** Changed payee details that wait: at most one of a company is open. History: `state_changes` of `payee`. */
export const payeeChanges = pgTable(
  'payee_changes',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    bankName: text().notNull(),
    accountNo: encryptedText('payee_changes.account_no').notNull(),
    /** The company's limit when the change was made (fen); lowered with it, never raised. */
    limit: fen().notNull(),
    requestedBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** From when every payment goes to the new details. */
    effectiveAt: moment().notNull(),
    status: text().$type<'open' | 'applied' | 'cancelled' | 'replaced'>().notNull().default('open'),
  },
  (t) => [
    uniqueIndex('payee_changes_open')
      .on(t.companyId)
      .where(sql`${t.status} = 'open'`),
    index('payee_changes_due')
      .on(t.effectiveAt)
      .where(sql`${t.status} = 'open'`),
  ],
)

/** 名片 of a person. */
export const userCards = pgTable('user_cards', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  name: text().notNull(),
  jobTitle: text().notNull().default(''),
  department: text().notNull().default(''),
  mobile: text().notNull().default(''),
  email: text().notNull().default(''),
  wechat: text().notNull().default(''),
  intro: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** What one person may join a company with: a link that its inviter passes on, or one that goes to a number by SMS. */
export const invitations = pgTable(
  'invitations',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** link = shown to its inviter once; sms = a sub-account to be: the link went to `mobile` only, which proves itself by a code. */
    kind: text().$type<InvitationKind>().notNull().default('link'),
    /** SHA-256 of the token in the link; sending it again makes another one. */
    codeHash: text().notNull().unique(),
    roleIds: integer().array().notNull().default([]),
    /** Only this number may use it; empty (links only) = whoever has the link. */
    mobile: text().notNull().default(''),
    /** Name and job that the company gives a sub-account to be; empty for links. */
    realName: text().notNull().default(''),
    jobTitle: text().notNull().default(''),
    /** Who invites: whoever sent it last. */
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedBy: integer().references(() => users.id),
    usedAt: moment(),
    declinedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    index('invitations_company').on(t.companyId, t.id),
    // A number has at most one invitation of a company that neither came to an end nor was withdrawn.
    uniqueIndex('invitations_number')
      .on(t.companyId, t.mobile)
      .where(sql`${t.kind} = 'sms' and ${t.usedAt} is null and ${t.declinedAt} is null and ${t.revokedAt} is null`),
  ],
)

/** Image captchas that wait for their answer: single use, two minutes. */
export const captchas = pgTable(
  'captchas',
  { id: text().primaryKey(), answerHash: text().notNull(), expiresAt: moment().notNull() },
  (t) => [index('captchas_age').on(t.expiresAt)],
)

/** Codes that went out by SMS or mail. Kept for the daily count after they are spent. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: identity(),
    /** Mobile number or mail address. */
    target: text().notNull(),
    purpose: text()
      .$type<
        | 'login'
        | 'register'
        | 'registerLogin'
        | 'resetPassword'
        | 'changeMobile'
        | 'newMobile'
        | 'bindEmail'
        | 'reauthenticate'
        | 'invitation'
      >()
      .notNull(),
    codeHash: text().notNull(),
    /** Who asked for it, where somebody was signed in. */
    userId: integer().references(() => users.id),
    /** SHA-256 of the browser secret or code id of whoever asked for it: only they may try it. Empty = signed in, see userId. */
    asker: text().notNull().default(''),
    /** App id and network of an asker whose app sends neither cookie nor code id; empty for browsers. */
    askerAddress: text().notNull().default(''),
    /** Asked for by the number's own account, or in a browser in which that account signed in before. */
    familiar: boolean().notNull().default(false),
    /** Tries by the asker; `addressTries`: by others of the asker's app id and network. */
    tries: integer().notNull().default(0),
    addressTries: integer().notNull().default(0),
    /** Of the proof that a right code gives for the step after it; null until then. */
    ticketHash: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index('verification_codes_target').on(t.target, t.id)],
)

/** The same person at the external single sign-on. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    id: identity(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [unique('sso_identities_subject').on(t.issuer, t.subject)],
)

/** States of the single sign-on that came back: each is taken up once. Forgotten when they are over. */
export const ssoStates = pgTable('sso_states', { id: text().primaryKey(), until: moment().notNull() })

/** What a person chose for themselves. */
export const userPreferences = pgTable('user_preferences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  notifications: jsonb().$type<NotificationChoices>().notNull().default({}),
  /** Invoice kind that order confirmation starts with. */
  invoiceKind: text().$type<'normal' | 'special' | 'none'>().notNull().default('normal'),
  updatedAt: createdAt(),
})
