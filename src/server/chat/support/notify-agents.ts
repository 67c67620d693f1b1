import type { Db } from '../../../db/open.ts'
import { supportChange } from '../../../domain/chat/support.ts'
import type { Push } from '../../push/push.ts'
import { getAgents } from '../members.ts'

/** Pushes a reload of the support console to all agents. */
export async function notifyAgents({
  db,
  push,
}: {
  readonly db: Db
  readonly push: Pick<Push, 'send'>
}): Promise<void> {
  const { agents } = await getAgents(db)
  for (const { id, locked } of agents) if (!locked) push.send(id, supportChange)
}
