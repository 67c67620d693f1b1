import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import { longestText, sentText, type MessageContent } from '../../domain/chat/content.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import type { PushedMessage } from '../../domain/chat/pushed.ts'
import { shownName } from '../../domain/chat/words.ts'
import type { Caller, Handler } from '../handler.ts'
import { contentOf } from './cards.ts'
import { facesOf } from './faces.ts'
import { membersOf } from './members.ts'
import { presentMessage, type MessageRow } from './present.ts'
import { growReadPosition } from './read-positions.ts'
import { findConversation, otherPartyOf, ownPartyOf } from './sides.ts'

export const sendMessage: Handler<typeof conversationsCalls.sendMessage> = async (input, context) => {
  const { caller, db, config, push, after } = context
  const own = ownPartyOf(caller, input)
  const other = otherPartyOf(caller, input)
  const text = sentText(input.content)
  if (text === '') throw fieldFailed({ field: 'content', message: '请输入消息' })
  if ([...text].length > longestText) throw fieldFailed({ field: 'content', message: `最多 ${longestText} 个字` })
  const faces = await facesOf(db, [own, other])
  if (input.isOrgSend && faces.get(own)?.open !== true) throw new CallFailed('notSeller')
  if (faces.get(other)?.open !== true) throw new CallFailed('notFound')
  const content = await contentOf(db, text, config.siteUrl)
  const clientId = input.clientId ?? crypto.randomUUID()
  const stored = await store(db, { own, other, caller, content, clientId })
  if (stored === undefined) return true
  const face = faces.get(own)
  const message: PushedMessage = {
    ...presentMessage(stored.row, orderParties(own, other)),
    type: 'chat',
    conversationId: stored.conversationId,
    sendName: shownName(face?.name ?? ''),
    sendTime: stored.row.createdAt.toISOString(),
    avatar: face?.avatar ?? '',
  }
  // Both sides: every member with the right, and the sender's other tabs.
  const members = await membersOf(db, [own, other])
  after(() => members.forEach((userId) => push.send(userId, message)))
  return true
}

interface Sending {
  readonly own: Party
  readonly other: Party
  readonly caller: Caller
  readonly content: MessageContent
  readonly clientId: string
}

/** Stores a message once, at the conversation's next place; undefined when this client id is stored already. */
async function store(db: Db, sending: Sending): Promise<{ conversationId: number; row: MessageRow } | undefined> {
  const { own, other, caller, content, clientId } = sending
  const pair = orderParties(own, other)
  const [known] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.senderUserId, caller.userId), eq(messages.clientId, clientId)))
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
        .values({ conversationId, seq, clientId, content, senderUserId: caller.userId, senderParty: own })
        .onConflictDoNothing({ target: [messages.senderUserId, messages.clientId] })
        .returning()
      // The same one came twice at once: this one gives its place back.
      if (row === undefined) return tx.rollback()
      await growReadPosition(tx, { conversationId, userId: caller.userId, seq })
      return { conversationId, row }
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof TransactionRollbackError) return undefined
      throw thrown
    })
}
