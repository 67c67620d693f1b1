import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ChangeStatus } from '../../domain/change-states.ts'
import type { ClassFigure, ClassKind, ClassStatus, ClassTopic } from '../../domain/live/classes.ts'
import type { ScoreReason } from '../../domain/live/scores.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Fields edited by the host, of a class and of a pending change. */
const content = () => ({
  kind: text().$type<ClassKind>().notNull(),
  topics: text().array().$type<ClassTopic[]>().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  /** Topics, one per line. */
  outline: text().notNull().default(''),
  speaker: text().notNull(),
  speakerTitle: text().notNull(),
  speakerAbout: text().notNull().default(''),
  figure: text().$type<ClassFigure>().notNull(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  /** Maximum bookings; 0 = unlimited. */
  capacity: integer().notNull().default(0),
  /** Whether a replay is offered. */
  replay: boolean().notNull().default(true),
})

/** Live classes: of a shop's company, or of the platform (no company). */
export const liveClasses = pgTable(
  'live_classes',
  {
    id: identity(),
    /** null = the platform is the host. */
    companyId: integer().references(() => companies.id),
    ...content(),
    /** Folder of the playlist on the stream host; empty = no signal yet. */
    stream: text().notNull().default(''),
    status: text().$type<ClassStatus>().notNull(),
    /** Reason of a rejection or cancellation. */
    reason: text().notNull().default(''),
    /** Counts of `live_bookings`, updated together with them. */
    bookedCount: integer().notNull().default(0),
    favouriteCount: integer().notNull().default(0),
    /** Number of distinct viewers. */
    watchedCount: integer().notNull().default(0),
    /** When the platform featured it as a roadshow; null = not featured. */
    featuredAt: moment(),
    version: integer().notNull().default(1),
    userId: integer()
      .notNull()
      .references(() => users.id),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index('live_classes_time').on(t.startsAt, t.id),
    index('live_classes_host').on(t.companyId, t.id),
    index('live_classes_waiting')
      .on(t.id)
      .where(sql`${t.status} = 'pending_review'`),
    check('live_classes_seats', sql`${t.capacity} = 0 or ${t.bookedCount} <= ${t.capacity}`),
    check('live_classes_times', sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/** Change of a published class that waits for review (REVIEW=manual); the class stays unchanged until approval. */
export const liveClassChanges = pgTable(
  'live_class_changes',
  {
    classId: integer()
      .primaryKey()
      .references(() => liveClasses.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    ...content(),
    /** rejected = see `reason`. */
    status: text().$type<ChangeStatus>().notNull().default('pending_review'),
    reason: text().notNull().default(''),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index('live_class_changes_waiting')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending_review'`),
    check('live_class_changes_times', sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/** Bookings and favourites of classes. */
export const liveBookings = pgTable(
  'live_bookings',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    classId: integer()
      .notNull()
      .references(() => liveClasses.id),
    kind: text().$type<'booking' | 'favourite'>().notNull(),
    /** When its person was reminded of the start; bookings only. */
    remindedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('live_bookings_one').on(t.userId, t.kind, t.classId),
    index('live_bookings_class').on(t.classId, t.kind, t.id),
  ],
)

/** Watch time of a person in a class, measured by the server. */
export const liveWatches = pgTable(
  'live_watches',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    classId: integer()
      .notNull()
      .references(() => liveClasses.id),
    /** Seconds in total, and seconds while it was live. */
    seconds: integer().notNull().default(0),
    liveSeconds: integer().notNull().default(0),
    /** Points earned in this class so far. */
    points: integer().notNull().default(0),
    lastAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.classId] }),
    // Current viewers, to be notified of questions.
    index('live_watches_present').on(t.classId, t.lastAt),
    index('live_watches_person').on(t.userId, t.lastAt),
  ],
)

/** The one tab of a person whose watch time is counted. */
export const liveLeases = pgTable('live_leases', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  classId: integer().notNull(),
  tab: text().notNull(),
  lastBeatAt: moment().notNull(),
})

/** Questions in a class, visible to all viewers. */
export const liveQuestions = pgTable(
  'live_questions',
  {
    id: identity(),
    classId: integer()
      .notNull()
      .references(() => liveClasses.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    answer: text().notNull().default(''),
    answeredAt: moment(),
    hiddenAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('live_questions_class').on(t.classId, t.id), index('live_questions_person').on(t.userId, t.classId)],
)

/** Balance of a person's points, updated together with the ledger, never negative. */
export const scoreAccounts = pgTable(
  'score_accounts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    balance: integer().notNull().default(0),
  },
  (t) => [check('score_accounts_balance', sql`${t.balance} >= 0`)],
)

/** Ledger of points; append-only. */
export const scoreEntries = pgTable(
  'score_entries',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    reason: text().$type<ScoreReason>().notNull(),
    /** Points; negative = spent. */
    points: integer().notNull(),
    /** Balance afterwards. */
    balance: integer().notNull(),
    /** Deduplication key: `class:12:7` is the seventh point of a class. */
    about: text().notNull(),
    /** Title of the class or round when it was written. */
    title: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('score_entries_once').on(t.userId, t.reason, t.about),
    index('score_entries_person').on(t.userId, t.id),
    check('score_entries_points', sql`${t.points} <> 0 and ${t.balance} >= 0`),
  ],
)
