import { api } from '../../client/browser.ts'
import type { Feedback } from '../../contract/content/questions.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly Feedback[]
  readonly counts: { readonly useful: number; readonly useless: number }
}

/** Whether it helped: the tabs of the list. */
export const verdicts = ['useless', 'useful'] as const
export const pageSize = 20
const address = listAddress(verdicts)
const page = loadable<Page>()
export const query = address.query
/** What readers said of the help centre's questions, for operators. */
export const feedbacks = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  const useful = status === undefined ? {} : { useful: status === 'useful' }
  await page.load(() => api.content.feedbacks({ keyword, current, pageSize, ...useful }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set
