import type { Db } from '../../db/open.ts'
import { answersAt, awayClientId } from '../../domain/chat/away.ts'
import { textContent } from '../../domain/chat/content.ts'
import { readParty, type Party } from '../../domain/chat/party.ts'
import { shopRepliesOf } from '../shops/public.ts'
import { storeMessage, type Stored } from './store-message.ts'

/**
 * Answers in a shop's place whoever writes to it outside of its hours: once for a conversation and a day, stored as
 * the shop's message in its owner's name. It answers messages of people only, for it does not come through
 * `sendMessage`; so two shops that are both away do not talk with each other. Undefined when there is nothing to say.
 */
export async function awayReply(
  db: Db,
  { from, to, conversationId, now }: { from: Party; to: Party; conversationId: number; now: Date },
): Promise<Stored | undefined> {
  const shop = readParty(to)
  if (shop?.is !== 'shop') return undefined
  const replies = await shopRepliesOf(db, shop.companyId)
  if (replies === undefined || replies.awayReply === '' || replies.ownerId === null) return undefined
  const at = now.toISOString()
  if (answersAt(replies, at)) return undefined
  return storeMessage(db, {
    ...{ own: to, other: from, senderUserId: replies.ownerId, reads: false },
    ...{ content: textContent(replies.awayReply), clientId: awayClientId(conversationId, at) },
  })
}
