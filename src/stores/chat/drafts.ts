import { map } from 'nanostores'
import { z } from 'zod'
import { kept, shaped } from '../kept.ts'
import { ownId } from './sides.ts'

const shape = z.object({ userId: z.number(), texts: z.record(z.string(), z.string()) })
const keptDrafts = kept('tab', 'chatDrafts', shaped(shape))

/** Typed and not sent, by conversation. Kept for this tab: looking elsewhere or a reload loses nothing. */
export const drafts = map<Record<string, string>>({})

let stop: (() => void) | undefined

/** Takes up what the person typed on an earlier page of this tab; nobody finds another's words. */
export function restoreDrafts(): void {
  stop?.()
  const userId = ownId()
  const before = keptDrafts.read()
  drafts.set(before?.userId === userId ? before.texts : {})
  stop = drafts.listen((texts) => keptDrafts.keep({ userId, texts }))
}
