import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { MessageContent } from '../../domain/chat/content.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import { messageColumns } from './message-relations.ts'
import { createMessageVector } from './message-search.ts'
import type { MessageRow } from './present-message.ts'
import { advanceReadPosition } from './read-positions.ts'
import { findConversation } from './participants.ts'

/** A message to be stored. */
export interface NewMessage {
  readonly own: Party
  readonly other: Party
  readonly senderUserId: number
  readonly content: MessageContent
  readonly clientId: string
  /** `seq` of the quoted message, and the attached file. */
  readonly replySeq?: number | undefined
  readonly fileId?: string | undefined
  /** Marks the conversation as read for the sender; false for automatic messages. */
  readonly marksRead: boolean
  /** Runs in the same transaction; an error rolls the message back. */
  readonly onStored?: ((tx: Db, stored: StoredMessage) => Promise<void>) | undefined
}

export interface StoredMessage {
  readonly conversationId: number
  readonly row: MessageRow
}

/** Stores a message with the next `seq`; undefined if the client id is stored already. */
export async function storeMessage(db: Db, sending: NewMessage): Promise<StoredMessage | undefined> {
  const { own, other, senderUserId, content, clientId, marksRead, onStored, replySeq = null, fileId = null } = sending
  const pair = orderParties(own, other)
  const [known] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.senderUserId, senderUserId), eq(messages.clientId, clientId)))
  if (known !== undefined) return undefined
  if ((await findConversation(db, own, other)) === undefined) {
    await db.insert(conversations).values(pair).onConflictDoNothing()
  }
  return db
    .transaction(async (tx) => {
      // The row stays locked until the commit, so `seq` has no gaps and follows the commit order.
      const [conversation] = await tx
        .update(conversations)
        .set({ lastSeq: sql`${conversations.lastSeq} + 1`, lastContent: content, lastAt: new Date() })
        .where(and(eq(conversations.partyA, pair.partyA), eq(conversations.partyB, pair.partyB)))
        .returning({ id: conversations.id, seq: conversations.lastSeq })
      if (conversation === undefined) throw new CallFailed('serverError')
      const { id: conversationId, seq } = conversation
      const [row] = await tx
        .insert(messages)
        .values({
          conversationId,
          seq,
          clientId,
          content,
          senderUserId,
          senderParty: own,
          replySeq,
          fileId,
          tokens: createMessageVector({ conversationId, ...pair, content }),
        })
        .onConflictDoNothing({ target: [messages.senderUserId, messages.clientId] })
        .returning(messageColumns)
      // Concurrent duplicate: the rollback frees the `seq`.
      if (row === undefined) return tx.rollback()
      if (marksRead) await advanceReadPosition(tx, { conversationId, userId: senderUserId, seq })
      await onStored?.(tx, { conversationId, row })
      return { conversationId, row }
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof TransactionRollbackError) return undefined
      throw thrown
    })
}
