import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { createSupportClientId } from '../../../domain/chat/answer-hours.ts'
import type { MessageContent } from '../../../domain/chat/content.ts'
import { otherParty, personParty, type Party } from '../../../domain/chat/party.ts'
import type { Caller } from '../../handler.ts'
import type { Push } from '../../push/push.ts'
import { getProfiles } from '../profiles.ts'
import { storeMessage } from '../store-message.ts'
import { pushMessage } from '../push-message.ts'
import { notifyAgents } from './notify-agents.ts'

interface SystemMessage {
  readonly caseId: number
  /** Idempotency key: a message with the same key is stored once. */
  readonly key: string
  readonly content: MessageContent
  /** The change that the message reports; runs in its transaction. */
  readonly onStored: (tx: Db) => Promise<void>
}

/**
 * Stores a system message in the conversation of a support case together with the change it reports, in one
 * transaction.
 * The sender is the service, not the agent. Returns the push to run after the commit.
 */
export async function sendSystemMessage(
  { db, push, caller }: { readonly db: Db; readonly push: Pick<Push, 'send'>; readonly caller: Caller },
  { caseId, key, content, onStored }: SystemMessage,
): Promise<() => Promise<void>> {
  const serviceId = caller.serviceId ?? caller.userId
  const own = personParty(serviceId)
  const [pair] = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB })
    .from(serviceCases)
    .innerJoin(conversations, eq(conversations.id, serviceCases.conversationId))
    .where(eq(serviceCases.id, caseId))
  if (pair === undefined) throw new CallFailed('notFound')
  const other = toParty(otherParty(pair, own))
  const clientId = createSupportClientId(key)
  const sending = { own, other, senderUserId: serviceId, content, clientId, marksRead: false, onStored }
  const stored = await storeMessage(db, sending)
  return async () => {
    if (stored === undefined) return
    const faces = await getProfiles(db, [own])
    await pushMessage({ db, push }, stored, { from: own, to: other, profile: faces.get(own) })
    await notifyAgents({ db, push })
  }
}

/** Reads a stored party. */
function toParty(text: string): Party {
  const [letter, number] = [text.slice(0, 1), Number(text.slice(2))]
  return letter === 'o' ? `o:${number}` : `u:${number}`
}
