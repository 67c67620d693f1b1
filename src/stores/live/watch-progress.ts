import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import { heartbeatSeconds } from '../../domain/live/watch-heartbeat.ts'
import { session } from '../accounts/session.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** State of the watch time of this page. */
export type WatchProgress =
  /** Signed out: plays without earning points. */
  | { readonly at: 'guest' }
  | { readonly at: 'waiting' }
  /** `counting` is false while another window is credited. */
  | {
      readonly at: 'counted'
      readonly counting: boolean
      readonly seconds: number
      readonly points: number
      readonly balance: number
    }
  /** Network error; the next beat retries. */
  | { readonly at: 'lost' }
export const watchProgress = atom<WatchProgress>({ at: 'waiting' })

/** Sends heartbeats while the class plays in a visible page. Returns the callback for play and pause. */
export function startWatching(classId: number): (playing: boolean) => void {
  const tab = newUuid()
  let plays = false
  let wasReported = false
  let timer: ReturnType<typeof setInterval> | undefined
  async function beat(playing: boolean): Promise<void> {
    if (session.get().at === 'out') return watchProgress.set({ at: 'guest' })
    wasReported = playing
    const answer = await quietApi.live.watchBeat({ classId, tab, playing })
    if (answer.ok) watchProgress.set({ at: 'counted', ...answer.content })
    else if (answer.failure.code === 0) watchProgress.set({ at: 'lost' })
    else if (isSessionOver(answer.failure.code)) watchProgress.set({ at: 'guest' })
  }
  // Playing in a hidden window does not count as watching.
  function follow(): void {
    const watched = plays && document.visibilityState === 'visible'
    clearInterval(timer)
    if (watched) {
      void beat(true)
      timer = setInterval(() => void beat(true), heartbeatSeconds * 1000)
    } else if (wasReported) void beat(false)
  }
  document.addEventListener('visibilitychange', follow)
  session.listen((now) => now.at === 'in' && follow())
  return (playing) => {
    plays = playing
    follow()
  }
}
