import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Letter } from '../../contract/chat/message-rows.ts'
import type { Failure } from '../../contract/envelope.ts'
import { keepDraft, typedText } from '../catalogue/inquiry-drafts.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { setUnread } from './unread-messages.ts'

export interface OpenLetter {
  readonly recordId: number
  /** Oldest first. */
  readonly letters: readonly Letter[]
  readonly replies: boolean
  readonly reach: { readonly recipients: number; readonly read: number; readonly delivered: boolean } | null
}

const part = loadable<OpenLetter>()
/** The letter that is open, with what the two wrote to each other in it. */
export const letter = part.state
/** What stands in the reply box, and how its sending goes. */
export const reply = atom<{ readonly text: string; readonly sending: boolean; readonly failure: Failure | null }>({
  ...{ text: '', sending: false, failure: null },
})
let current: number | undefined

const nameOf = (recordId: number) => `letter:${recordId}`

async function load(recordId: number): Promise<readonly number[]> {
  let received: readonly number[] = []
  await part.load(async () => {
    const answer = await api.chat.letter({ recordId })
    if (!answer.ok) return answer
    const { unread, ...rest } = answer.content
    setUnread(unread)
    received = rest.letters.filter(({ mine }) => !mine).map((one) => one.recordId)
    return { ok: true, content: { recordId, ...rest } }
  })
  return received
}

/** Opens a letter, with what was typed for it and not sent. Gives the rows that are read with it. */
export async function openLetter(recordId: number): Promise<readonly number[]> {
  if (current !== recordId) part.reset()
  current = recordId
  reply.set({ text: typedText(nameOf(recordId)), sending: false, failure: null })
  return load(recordId)
}

/** Reads the open letter anew, after a failure. */
export function openAgain(): void {
  if (current !== undefined) void load(current)
}

export function closeLetter(): void {
  current = undefined
  part.reset()
}

export function type(text: string): void {
  const now = reply.get()
  if (current === undefined || now.sending) return
  keepDraft(nameOf(current), text)
  reply.set({ ...now, text })
}

/** Sends what was typed, once; answers whether it worked. */
export async function send(): Promise<boolean> {
  const now = reply.get()
  const recordId = current
  const text = now.text.trim()
  if (recordId === undefined || now.sending || text === '') return false
  reply.set({ ...now, sending: true, failure: null })
  const intention = `${nameOf(recordId)}:${text}`
  const answer = await api.chat.recordReply({ recordId, text }, { idempotencyKey: intentionKey(intention) })
  if (!answer.ok) {
    reply.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  intentionDone(intention)
  keepDraft(nameOf(recordId), '')
  if (current === recordId) {
    reply.set({ text: '', sending: false, failure: null })
    await load(recordId)
  }
  return true
}
