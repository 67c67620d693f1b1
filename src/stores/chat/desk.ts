import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { DeskCase, DeskEvent, DeskFigures } from '../../contract/chat/desk.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { type DeskList } from '../../domain/chat/desk.ts'
import { loadable } from '../loaded.ts'
import { onTold } from '../operations/told.ts'
import { startLive } from './live.ts'
import { backToList, room, select } from './room.ts'

interface Visits {
  readonly total: number
  readonly data: readonly DeskCase[]
  readonly counts: { readonly waiting: number; readonly mine: number; readonly open: number }
  readonly figures: DeskFigures
}

/** Visits of one page. */
export const pageSize = 50
/** Milliseconds between two readings for what is told in between. */
const readEvery = 800

/** Which list is shown, and its page. */
export const shown = atom<{ readonly list: DeskList; readonly current: number }>({ list: 'open', current: 1 })
const page = loadable<Visits>()
/** Visitors of the service desk, who waits longest first. */
export const visits = page.state

/** The conversation that is open, by its number. */
export const chosen = atom<number | null>(null)
const details = loadable<{ readonly case: DeskCase | null; readonly events: readonly DeskEvent[] }>()
/** Its newest visit, and what the agents did and noted. */
export const visit = details.state

/** Why the last step was not taken; what is under way. */
export const refusal = atom<Failure | null>(null)
export const moving = atom(false)

export const load = (): Promise<void> => page.load(() => quietApi.chat.deskCases({ ...shown.get(), pageSize }))

function loadVisit(fresh = false): Promise<void> {
  const conversationId = chosen.get()
  if (conversationId === null) return Promise.resolve()
  return details.load(() => quietApi.chat.deskCase({ conversationId }), fresh)
}

/** Another list, or another page of it. */
export function show(list: DeskList, current = 1): void {
  const other = list !== shown.get().list
  shown.set({ list, current })
  void page.load(() => quietApi.chat.deskCases({ list, current, pageSize }), other)
}

let timer: ReturnType<typeof setTimeout> | undefined
/** What is told comes in bursts; it is read once for all of them. */
function readSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    void load()
    void loadVisit()
  }, readEvery)
}

/** Starts the desk of this page. Returns the way to stop. */
export function start(): () => void {
  startLive()
  void load()
  const stop = onTold((heard) => {
    if (heard.kind === 'desk' || heard.kind === 'awake') readSoon()
  })
  return () => {
    stop()
    clearTimeout(timer)
    timer = undefined
  }
}

/** Opens a visitor's conversation. */
export function open({ entry }: DeskCase): void {
  refusal.set(null)
  room.set({ ...room.get(), visible: true })
  void select(entry)
  if (chosen.get() === entry.conversationId) return
  chosen.set(entry.conversationId)
  void loadVisit(true)
}

/** On phones: back to the list. */
export function leave(): void {
  chosen.set(null)
  details.reset()
  backToList()
}

/** Somebody else was quicker, or it is over: the desk shows how it stands. */
const isStale = ({ code }: Failure) =>
  [failures.caseTaken.code, failures.caseClosed.code, failures.notFound.code].some((one) => one === code)

/** Does one thing with a visit, once, and shows how it stands then. True when it was done. */
async function step(how: () => Promise<{ ok: true } | { ok: false; failure: Failure }>): Promise<boolean> {
  if (moving.get()) return false
  moving.set(true)
  refusal.set(null)
  const answer = await how()
  moving.set(false)
  if (!answer.ok) refusal.set(answer.failure)
  if (answer.ok || isStale(answer.failure)) await Promise.all([load(), loadVisit()])
  return answer.ok
}

/** Takes a visitor: from nobody, or from the agent that is shown. */
export const take = ({ caseId, agentId }: DeskCase): Promise<boolean> =>
  step(() => api.chat.deskTake({ caseId, from: agentId }))
/** Ends a visit; the visitor is asked for a rating. */
export const close = ({ caseId }: DeskCase): Promise<boolean> => step(() => api.chat.deskClose({ caseId }))
/** Hands a visitor to an agent, or back to whoever takes them; null = back. */
export const handOver = (caseId: number, to: number | null, note: string): Promise<boolean> =>
  step(() => api.chat.deskHandOver({ caseId, to, note }))
