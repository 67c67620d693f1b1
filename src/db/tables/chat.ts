import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { MessageContent } from '../../domain/chat/content.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment } from './columns.ts'

/** A conversation of two parties. A party is `u:<userId>` (person) or `o:<companyId>` (shop). */
export const conversations = pgTable(
  'conversations',
  {
    id: identity(),
    partyA: text().notNull(),
    partyB: text().notNull(),
    lastSeq: integer().notNull().default(0),
    lastContent: jsonb().$type<MessageContent>(),
    lastAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('conversations_parties').on(t.partyA, t.partyB),
    index('conversations_a').on(t.partyA, t.lastAt.desc()),
    index('conversations_b').on(t.partyB, t.lastAt.desc()),
  ],
)

/** Messages are kept for good; the client's id makes sending twice store once. */
export const messages = pgTable(
  'messages',
  {
    id: identity(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    seq: integer().notNull(),
    clientId: text().notNull(),
    senderUserId: integer()
      .notNull()
      .references(() => users.id),
    senderParty: text().notNull(),
    content: jsonb().$type<MessageContent>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('messages_seq').on(t.conversationId, t.seq), unique('messages_client').on(t.senderUserId, t.clientId)],
)

/** How far a member has read: one number that only grows. */
export const readPositions = pgTable(
  'read_positions',
  {
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    seq: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.userId] })],
)
