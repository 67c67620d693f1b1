import { map } from 'nanostores'
import { z } from 'zod'
import { persistedValue, withSchema } from '../../persisted-storage.ts'
import { ownUserId } from '../participants.ts'

const shape = z.object({ userId: z.number(), texts: z.record(z.string(), z.string()) })
const storedDrafts = persistedValue('tab', 'chatDrafts', withSchema(shape))

/** Unsent drafts by conversation. Stored per tab, so that they survive a reload. */
export const chatDrafts = map<Record<string, string>>({})

let stop: (() => void) | undefined

/** Restores the user's drafts of this tab; those of other users are ignored. */
export function restoreChatDrafts(): void {
  stop?.()
  const userId = ownUserId()
  const before = storedDrafts.read()
  chatDrafts.set(before?.userId === userId ? before.texts : {})
  stop = chatDrafts.listen((texts) => storedDrafts.save({ userId, texts }))
}
