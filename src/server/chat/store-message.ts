import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { MessageContent } from '../../domain/chat/content.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import { messageColumns } from './around.ts'
import { messageWords } from './message-words.ts'
import type { MessageRow } from './present.ts'
import { growReadPosition } from './read-positions.ts'
import { findConversation } from './sides.ts'

/** A message on its way into its conversation. */
export interface Sending {
  readonly own: Party
  readonly other: Party
  readonly senderUserId: number
  readonly content: MessageContent
  readonly clientId: string
  /** The message it answers, and the file it brings. */
  readonly replySeq?: number | undefined
  readonly fileId?: string | undefined
  /** Whoever writes has read what was there; what is sent by itself was read by nobody. */
  readonly reads: boolean
  /** What must happen with it or not at all, in its transaction; what it throws takes the message back. */
  readonly along?: ((tx: Db, stored: Stored) => Promise<void>) | undefined
}

export interface Stored {
  readonly conversationId: number
  readonly row: MessageRow
}

/** Stores a message once, at the conversation's next place; undefined when this client id is stored already. */
export async function storeMessage(db: Db, sending: Sending): Promise<Stored | undefined> {
  const { own, other, senderUserId, content, clientId, reads, along, replySeq = null, fileId = null } = sending
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
      // The row is locked from here to the commit: places follow each other without gaps, in the order of commits.
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
          ...{ conversationId, seq, clientId, content, senderUserId, senderParty: own, replySeq, fileId },
          words: messageWords({ conversationId, ...pair, content }),
        })
        .onConflictDoNothing({ target: [messages.senderUserId, messages.clientId] })
        .returning(messageColumns)
      // The same one came twice at once: this one gives its place back.
      if (row === undefined) return tx.rollback()
      if (reads) await growReadPosition(tx, { conversationId, userId: senderUserId, seq })
      await along?.(tx, { conversationId, row })
      return { conversationId, row }
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof TransactionRollbackError) return undefined
      throw thrown
    })
}
