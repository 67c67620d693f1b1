import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type {
  ProgrammeAudience,
  ProgrammeEntryEvent,
  ProgrammeRole,
  ProgrammeStatus,
} from '../../domain/projects/programmes.ts'
import { companies, users } from './accounts.ts'
import { conversations } from './chat.ts'
import { createdAt, identity, moment } from './columns.ts'
import { files } from './operations.ts'

/** R&D programmes of a company; its demands and orders name theirs in `project_id`. */
export const programmes = pgTable(
  'programmes',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    /** Code of the company's own; also names the programme in budgets. */
    code: text().notNull(),
    name: text().notNull(),
    /** Drug target and indication, free text; confidential, never leaves the programme. */
    focus: text().notNull().default(''),
    status: text().$type<ProgrammeStatus>().notNull().default('active'),
    /** Person in charge: one of the managers. */
    ownerUserId: integer()
      .notNull()
      .references(() => users.id),
    /** Colleagues with this permission read it too; null = members only. */
    openTo: text().$type<ProgrammeAudience>(),
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    /** Edit version: an outdated form is refused. */
    version: integer().notNull().default(1),
    closedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('programmes_code').on(t.companyId, t.code),
    check('programmes_closed', sql`(${t.status} = 'closed') = (${t.closedAt} is not null)`),
    check('programmes_dates', sql`${t.endsOn} >= ${t.startsOn}`),
  ],
)

/** Members of a programme. They are changed under its lock, and deleted when a person leaves the company. */
export const programmeMembers = pgTable(
  'programme_members',
  {
    programmeId: integer()
      .notNull()
      .references(() => programmes.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    role: text().$type<ProgrammeRole>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.programmeId, t.userId] }), index('programme_members_user').on(t.userId)],
)

/** Files of a programme: uploads of purpose `programme`, each in one programme. */
export const programmeFiles = pgTable(
  'programme_files',
  {
    fileId: text()
      .primaryKey()
      .references(() => files.id),
    programmeId: integer()
      .notNull()
      .references(() => programmes.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('programme_files_programme').on(t.programmeId, t.createdAt.desc())],
)

/** Conversations that a member linked to a programme; their messages stay with their readers. */
export const programmeConversations = pgTable(
  'programme_conversations',
  {
    programmeId: integer()
      .notNull()
      .references(() => programmes.id),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    /** Who linked it, and the other party as seen from there. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    otherParty: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.programmeId, t.conversationId] }),
    index('programme_conversations_conversation').on(t.conversationId),
  ],
)

/** What happened in a programme, with the notes of members; append-only. */
export const programmeEntries = pgTable(
  'programme_entries',
  {
    id: identity(),
    programmeId: integer()
      .notNull()
      .references(() => programmes.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    event: text().$type<ProgrammeEntryEvent>().notNull(),
    /** What it was about: number and title, name of a file, a note. */
    detail: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('programme_entries_programme').on(t.programmeId, t.id.desc())],
)
