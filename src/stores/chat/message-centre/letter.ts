import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Letter } from '../../../contract/chat/message-rows.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { saveInquiryDraft, inquiryDraft } from '../../catalogue/inquiry-drafts.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable } from '../../loadable.ts'
import { setUnreadMessages } from './unread-messages.ts'

export interface OpenLetter {
  readonly recordId: number
  /** Oldest first. */
  readonly letters: readonly Letter[]
  readonly replies: boolean
  readonly reach: { readonly recipients: number; readonly read: number; readonly delivered: boolean } | null
}

const part = loadable<OpenLetter>()
/** The open letter with its replies. */
export const letter = part.state
/** Text and send state of the reply. */
export const letterReply = atom<{ readonly text: string; readonly sending: boolean; readonly failure: Failure | null }>(
  {
    text: '',
    sending: false,
    failure: null,
  },
)
let current: number | undefined

const draftName = (recordId: number) => `letter:${recordId}`

async function loadLetter(recordId: number): Promise<readonly number[]> {
  let received: readonly number[] = []
  await part.load(async () => {
    const answer = await api.chat.letter({ recordId })
    if (!answer.ok) return answer
    const { unread, ...rest } = answer.content
    setUnreadMessages(unread)
    received = rest.letters.filter(({ mine }) => !mine).map((one) => one.recordId)
    return { ok: true, content: { recordId, ...rest } }
  })
  return received
}

/** Opens a letter with the draft of its reply. Returns the ids of the messages that this marks as read. */
export async function openLetter(recordId: number): Promise<readonly number[]> {
  if (current !== recordId) part.reset()
  current = recordId
  letterReply.set({ text: inquiryDraft(draftName(recordId)), sending: false, failure: null })
  return loadLetter(recordId)
}

/** Reloads the open letter after a failure. */
export function reloadLetter(): void {
  if (current !== undefined) void loadLetter(current)
}

export function closeLetter(): void {
  current = undefined
  part.reset()
}

export function setReplyText(text: string): void {
  const now = letterReply.get()
  if (current === undefined || now.sending) return
  saveInquiryDraft(draftName(current), text)
  letterReply.set({ ...now, text })
}

/** Sends the reply once; true on success. */
export async function sendReply(): Promise<boolean> {
  const now = letterReply.get()
  const recordId = current
  const text = now.text.trim()
  if (recordId === undefined || now.sending || text === '') return false
  letterReply.set({ ...now, sending: true, failure: null })
  const keyName = `${draftName(recordId)}:${text}`
  const answer = await api.chat.recordReply({ recordId, text }, { idempotencyKey: getIdempotencyKey(keyName) })
  if (!answer.ok) {
    letterReply.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  clearIdempotencyKey(keyName)
  saveInquiryDraft(draftName(recordId), '')
  if (current === recordId) {
    letterReply.set({ text: '', sending: false, failure: null })
    await loadLetter(recordId)
  }
  return true
}
