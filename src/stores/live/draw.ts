import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DrawRound, drawsCalls } from '../../contract/live/draws.ts'
import { loadable } from '../loadable.ts'

type Own = z.output<typeof drawsCalls.drawOwn.output>
type Taken = z.output<typeof drawsCalls.drawTake.output>
interface Shown {
  /** Null if there has never been a round. */
  readonly round: DrawRound | null
  readonly own: Own
}

const page = loadable<Shown>()
/** The current round with the user's own data. */
export const drawState = page.state

async function readDraw(): Promise<Answer<Shown>> {
  const round = await api.live.drawRound({})
  if (!round.ok) {
    const none = { round: null, own: { balance: 0, used: 0, entries: [] } }
    return round.failure.code === 404 ? { ok: true, content: none } : round
  }
  const own = await api.live.drawOwn({ roundId: round.content.roundId })
  return own.ok ? { ok: true, content: { round: round.content, own: own.content } } : own
}
export const loadDraw = (): Promise<void> => page.load(readDraw)

/** A draw in progress, and its result. */
export type DrawAttempt =
  | { readonly at: 'none' }
  | { readonly at: 'drawing' }
  | { readonly at: 'drawn'; readonly taken: Taken }
  | { readonly at: 'failed'; readonly failure: Failure }
export const drawAttempt = atom<DrawAttempt>({ at: 'none' })
export const closeDrawResult = (): void => drawAttempt.set({ at: 'none' })

/** Idempotency key of a draw without an answer; a retry costs nothing more. */
let pendingKey: string | undefined

/** Takes part in the draw once. A draw whose answer was lost is repeated first. */
export async function takeDraw(roundId: number): Promise<void> {
  if (drawAttempt.get().at === 'drawing') return
  drawAttempt.set({ at: 'drawing' })
  pendingKey ??= newUuid()
  const answer = await api.live.drawTake({ roundId }, { idempotencyKey: pendingKey })
  if (answer.ok || answer.failure.code !== 0) pendingKey = undefined
  drawAttempt.set(answer.ok ? { at: 'drawn', taken: answer.content } : { at: 'failed', failure: answer.failure })
  if (answer.ok || answer.failure.code !== 0) await loadDraw()
}
