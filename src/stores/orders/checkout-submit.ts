import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { changesBetween, confirmationIn } from './checkout-changes.ts'
import { confirmation, forgetWay, keepUnanswered, load, sending, show, submitOf, values } from './checkout.ts'
import type { SubmitInput } from './checkout-kept.ts'

/** Nothing was made: the same key would have been answered with what was. */
const isRefused = ({ code }: Failure) => code >= 1000 || code === 400 || code === 404 || code === 409 || code === 410

async function send(unanswered: { readonly key: string; readonly input: SubmitInput }) {
  keepUnanswered(unanswered)
  const answer = await api.orders.orderSubmit(unanswered.input, { idempotencyKey: unanswered.key })
  if (answer.ok || isRefused(answer.failure)) keepUnanswered(undefined)
  return answer
}

/** A submit before that was not answered may have made the order: it is sent again as it was, before anything new. */
async function sendOnce(input: SubmitInput) {
  const { unanswered } = values.get()
  if (unanswered !== undefined) {
    const first = await send(unanswered)
    if (first.ok || !isRefused(first.failure)) return first
  }
  return send({ key: crypto.randomUUID(), input })
}

/**
 * Submits what is shown, once. Answers the group that is to be paid; undefined while one is under way or after a
 * refusal, which leaves on the page what holds now, to be read and submitted anew.
 */
export async function submit(): Promise<number | undefined> {
  const state = confirmation.get()
  const { at } = sending.get()
  if (state.at !== 'ready' || state.content === null || state.refreshing || at === 'sending' || at === 'sent')
    return undefined
  const shown = state.content
  sending.set({ at: 'sending' })
  const answer = await sendOnce(submitOf(shown))
  if (answer.ok) {
    forgetWay()
    sending.set({ at: 'sent', groupId: answer.content.groupId })
    return answer.content.groupId
  }
  const now = confirmationIn(answer.failure.content)
  sending.set({
    ...{ at: 'refused', failure: answer.failure },
    changed: now === undefined ? [] : changesBetween(shown, now),
  })
  if (now !== undefined) show(now)
  else if (isRefused(answer.failure)) void load()
  return undefined
}
