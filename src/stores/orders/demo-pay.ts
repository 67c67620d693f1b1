import { atom } from 'nanostores'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'

/** How the payer's yes at the demo's cash desk goes. */
export const demoPaying = atom<Sending>({ at: 'editing' })

/** Pays, once for however many clicks. True when the desk should be drawn anew: it was paid, or its time is over. */
export async function payAtDemoDesk(ticket: string): Promise<boolean> {
  if (demoPaying.get().at === 'sending') return false
  demoPaying.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) {
    demoPaying.set(refused([lineDown]))
    return false
  }
  const answer = await line.api.orders.demoPay({ ticket })
  const over = !answer.ok && line.is(answer.failure, 'paymentOver')
  demoPaying.set(answer.ok || over ? { at: 'done' } : refused(line.placedFaults(answer.failure)))
  return answer.ok || over
}
