import type { Db } from '../../db/open.ts'
import { orderParties, type Party } from '../../domain/chat/party.ts'
import type { PushedMessage } from '../../domain/chat/pushed.ts'
import { shownName } from '../../domain/chat/words.ts'
import type { Push } from '../push/push.ts'
import { aroundOf } from './around.ts'
import type { Face } from './faces.ts'
import { readersOf } from './members.ts'
import { presentMessage } from './present.ts'
import type { Stored } from './store-message.ts'

interface Telling {
  readonly db: Db
  readonly push: Pick<Push, 'send'>
}
/** Who wrote, to whom, and how the writer's side is shown. */
interface Written {
  readonly from: Party
  readonly to: Party
  readonly face: Face | undefined
}

/**
 * Sends a stored message to both sides: every member with the right, and the sender's other tabs. Each side sees it
 * with its own eyes.
 */
export async function tellMessage({ db, push }: Telling, stored: Stored, { from, to, face }: Written): Promise<void> {
  const { row, conversationId } = stored
  const [readers, around] = await Promise.all([readersOf(db, [from, to]), aroundOf(db, [row], conversationId)])
  const seenBy = (own: Party): PushedMessage => ({
    ...presentMessage(row, orderParties(from, to), own, around),
    ...{ type: 'chat', conversationId, sendTime: row.createdAt.toISOString() },
    ...{ sendName: shownName(face?.name ?? ''), avatar: face?.avatar ?? '' },
  })
  const [inside, outside] = [seenBy(from), seenBy(to)]
  for (const { userId, party } of readers) push.send(userId, party === from ? inside : outside)
}
