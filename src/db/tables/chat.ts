import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { MessageContent } from '../../domain/chat/content.ts'
import { users } from './accounts.ts'
import { createdAt, identity, moment, tsvector } from './columns.ts'

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
    index('conversations_last').on(t.lastAt),
  ],
)

/** Messages are never deleted; the client id makes repeated sending idempotent. */
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
    /** Sequence number of the quoted message in the same conversation. */
    replySeq: integer(),
    /** Attached picture or file; members of the conversation may open it. */
    fileId: text(),
    /** When its sender recalled it; its content is then deleted. */
    recalledAt: moment(),
    /** Search tokens: server/chat/message-search.ts. */
    tokens: tsvector(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('messages_seq').on(t.conversationId, t.seq),
    unique('messages_client').on(t.senderUserId, t.clientId),
    index('messages_found').using('gin', t.tokens),
    index('messages_file')
      .on(t.fileId)
      .where(sql`${t.fileId} is not null`),
    index('messages_recalled')
      .on(t.conversationId, t.seq)
      .where(sql`${t.recalledAt} is not null`),
  ],
)

/** Settings of a member in a conversation: read position (only increases), pinned, muted. */
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
    /** When this member pinned the conversation. */
    pinnedAt: moment(),
    /** Muted: no notification, not counted as unread. */
    muted: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.userId] })],
)
