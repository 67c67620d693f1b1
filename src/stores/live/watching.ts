import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import { beatEvery } from '../../domain/live/watching.ts'
import { session } from '../accounts/session.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** How the watching of this page counts. */
export type Progress =
  /** Signed out: it plays and counts for nobody. */
  | { readonly at: 'guest' }
  | { readonly at: 'waiting' }
  /** `counting` is false while another window counts. */
  | {
      readonly at: 'counted'
      readonly counting: boolean
      readonly seconds: number
      readonly points: number
      readonly balance: number
    }
  /** The line is lost; the next sign tries again. */
  | { readonly at: 'lost' }
export const progress = atom<Progress>({ at: 'waiting' })

/** Tells the server while the class plays in front of somebody. Answers the way to say that it plays or stands. */
export function startWatching(classId: number): (playing: boolean) => void {
  const tab = newUuid()
  let plays = false
  let told = false
  let timer: ReturnType<typeof setInterval> | undefined
  async function beat(playing: boolean): Promise<void> {
    if (session.get().at === 'out') return progress.set({ at: 'guest' })
    told = playing
    const answer = await quietApi.live.watchBeat({ classId, tab, playing })
    if (answer.ok) progress.set({ at: 'counted', ...answer.content })
    else if (answer.failure.code === 0) progress.set({ at: 'lost' })
    else if (isSessionOver(answer.failure.code)) progress.set({ at: 'guest' })
  }
  // What runs in a window that nobody sees is not watched.
  function follow(): void {
    const watched = plays && document.visibilityState === 'visible'
    clearInterval(timer)
    if (watched) {
      void beat(true)
      timer = setInterval(() => void beat(true), beatEvery * 1000)
    } else if (told) void beat(false)
  }
  document.addEventListener('visibilitychange', follow)
  session.listen((now) => now.at === 'in' && follow())
  return (playing) => {
    plays = playing
    follow()
  }
}
