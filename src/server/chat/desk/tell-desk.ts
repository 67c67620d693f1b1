import type { Db } from '../../../db/open.ts'
import { deskNews } from '../../../domain/chat/desk.ts'
import type { Push } from '../../push/push.ts'
import { agentsOf } from '../members.ts'

/** Has every agent's desk read anew. */
export async function tellDesk({ db, push }: { readonly db: Db; readonly push: Pick<Push, 'send'> }): Promise<void> {
  const { agents } = await agentsOf(db)
  for (const { id, locked } of agents) if (!locked) push.send(id, deskNews)
}
