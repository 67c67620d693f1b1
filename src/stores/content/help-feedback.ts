import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'

/** What a reader has said of a question: nothing yet, or whether it helped; `words` once they said why. */
export type Said =
  { readonly at: 'nothing' } | { readonly at: 'said'; readonly useful: boolean; readonly words: boolean }
export const said = atom<Said>({ at: 'nothing' })
/** How the sending of the latest word goes. */
export const feedbackSending = atom<Sending>({ at: 'editing' })

const refuse = (faults: readonly FieldFault[]): void => feedbackSending.set(refused(faults))

/** Says whether a question helped, with words or without; once at a time. What was typed stays when it fails. */
export async function sayUseful(questionId: number, useful: boolean, text = ''): Promise<void> {
  if (feedbackSending.get().at === 'sending') return
  feedbackSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const answer = await line.api.content.feedbackSubmit({ questionId, useful, text: text.trim() })
  if (!answer.ok) return refuse(line.placedFaults(answer.failure))
  feedbackSending.set({ at: 'editing' })
  said.set({ at: 'said', useful, words: text.trim() !== '' })
}

/** The words that say why it did not help. */
export async function sayWhy(questionId: number, text: string): Promise<void> {
  if (text.trim() === '') return refuse([{ field: 'text', message: '请写下您想了解的内容' }])
  await sayUseful(questionId, false, text)
}
