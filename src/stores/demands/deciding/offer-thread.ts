import { persistentMap } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { links } from '../../../domain/links.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import { onPush } from '../../operations/push-notices.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable } from '../../loadable.ts'

type Thread = Extract<Awaited<ReturnType<typeof api.demands.offerMessages>>, { ok: true }>['content']

const part = loadable<Thread>()
/** Questions and answers about the open offer, for either side. */
export const offerThread = part.state
/** Id of the offer whose thread is open. */
export const openThreadOfferId = atom<number | null>(null)

/** Time of the last message seen in this browser, by offer. */
export const seenMessages = persistentMap<Record<string, string | undefined>>('offer-questions-seen:', {})

export interface ThreadMessageForm {
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const emptyMessage: ThreadMessageForm = { text: '', sending: false, failure: null }
export const threadMessageForm = atom<ThreadMessageForm>(emptyMessage)

/** Unsent text by offer: closing the thread or the page loses nothing. */
const savedMessageText = (offerId: number) => persistedValue('tab', `offer-question:${offerId}`, asText)

export async function loadOfferThread(): Promise<void> {
  const offerId = openThreadOfferId.get()
  if (offerId === null) return
  await part.load(() => api.demands.offerMessages({ offerId }))
  const now = offerThread.get()
  const last = now.at === 'ready' && openThreadOfferId.get() === offerId ? now.content.data.at(-1) : undefined
  if (last !== undefined) seenMessages.setKey(String(offerId), last.createdAt)
}

/** Opens the thread of an offer. */
export async function openOfferThread(offerId: number): Promise<void> {
  if (openThreadOfferId.get() !== offerId) part.reset()
  openThreadOfferId.set(offerId)
  threadMessageForm.set({ ...emptyMessage, text: savedMessageText(offerId).read() ?? '' })
  await loadOfferThread()
}
export const closeOfferThread = (): void => openThreadOfferId.set(null)

export function setThreadMessage(text: string): void {
  const offerId = openThreadOfferId.get()
  if (offerId === null) return
  savedMessageText(offerId).save(text)
  threadMessageForm.set({ ...threadMessageForm.get(), text, failure: null })
}

/** Sends the message, once, even after a double press, a retry or a reload. */
export async function submitThreadMessage(): Promise<boolean> {
  const offerId = openThreadOfferId.get()
  const { text, sending } = threadMessageForm.get()
  const trimmed = text.trim()
  if (offerId === null || sending || trimmed === '') return false
  threadMessageForm.set({ text, sending: true, failure: null })
  const keyName = `question:${offerId}:${trimmed}`
  const answer = await api.demands.offerMessageSave(
    { offerId, text: trimmed },
    { idempotencyKey: getIdempotencyKey(keyName) },
  )
  if (!answer.ok) {
    if (answer.failure.code >= 400) clearIdempotencyKey(keyName)
    threadMessageForm.set({ text, sending: false, failure: answer.failure })
    return false
  }
  clearIdempotencyKey(keyName)
  savedMessageText(offerId).clear()
  if (openThreadOfferId.get() === offerId) threadMessageForm.set(emptyMessage)
  const message = answer.content
  part.update((before) => ({
    ...before,
    data: [...before.data.filter((one) => one.messageId !== message.messageId), message],
  }))
  await loadOfferThread()
  return true
}

/** Reloads the open thread on push notices. `demandId` identifies the buyer's path. */
export function followOfferThread(demandId: number): () => void {
  return onPush((notice) => {
    const offerId = openThreadOfferId.get()
    if (offerId === null) return
    const here = [links.sellerOffer(offerId), links.buyerDemand(demandId)]
    if (notice.kind === 'awake' || (notice.kind === 'notice' && here.includes(notice.path))) void loadOfferThread()
  })
}
