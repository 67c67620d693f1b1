import { persistentMap } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { links } from '../../domain/links.ts'
import { asText, kept } from '../kept.ts'
import { onTold } from '../operations/told.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'

type Thread = Extract<Awaited<ReturnType<typeof api.demands.offerMessages>>, { ok: true }>['content']

const part = loadable<Thread>()
/** Questions and answers about the offer that is open, for either side. */
export const thread = part.state
/** The offer whose questions are open. */
export const openOffer = atom<number | null>(null)

/** Moment of the last message that was seen in this browser, by offer. */
export const seen = persistentMap<Record<string, string | undefined>>('offer-questions-seen:', {})

export interface Writing {
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const nothing: Writing = { text: '', sending: false, failure: null }
export const writing = atom<Writing>(nothing)

/** What was typed and not sent, by offer: closing the thread or the page loses nothing. */
const keptText = (offerId: number) => kept('tab', `offer-question:${offerId}`, asText)

export async function loadThread(): Promise<void> {
  const offerId = openOffer.get()
  if (offerId === null) return
  await part.load(() => api.demands.offerMessages({ offerId }))
  const now = thread.get()
  const last = now.at === 'ready' && openOffer.get() === offerId ? now.content.data.at(-1) : undefined
  if (last !== undefined) seen.setKey(String(offerId), last.createdAt)
}

/** Opens the thread of an offer. */
export async function openThread(offerId: number): Promise<void> {
  if (openOffer.get() !== offerId) part.reset()
  openOffer.set(offerId)
  writing.set({ ...nothing, text: keptText(offerId).read() ?? '' })
  await loadThread()
}
export const closeThread = (): void => openOffer.set(null)

export function write(text: string): void {
  const offerId = openOffer.get()
  if (offerId === null) return
  keptText(offerId).keep(text)
  writing.set({ ...writing.get(), text, failure: null })
}

/** Sends what is typed, once: a second press, a retry after a lost line or a reload says the same thing once. */
export async function send(): Promise<boolean> {
  const offerId = openOffer.get()
  const { text, sending } = writing.get()
  const said = text.trim()
  if (offerId === null || sending || said === '') return false
  writing.set({ text, sending: true, failure: null })
  const intention = `question:${offerId}:${said}`
  const answer = await api.demands.offerMessageSave(
    { offerId, text: said },
    { idempotencyKey: intentionKey(intention) },
  )
  if (!answer.ok) {
    if (answer.failure.code >= 400) intentionDone(intention)
    writing.set({ text, sending: false, failure: answer.failure })
    return false
  }
  intentionDone(intention)
  keptText(offerId).clear()
  if (openOffer.get() === offerId) writing.set(nothing)
  const message = answer.content
  part.change((before) => ({
    ...before,
    data: [...before.data.filter((one) => one.messageId !== message.messageId), message],
  }))
  await loadThread()
  return true
}

/** While a thread is open, whatever comes about its offer is read at once. `demandId` is the buyer's way to it. */
export function keepThreadInStep(demandId: number): () => void {
  return onTold((heard) => {
    const offerId = openOffer.get()
    if (offerId === null) return
    const here = [links.sellerOffer(offerId), links.buyerDemand(demandId)]
    if (heard.kind === 'awake' || (heard.kind === 'notice' && here.includes(heard.path))) void loadThread()
  })
}
