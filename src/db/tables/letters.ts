import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import type { LetterAudience } from '../../domain/chat/letters.ts'
import type { OutboxChannel } from '../../domain/operations/outbox-limits.ts'
import { companies, users } from './accounts.ts'
import { conversations } from './chat.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Letters of the message centre: one row regardless of the number of recipients. Never deleted. */
export const letters = pgTable(
  'letters',
  {
    id: identity(),
    /** First letter of the thread; null = this is the first. */
    threadId: integer(),
    senderUserId: integer()
      .notNull()
      .references(() => users.id),
    /** The sender's company when sent; null = none. */
    senderCompanyId: integer().references(() => companies.id),
    audience: text().$type<LetterAudience>().notNull(),
    /** Recipient of a letter to a person. */
    toUserId: integer().references(() => users.id),
    /** Recipient of a letter to a company's people. */
    toCompanyId: integer().references(() => companies.id),
    /** District of a letter to an area, including its subdistricts. */
    districtCode: text().notNull().default(''),
    subject: text().notNull(),
    text: text().notNull(),
    /** Delivered to users up to this id: progress of the delivery job. */
    afterUserId: integer().notNull().default(0),
    recipientCount: integer().notNull().default(0),
    /** When delivery finished; null = in progress. */
    deliveredAt: moment(),
    /** When the sender deleted it from the sent list; recipients keep it. */
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

/** Recipients of letters. */
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
    /** When the recipient deleted it; the row stays, so that it is not delivered again. */
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

/** Digest queue: mails and SMS that wait for a digest, or for the morning; messages to devices that are due at once. */
export const digestQueue = pgTable(
  'digest_queue',
  {
    id: identity(),
    userId: integer().notNull(),
    channel: text().$type<OutboxChannel>().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    path: text().notNull(),
    /** Notice or letter that it is about; skipped if read before sending. */
    noticeId: integer(),
    letterId: integer(),
    dueAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('digest_queue_due').on(t.dueAt), index('digest_queue_user').on(t.userId, t.channel)],
)

/** Last message of a conversation about which absent members were notified. */
export const chatAbsences = pgTable('chat_absences', {
  conversationId: integer()
    .primaryKey()
    .references(() => conversations.id),
  seq: integer().notNull(),
})
