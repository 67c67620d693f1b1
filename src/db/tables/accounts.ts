import type { SignMethod } from '../../domain/accounts/session.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { defaultPayeeLimit } from '../../domain/accounts/payee.ts'
import type { CertificationStatus } from '../../domain/accounts/certification.ts'
import type { ClaimStatus } from '../../domain/accounts/company-claims.ts'
import type { InvitationKind } from '../../domain/accounts/invitations.ts'
import type { FilteredListName } from '../../domain/accounts/saved-filters.ts'
import type { NotificationChoices } from '../../domain/accounts/notifications.ts'
import type { Visibility } from '../../domain/accounts/visibility.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type { OperatorRole } from '../../domain/operations/operator-roles.ts'
import type { CostCentreUse } from '../../domain/orders/requisitions/approval-rules.ts'
import { encryptedText, lookupColumn } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment, nameKey } from './columns.ts'

/** A company: buyer, supplier or both. Its id is the specification's orgId. */
export const companies = pgTable(
  'companies',
  {
    id: identity(),
    /** Unique only among certified companies, since anybody can enter any name. */
    name: text().notNull(),
    shortName: text().notNull(),
    /** Certified, or granted by an approved claim and not certified yet. */
    creditCode: text().unique(),
    districtCode: text().notNull(),
    address: text().notNull().default(''),
    intro: text().notNull().default(''),
    foundedAt: text(),
    contactName: text().notNull().default(''),
    contactPhone: encryptedText('companies.contact_phone').notNull().default(''),
    contactHash: lookupColumn('companies.contact_phone'),
    contactEmail: text().notNull().default(''),
    website: text().notNull().default(''),
    /** 人员规模, a value of domain/accounts/company-words. */
    scale: text().notNull().default(''),
    /** What the company does: codes of the dictionary ` ORG_SERVICE_CLASS`. */
    serviceClasses: text().array().notNull().default([]),
    visibility: jsonb().$type<Partial<Visibility>>().notNull().default({}),
    /** Status in force: an approved version stays until the next one is approved. Versions: `certifications`. */
    certification: text().$type<CertificationStatus>().notNull().default('draft'),
    certifiedUntil: moment(),
    /** Days before expiry at the last reminder of the certification; null = none sent yet. */
    expiryNotifiedDays: integer(),
    /** Set when certified with an open shop: the specification's isSaler. */
    isSaler: boolean().notNull().default(false),
    /** Version of its approval rules in force (`approval_policies`); 0 = its requests need no approval. */
    approvalVersion: integer().notNull().default(0),
    /** Whether its orders name a cost centre; `none` = it has no cost centres. */
    costCentreUse: text().$type<CostCentreUse>().notNull().default('none'),
    /** Number of suppliers it has blocked: 0 = orders and awards ask nothing. */
    blockedSuppliers: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('companies_district').on(t.districtCode),
    index('companies_name').on(nameKey(t.name)),
    // Search of operators: names that begin with a word of any length, or contain one of three characters.
    index('companies_title').using('gin', t.name.op('gin_trgm_ops')),
    index('companies_prefix').on(t.name.op('text_pattern_ops')),
    uniqueIndex('companies_certified_name')
      .on(nameKey(t.name))
      .where(sql`${t.certification} in ('approved', 'expired', 'suspended')`),
  ],
)

export const users = pgTable(
  'users',
  {
    id: identity(),
    loginName: text().notNull(),
    mobile: encryptedText('users.mobile'),
    mobileHash: lookupColumn('users.mobile').unique('users_mobile_hash'),
    /** Verified by a code; lower case. */
    email: text(),
    realName: text().notNull().default(''),
    avatar: text().notNull().default(''),
    /** null = no password yet: registered by mobile or through single sign-on. */
    passwordHash: text(),
    passwordChangedAt: moment(),
    companyId: integer().references(() => companies.id),
    /** Owners hold every permission of their company. */
    isOwner: boolean().notNull().default(false),
    jobTitle: text().notNull().default(''),
    /** Accepted version of the user agreement. */
    agreementVersion: text().notNull().default(''),
    isService: boolean().notNull().default(false),
    isOperator: boolean().notNull().default(false),
    /** Roles of an operator. */
    operatorRoles: text().array().$type<OperatorRole[]>().notNull().default([]),
    /** Locked by the platform, or a sub-account by its company. */
    locked: boolean().notNull().default(false),
    /** Deleted sub-account: locked for good, its login name and mobile number are free again. */
    deletedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_login_name').on(sql`lower(${t.loginName})`),
    uniqueIndex('users_email').on(t.email),
    index('users_created').using('brin', t.createdAt),
    index('users_company').on(t.companyId),
    index('users_name_prefix').on(t.realName.op('text_pattern_ops')),
    index('users_login_prefix').on(sql`lower(${t.loginName}) text_pattern_ops`),
    index('users_operators')
      .on(t.id)
      .where(sql`${t.isOperator}`),
    index('users_service')
      .on(t.id)
      .where(sql`${t.isService}`),
  ],
)

