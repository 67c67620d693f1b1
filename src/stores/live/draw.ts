import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DrawRound, drawsCalls } from '../../contract/live/draws.ts'
import { loadable } from '../loaded.ts'

type Own = z.output<typeof drawsCalls.drawOwn.output>
type Taken = z.output<typeof drawsCalls.drawTake.output>
interface Shown {
  /** Null where there was never a round. */
  readonly round: DrawRound | null
  readonly own: Own
}

const page = loadable<Shown>()
/** The round of now, and what of it is this person's. */
export const draw = page.state

async function read(): Promise<Answer<Shown>> {
  const round = await api.live.drawRound({})
  if (!round.ok) {
    const none = { round: null, own: { balance: 0, used: 0, entries: [] } }
    return round.failure.code === 404 ? { ok: true, content: none } : round
  }
  const own = await api.live.drawOwn({ roundId: round.content.roundId })
  return own.ok ? { ok: true, content: { round: round.content, own: own.content } } : own
}
export const load = (): Promise<void> => page.load(read)

/** A draw under way, and what came of it. */
export type Taking =
  | { readonly at: 'none' }
  | { readonly at: 'drawing' }
  | { readonly at: 'drawn'; readonly taken: Taken }
  | { readonly at: 'failed'; readonly failure: Failure }
export const taking = atom<Taking>({ at: 'none' })
export const dismiss = (): void => taking.set({ at: 'none' })

/** Kept until its answer came: sent again it is the same draw and costs nothing more. */
let unanswered: string | undefined

/** Draws once. A draw whose answer was lost is asked for again before a new one is made. */
export async function take(roundId: number): Promise<void> {
  if (taking.get().at === 'drawing') return
  taking.set({ at: 'drawing' })
  unanswered ??= newUuid()
  const answer = await api.live.drawTake({ roundId }, { idempotencyKey: unanswered })
  if (answer.ok || answer.failure.code !== 0) unanswered = undefined
  taking.set(answer.ok ? { at: 'drawn', taken: answer.content } : { at: 'failed', failure: answer.failure })
  if (answer.ok || answer.failure.code !== 0) await load()
}
