import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { renewProgrammeChoices } from '../../projects/programmes/programme-choices.ts'
import { pendingRequisitionOf } from '../requisitions/pending-requisition.ts'
import { changesBetween, confirmationIn } from './checkout-changes.ts'
import {
  confirmation,
  clearCheckout,
  saveUnanswered,
  loadCheckout,
  checkoutSubmitState,
  showConfirmation,
  checkoutInput,
  checkoutValues,
} from './checkout.ts'
import type { SubmitInput } from './saved-checkout.ts'

/** No order was created: otherwise the idempotency key would have returned it. */
const isRefused = ({ code }: Failure) => code >= 1000 || code === 400 || code === 404 || code === 409 || code === 410

async function sendSubmit(unanswered: { readonly key: string; readonly input: SubmitInput }) {
  saveUnanswered(unanswered)
  const answer = await api.orders.orderSubmit(unanswered.input, { idempotencyKey: unanswered.key })
  if (answer.ok || isRefused(answer.failure)) saveUnanswered(undefined)
  return answer
}

/**
 * An unanswered earlier submit may have created the order or its requisition: send it again unchanged before anything
 * new.
 */
async function sendOnce(input: SubmitInput) {
  const { unanswered } = checkoutValues.get()
  if (unanswered !== undefined) {
    const first = await sendSubmit(unanswered)
    const isDone = first.ok || pendingRequisitionOf(first.failure) !== undefined
    if (isDone || !isRefused(first.failure)) return first
  }
  return sendSubmit({ key: crypto.randomUUID(), input })
}

/**
 * Submits the shown confirmation, once. Returns the order group to pay; undefined while a submit is under way or after
 * a refusal, which updates the confirmation for another submit.
 */
export async function submitCheckout(): Promise<number | undefined> {
  const state = confirmation.get()
  const { at } = checkoutSubmitState.get()
  if (
    state.at !== 'ready' ||
    state.content === null ||
    state.refreshing ||
    at === 'sending' ||
    at === 'sent' ||
    at === 'pending'
  )
    return undefined
  const shown = state.content
  checkoutSubmitState.set({ at: 'sending' })
  const answer = await sendOnce(checkoutInput(shown))
  if (answer.ok) {
    clearCheckout()
    checkoutSubmitState.set({ at: 'sent', groupId: answer.content.groupId })
    return answer.content.groupId
  }
  const requisition = pendingRequisitionOf(answer.failure)
  if (requisition !== undefined) {
    clearCheckout()
    checkoutSubmitState.set({ at: 'pending', requisition })
    return undefined
  }
  renewProgrammeChoices(answer.failure)
  const now = confirmationIn(answer.failure.content)
  checkoutSubmitState.set({
    at: 'refused',
    failure: answer.failure,
    changed: now === undefined ? [] : changesBetween(shown, now),
  })
  if (now !== undefined) showConfirmation(now)
  else if (isRefused(answer.failure)) void loadCheckout()
  return undefined
}
