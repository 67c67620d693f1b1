import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SessionRow } from '../../contract/accounts/profile.ts'
import { failures } from '../../contract/failures.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly SessionRow[]>()
/** Where the account is signed in, this place first. */
export const sessions = part.state

export const load = (): Promise<void> => part.load(() => api.accounts.sessions({}))

/** The question whether to sign out elsewhere: one place, or all but this one. */
export type Ending =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly which: SessionRow | 'others'; readonly failure: Failure | null }
export const ending = atom<Ending>({ at: 'none' })

export const ask = (which: SessionRow | 'others'): void => ending.set({ at: 'asking', which, failure: null })
export function drop(): void {
  if (ending.get().at === 'asking') ending.set({ at: 'none' })
}

/** Signs out what was asked about, once. How many places; undefined when it failed. */
export async function end(): Promise<number | undefined> {
  const now = ending.get()
  if (now.at !== 'asking') return undefined
  const { which } = now
  ending.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.sessionEnd(which === 'others' ? {} : { sessionId: which.sessionId })
  // One that has ended meanwhile is what was wanted.
  const gone = !answer.ok && answer.failure.code === failures.notFound.code
  if (!answer.ok && !gone) {
    ending.set({ at: 'asking', which, failure: answer.failure })
    return undefined
  }
  ending.set({ at: 'none' })
  part.change((rows) => rows.filter((row) => row.current || (which !== 'others' && row.sessionId !== which.sessionId)))
  void load()
  return answer.ok ? answer.content.ended : 1
}
