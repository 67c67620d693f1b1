import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'
import { deskClientId } from '../../../domain/chat/away.ts'
import type { MessageContent } from '../../../domain/chat/content.ts'
import { otherParty, personParty, type Party } from '../../../domain/chat/party.ts'
import type { Caller } from '../../handler.ts'
import type { Push } from '../../push/push.ts'
import { facesOf } from '../faces.ts'
import { storeMessage } from '../store-message.ts'
import { tellMessage } from '../tell.ts'
import { tellDesk } from './tell-desk.ts'

interface Line {
  readonly caseId: number
  /** Tells this line from all others of the desk: the same is stored once. */
  readonly what: string
  readonly content: MessageContent
  /** What the line tells of; in its transaction. */
  readonly along: (tx: Db) => Promise<void>
}

/**
 * Puts a line of the desk's own into a visit's conversation, together with what it tells of, or neither. It stands in
 * the service's name and says nothing of which agent. Gives what is to happen after the commit.
 */
export async function deskLine(
  { db, push, caller }: { readonly db: Db; readonly push: Pick<Push, 'send'>; readonly caller: Caller },
  { caseId, what, content, along }: Line,
): Promise<() => Promise<void>> {
  const serviceId = caller.serviceId ?? caller.userId
  const own = personParty(serviceId)
  const [pair] = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB })
    .from(serviceCases)
    .innerJoin(conversations, eq(conversations.id, serviceCases.conversationId))
    .where(eq(serviceCases.id, caseId))
  if (pair === undefined) throw new CallFailed('notFound')
  const other = partyOf(otherParty(pair, own))
  const clientId = deskClientId(what)
  const sending = { own, other, senderUserId: serviceId, content, clientId, reads: false, along }
  const stored = await storeMessage(db, sending)
  return async () => {
    if (stored === undefined) return
    const faces = await facesOf(db, [own])
    await tellMessage({ db, push }, stored, { from: own, to: other, face: faces.get(own) })
    await tellDesk({ db, push })
  }
}

/** Kept parties are read as they were written. */
function partyOf(kept: string): Party {
  const [letter, number] = [kept.slice(0, 1), Number(kept.slice(2))]
  return letter === 'o' ? `o:${number}` : `u:${number}`
}
