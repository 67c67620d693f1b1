import { atom } from 'nanostores'
import type { FieldError } from '../../contract/failures.ts'
import { networkError, loadClient } from '../accounts/sign-in/load-client.ts'
import { refusedState, type SubmitState } from '../submit-state.ts'

/** State of a reader's feedback on a question: none yet, or whether it helped; `words` once a reason was given. */
export type FeedbackState =
  { readonly at: 'nothing' } | { readonly at: 'said'; readonly useful: boolean; readonly hasText: boolean }
export const feedbackState = atom<FeedbackState>({ at: 'nothing' })
/** Submit state of the latest feedback. */
export const feedbackSubmit = atom<SubmitState>({ at: 'editing' })

const refuse = (fieldErrors: readonly FieldError[]): void => feedbackSubmit.set(refusedState(fieldErrors))

/** Submits whether a question helped, optionally with a reason; one submit at a time. The input stays on failure. */
export async function submitFeedback(questionId: number, useful: boolean, text = ''): Promise<void> {
  if (feedbackSubmit.get().at === 'sending') return
  feedbackSubmit.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const answer = await line.api.content.feedbackSubmit({ questionId, useful, text: text.trim() })
  if (!answer.ok) return refuse(line.signInErrors(answer.failure))
  feedbackSubmit.set({ at: 'editing' })
  feedbackState.set({ at: 'said', useful, hasText: text.trim() !== '' })
}

/** Submits the reason why it did not help. */
export async function submitFeedbackText(questionId: number, text: string): Promise<void> {
  if (text.trim() === '') return refuse([{ field: 'text', message: '请填写您想了解的内容' }])
  await submitFeedback(questionId, false, text)
}
