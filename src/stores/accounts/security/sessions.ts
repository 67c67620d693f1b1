import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { SessionRow } from '../../../contract/accounts/profile.ts'
import { failures } from '../../../contract/failures.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<readonly SessionRow[]>()
/** Sessions of the account, the current one first. */
export const sessions = part.state

export const loadSessions = (): Promise<void> => part.load(() => api.accounts.sessions({}))

/** State of the sign-out dialog: one session, or all others. */
export type SessionEnding =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly which: SessionRow | 'others'; readonly failure: Failure | null }
export const sessionEnding = atom<SessionEnding>({ at: 'none' })

export const openSessionEnding = (which: SessionRow | 'others'): void =>
  sessionEnding.set({ at: 'asking', which, failure: null })
export function closeSessionEnding(): void {
  if (sessionEnding.get().at === 'asking') sessionEnding.set({ at: 'none' })
}

/** Ends the sessions of the dialog; returns their number, undefined on failure. */
export async function endSessions(): Promise<number | undefined> {
  const now = sessionEnding.get()
  if (now.at !== 'asking') return undefined
  const { which } = now
  sessionEnding.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.sessionEnd(which === 'others' ? {} : { sessionId: which.sessionId })
  // Already ended: treat as success.
  const gone = !answer.ok && answer.failure.code === failures.notFound.code
  if (!answer.ok && !gone) {
    sessionEnding.set({ at: 'asking', which, failure: answer.failure })
    return undefined
  }
  sessionEnding.set({ at: 'none' })
  part.update((rows) => rows.filter((row) => row.current || (which !== 'others' && row.sessionId !== which.sessionId)))
  void loadSessions()
  return answer.ok ? answer.content.ended : 1
}