/** One sign-in of one browser or app. Both tokens are stored as SHA-256 only. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    tokenHash: text().notNull().unique(),
    /** Hash of the HttpOnly cookie; null for apps, whose token suffices. */
    cookieHash: text(),
    appId: text().$type<'web' | 'mini' | 'open'>().notNull(),
    /** SHA-256 of the browser's long-lived secret: identifies browsers in which the account signed in before. */
    browserHash: text(),
    /** ID token of the single sign-on, required for its logout; empty if too long. Deleted with the session. */
    ssoIdToken: text(),
    userAgent: text().notNull().default(''),
    ip: text().notNull().default(''),
    /** Origin of the site where it was opened, for links in mails. */
    origin: text().notNull().default(''),
    createdAt: createdAt(),
    /** Updated every few minutes of use. */
    lastSeenAt: createdAt(),
    /** Last confirmation by password or code; null = never in this session. */
    reauthenticatedAt: moment(),
    /** How that was confirmed; null where `reauthenticatedAt` is. */
    reauthenticatedBy: text().$type<SignMethod>(),
    /** When its push connection was last seen open, updated each minute; null = never. */
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

/** One version of a company's certification, as confirmed by the person who submitted it. */
export const certifications = pgTable(
  'certifications',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** 1, 2, 3 … per company. */
    version: integer().notNull(),
    status: text().$type<CertificationStatus>().notNull(),
    companyName: text().notNull(),
    creditCode: text().notNull(),
    legalPerson: text().notNull(),
    districtCode: text().notNull(),
    address: text().notNull(),
    /** Founding day and last day of business; null = 长期. YYYY-MM-DD */
    foundedAt: text(),
    validUntil: text(),
    businessScope: text().notNull().default(''),
    /** Licence: a private file. */
    licenceFileId: text().notNull(),
    /** Whether text recognition found this credit code on the licence. */
    licenceConfirms: boolean().notNull().default(false),
    submittedBy: integer()
      .notNull()
      .references(() => users.id),
    /** Reason of a rejection, or what is missing. */
    reason: text().notNull().default(''),
    reviewedBy: integer().references(() => users.id),
    reviewedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('certifications_version').on(t.companyId, t.version),
    // At most one version per company waits for review.
    uniqueIndex('certifications_waiting')
      .on(t.companyId)
      .where(sql`${t.status} = 'submitted'`),
    index('certifications_status').on(t.status, t.id),
  ],
)

/** Claim of a person that a certified name or credit code belongs to their company. */
export const companyClaims = pgTable(
  'company_claims',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The claimant's company at submission; null = none. */
    companyId: integer().references(() => companies.id),
    status: text().$type<ClaimStatus>().notNull(),
    companyName: text().notNull(),
    creditCode: text().notNull(),
    contactName: text().notNull(),
    contactPhone: encryptedText('company_claims.contact_phone').notNull(),
    /** The claimant's statement. */
    statement: text().notNull(),
    /** Private files; empty in the demo. */
    licenceFileId: text().notNull(),
    letterFileId: text().notNull(),
    /** Companies that held the code and the name at submission; null = it was free. */
    codeHolderId: integer().references(() => companies.id),
    nameHolderId: integer().references(() => companies.id),
    /** The operator's reason, visible to the claimant and, on approval, to the previous holder. */
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

/** Results of text recognition, so that no licence image is processed twice. */
export const licenceReadings = pgTable('licence_readings', {
  fileId: text().primaryKey(),
  lines: text().array().notNull(),
  createdAt: createdAt(),
})

/** 法定代表人 of a company: one. Identity card numbers are shown masked only. */
export const legalPersons = pgTable('legal_persons', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  name: text().notNull(),
  idType: text().$type<'id_card' | 'passport' | 'permit'>().notNull().default('id_card'),
  idNo: encryptedText('legal_persons.id_no').notNull().default(''),
  idNoHash: lookupColumn('legal_persons.id_no'),
  mobile: encryptedText('legal_persons.mobile').notNull().default(''),
  email: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** Invoice details of a company: one row. */
export const invoiceDetails = pgTable('invoice_details', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  /** Default invoice kind: 普票 or 专票. */
  kind: text().$type<'normal' | 'special'>().notNull().default('normal'),
  title: text().notNull(),
  taxNo: text().notNull(),
  bankName: text().notNull().default(''),
  bankAccount: encryptedText('invoice_details.bank_account').notNull().default(''),
  address: text().notNull().default(''),
  phone: encryptedText('invoice_details.phone').notNull().default(''),
  receiverEmail: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** Payee account of a company, shown to its buyers at payment. */
export const bankAccounts = pgTable('bank_accounts', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id),
  accountName: text().notNull(),
  bankName: text().notNull(),
  accountNo: encryptedText('bank_accounts.account_no').notNull(),
  accountHash: lookupColumn('bank_accounts.account_no'),
  /** Payments up to this amount (fen) use changed details at once; larger ones wait. */
  changeLimit: fen().notNull().default(defaultPayeeLimit),
  /** A raised limit and when it takes effect: delayed like a change of the details. */
  nextLimit: fen(),
  nextLimitAt: moment(),
  updatedAt: createdAt(),
})

/** Pending changes of payee details: at most one open per company. History: `state_changes` of `payee`. */
export const payeeChanges = pgTable(
  'payee_changes',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    bankName: text().notNull(),
    accountNo: encryptedText('payee_changes.account_no').notNull(),
    /** The company's limit at the time of the change (fen); lowered with it, never raised. */
    limit: fen().notNull(),
    requestedBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When all payments use the new details. */
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
  mobile: encryptedText('user_cards.mobile').notNull().default(''),
  email: text().notNull().default(''),
  wechat: text().notNull().default(''),
  intro: text().notNull().default(''),
  updatedAt: createdAt(),
})

