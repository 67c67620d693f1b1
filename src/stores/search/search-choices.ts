import { z } from 'zod'
import type { ChoiceStep } from '../../domain/search/knowledge.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'

const opened = z.object({
  kind: z.enum(['service', 'goods']),
  keyword: z.string(),
  listingId: z.number(),
  /** Path of its page. */
  path: z.string(),
  isReported: z.boolean(),
})
type Opened = z.output<typeof opened>

/** The listing that was last opened from search results in this tab. */
const lastOpened = persistedValue('tab', 'searchOpened', withSchema(opened))

/** Notes that a listing is opened from the results of a keyword. */
export const saveOpened = (choice: Omit<Opened, 'isReported'>): void =>
  lastOpened.save({ ...choice, isReported: false })

/** Reports the listing whose page this is, if it was opened from search results. Lost reports are not counted. */
export async function reportOpened(): Promise<void> {
  const now = lastOpened.read()
  if (now === undefined || now.isReported || now.path !== location.pathname + location.search) return
  lastOpened.save({ ...now, isReported: true })
  await reportChoice('open')
}

/** Reports a step on the page of a listing that was opened from search results. */
export async function reportChoice(step: ChoiceStep): Promise<void> {
  const now = lastOpened.read()
  if (now === undefined || now.path !== location.pathname + location.search) return
  const { kind, keyword, listingId } = now
  const { quietApi } = await import('../../client/browser.ts')
  await quietApi.catalogue.searchChosen({ kind, keyword, listingId, step })
}
