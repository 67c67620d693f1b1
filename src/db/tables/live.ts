import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ChangeStatus } from '../../domain/change-states.ts'
import type { ClassFigure, ClassKind, ClassStatus, ClassTopic } from '../../domain/live/classes.ts'
import type { ScoreReason } from '../../domain/live/scores.ts'
import { companies, users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** What a host fills in, of a class and of a change of it. */
const content = () => ({
  kind: text().$type<ClassKind>().notNull(),
  topics: text().array().$type<ClassTopic[]>().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  /** What is taught, a point a line. */
  outline: text().notNull().default(''),
  speaker: text().notNull(),
  speakerTitle: text().notNull(),
  speakerAbout: text().notNull().default(''),
  figure: text().$type<ClassFigure>().notNull(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  /** Seats for those who book; 0 = without limit. */
  capacity: integer().notNull().default(0),
  /** Whether its recording is kept. */
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
    /** Folder of its playlist below the host of streams; empty = no signal yet. */
    stream: text().notNull().default(''),
    status: text().$type<ClassStatus>().notNull(),
    /** Why it was refused or cancelled. */
    reason: text().notNull().default(''),
    /** Counts of `live_bookings`, kept with them. */
    bookedCount: integer().notNull().default(0),
    favouriteCount: integer().notNull().default(0),
    /** People who watched, each once. */
    watchedCount: integer().notNull().default(0),
    /** When the platform featured it as a roadshow; null = it does not. */
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

/** A change of a published class that waits for its review (REVIEW=manual): the class stays as it is till then. */
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
    /** rejected = `reason` says why. */
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

/** Who booked a class and who keeps it. */
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
    /** When its person was reminded of the beginning; bookings only. */
    remindedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('live_bookings_one').on(t.userId, t.kind, t.classId),
    index('live_bookings_class').on(t.classId, t.kind, t.id),
  ],
)

/** What a person watched of a class, measured on the server's clock. */
export const liveWatches = pgTable(
  'live_watches',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    classId: integer()
      .notNull()
      .references(() => liveClasses.id),
    /** seconds, and how many of them while it was live */
    seconds: integer().notNull().default(0),
    liveSeconds: integer().notNull().default(0),
    /** Points that this class gave so far. */
    points: integer().notNull().default(0),
    lastAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.classId] }),
    // Who is there now, to be told of questions.
    index('live_watches_present').on(t.classId, t.lastAt),
    index('live_watches_person').on(t.userId, t.lastAt),
  ],
)

/** The one tab of a person that counts at the moment. */
export const liveLeases = pgTable('live_leases', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  classId: integer().notNull(),
  tab: text().notNull(),
  lastBeatAt: moment().notNull(),
})

/** Questions in a class, everyone who watches sees them. */
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

/** Balance of a person's points: moved together with the ledger, never below zero. */
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

/** Ledger of points: only added to. */
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
    /** What it is for: `class:12:7` is the seventh point of a class. Nothing is given twice for the same. */
    about: text().notNull(),
    /** Name of the class or the round when it was written. */
    title: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('score_entries_once').on(t.userId, t.reason, t.about),
    index('score_entries_person').on(t.userId, t.id),
    check('score_entries_points', sql`${t.points} <> 0 and ${t.balance} >= 0`),
  ],
)
