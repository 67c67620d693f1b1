import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import type { LetterAudience } from '../../domain/chat/letters.ts'
import { companies, users } from './accounts.ts'
import { conversations } from './chat.ts'
import { createdAt, identity, moment } from './columns.ts'

/** A letter of the message centre: one row, however many receive it. Kept for good. */
export const letters = pgTable(
  'letters',
  {
    id: identity(),
    /** The letter that it goes on from, at the very beginning; null = it is the first. */
    threadId: integer(),
    senderUserId: integer()
      .notNull()
      .references(() => users.id),
    /** The sender's company when it was sent; null = none. */
    senderCompanyId: integer().references(() => companies.id),
    audience: text().$type<LetterAudience>().notNull(),
    /** Of a letter to a person. */
    toUserId: integer().references(() => users.id),
    /** Of a letter to the people of a company. */
    toCompanyId: integer().references(() => companies.id),
    /** Of a letter to an area: its district, with all below. */
    districtCode: text().notNull().default(''),
    subject: text().notNull(),
    text: text().notNull(),
    /** People up to this id have it: how far the job that hands it out has come. */
    afterUserId: integer().notNull().default(0),
    recipientCount: integer().notNull().default(0),
    /** When the last one got it; null = it is being handed out. */
    deliveredAt: moment(),
    /** Taken out of what its sender has sent; who received it keeps it. */
    senderDeletedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('letters_sent')
      .on(t.senderUserId, t.id)
      .where(sql`${t.senderDeletedAt} is null`),
    index('letters_thread').on(t.threadId, t.id),
    index('letters_waiting')
      .on(t.id)
      .where(sql`${t.deliveredAt} is null`),
  ],
)

/** Who received which letter. */
export const letterRecipients = pgTable(
  'letter_recipients',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    letterId: integer()
      .notNull()
      .references(() => letters.id),
    readAt: moment(),
    /** Gone from its reader's list: the row stays, so that nobody gets it a second time. */
    deletedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.letterId] }),
    index('letter_recipients_letter').on(t.letterId, t.userId),
    index('letter_recipients_unread')
      .on(t.userId, t.letterId)
      .where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
  ],
)

/** Mails and SMS that wait to go out with others, or for the morning. */
export const heldNews = pgTable(
  'held_news',
  {
    id: identity(),
    userId: integer().notNull(),
    channel: text().$type<'mail' | 'sms'>().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    path: text().notNull(),
    /** What was read meanwhile does not go out: the notice or the letter that it is about. */
    noticeId: integer(),
    letterId: integer(),
    dueAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('held_news_due').on(t.dueAt), index('held_news_user').on(t.userId, t.channel)],
)

/** Up to which message of a conversation those who were away have been told. */
export const chatAbsences = pgTable('chat_absences', {
  conversationId: integer()
    .primaryKey()
    .references(() => conversations.id),
  seq: integer().notNull(),
})
