import { atom } from 'nanostores'
import { networkError, loadClient } from '../../accounts/sign-in/load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'

/** Submit state of the payment at the demo cashier. */
export const demoPayState = atom<SubmitState>({ at: 'editing' })

/** Pays, once even for several clicks. True when the cashier page should reload: paid or expired. */
export async function payAtDemoCashier(ticket: string): Promise<boolean> {
  if (demoPayState.get().at === 'sending') return false
  demoPayState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) {
    demoPayState.set(refusedState([networkError]))
    return false
  }
  const answer = await line.api.orders.demoPay({ ticket })
  const over = !answer.ok && line.isFailure(answer.failure, 'paymentOver')
  demoPayState.set(answer.ok || over ? { at: 'done' } : refusedState(line.signInErrors(answer.failure)))
  return answer.ok || over
}
