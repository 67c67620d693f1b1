import type { Db } from '../../db/open.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import type { PushedMessage } from '../../domain/chat/chat-push.ts'
import { shownName } from '../../domain/chat/phrases.ts'
import type { Push } from '../push/push.ts'
import { getMessageRelations } from './message-relations.ts'
import type { Profile } from './profiles.ts'
import { getReaders } from './members.ts'
import { presentMessage } from './present-message.ts'
import type { StoredMessage } from './store-message.ts'

interface PushContext {
  readonly db: Db
  readonly push: Pick<Push, 'send'>
}
/** Sender, receiver and profile of the sender. */
interface MessageRoute {
  readonly from: Party
  readonly to: Party
  readonly profile: Profile | undefined
}

/**
 * Pushes a stored message to all readers of both parties, including the sender's other tabs, in the form for each
 * party.
 */
export async function pushMessage(
  { db, push }: PushContext,
  stored: StoredMessage,
  { from, to, profile }: MessageRoute,
): Promise<void> {
  const { row, conversationId } = stored
  const [readers, relations] = await Promise.all([
    getReaders(db, [from, to]),
    getMessageRelations(db, [row], conversationId),
  ])
  const seenBy = (own: Party): PushedMessage => ({
    ...presentMessage(row, orderParties(from, to), own, relations),
    type: 'chat',
    conversationId,
    sendTime: row.createdAt.toISOString(),
    sendName: shownName(profile?.name ?? ''),
    avatar: profile?.avatar ?? '',
  })
  const [inside, outside] = [seenBy(from), seenBy(to)]
  for (const { userId, party } of readers) push.send(userId, party === from ? inside : outside)
}