/** Invitation of one person to a company: a link to pass on, or an SMS with a link. */
export const invitations = pgTable(
  'invitations',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /**
     * link = shown to its inviter once; sms = future sub-account: the link was sent to `mobile` only, which is
     * verified by a code.
     */
    kind: text().$type<InvitationKind>().notNull().default('link'),
    /** SHA-256 of the token in the link; sending again creates a new one. */
    codeHash: text().notNull().unique(),
    roleIds: integer().array().notNull().default([]),
    /** Only this number may accept it; empty (links only) = anybody with the link. */
    mobile: encryptedText('invitations.mobile').notNull().default(''),
    mobileHash: lookupColumn('invitations.mobile'),
    /** Name and job title of a future sub-account; empty for links. */
    realName: text().notNull().default(''),
    jobTitle: text().notNull().default(''),
    /** Inviter: the last sender. */
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
    // At most one pending invitation per number and company.
    uniqueIndex('invitations_number')
      .on(t.companyId, t.mobileHash)
      .where(sql`${t.kind} = 'sms' and ${t.usedAt} is null and ${t.declinedAt} is null and ${t.revokedAt} is null`),
  ],
)

/** Pending image captchas: single use, two minutes. */
export const captchas = pgTable(
  'captchas',
  { id: text().primaryKey(), answerHash: text().notNull(), expiresAt: moment().notNull() },
  (t) => [index('captchas_age').on(t.expiresAt)],
)

/** Codes sent by SMS or mail. Used ones stay for the daily count. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: identity(),
    /** Mobile number or mail address. */
    target: encryptedText('verification_codes.target').notNull(),
    targetHash: lookupColumn('verification_codes.target'),
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
        | 'closeAccount'
      >()
      .notNull(),
    codeHash: text().notNull(),
    /** Requester, if signed in. */
    userId: integer().references(() => users.id),
    /**
     * SHA-256 of the requester's browser secret or code id: only they may enter the code. Empty = signed in, see
     * userId.
     */
    asker: text().notNull().default(''),
    /** App id and network of a requester whose app sends neither cookie nor code id; empty for browsers. */
    askerAddress: text().notNull().default(''),
    /** Requested by the number's own account, or in a browser in which that account signed in before. */
    familiar: boolean().notNull().default(false),
    /** Attempts by the requester; `addressTries`: by others with the requester's app id and network. */
    tries: integer().notNull().default(0),
    addressTries: integer().notNull().default(0),
    /** Hash of the ticket issued for a correct code; null until then. */
    ticketHash: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index('verification_codes_target').on(t.targetHash, t.id)],
)

/** Identity of a user at the external single sign-on. */
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

/** Used states of the single sign-on: each is accepted once. Deleted after expiry. */
export const ssoStates = pgTable('sso_states', { id: text().primaryKey(), until: moment().notNull() })

/** Preferences of a user. */
export const userPreferences = pgTable('user_preferences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  notifications: jsonb().$type<NotificationChoices>().notNull().default({}),
  /** Preselected invoice kind of the order confirmation. */
  invoiceKind: text().$type<'normal' | 'special' | 'none'>().notNull().default('normal'),
  updatedAt: createdAt(),
})

/** Devices that a session notifies by web push: subscriptions of browsers. They end with their session. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Address of the push service: whoever has it and the keys of the platform can notify the device. */
    endpoint: encryptedText('push_devices.endpoint').notNull(),
    endpointHash: lookupColumn('push_devices.endpoint').unique('push_devices_endpoint_hash'),
    /** Public key of the browser and the secret shared with it, both base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Last message that the push service took; null = none yet. */
    sentAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('push_devices_user').on(t.userId), index('push_devices_session').on(t.sessionId)],
)

/** Filters that a person saved for a list. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    list: text().$type<FilteredListName>().notNull(),
    name: text().notNull(),
    /** Query of the address of the list. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('saved_filters_name').on(t.userId, t.list, t.name)],
)
