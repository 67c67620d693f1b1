import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { loadable } from './loaded.ts'

type SellerOffer = Extract<Awaited<ReturnType<typeof api.demands.sellerOffer>>, { ok: true }>['content']
export type { SellerOffer }

const part = loadable<SellerOffer>()
export const offer = part.state

/** Taking the offer back, or deleting its draft. */
export type Withdrawal =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly failure: Failure | null }
export const withdrawal = atom<Withdrawal>({ at: 'none' })

let shown: number | null = null

export async function load(): Promise<void> {
  const offerId = shown
  if (offerId !== null) await part.load(() => api.demands.sellerOffer({ offerId }))
}
/** Shows one offer of the own company. */
export async function start(offerId: number): Promise<void> {
  if (shown !== offerId) part.reset()
  shown = offerId
  await load()
}

export const askWithdrawal = (): void => withdrawal.set({ at: 'asking', failure: null })
export function dropWithdrawal(): void {
  if (withdrawal.get().at === 'asking') withdrawal.set({ at: 'none' })
}
/** Takes a submitted offer back with a reason, deletes a draft. True after it worked. */
export async function withdraw(reason: string): Promise<boolean> {
  const offerId = shown
  if (offerId === null || withdrawal.get().at !== 'asking') return false
  withdrawal.set({ at: 'sending', failure: null })
  const answer: Answer<unknown> = await api.demands.sellerOfferDelete({ offerId, reason })
  if (!answer.ok) {
    withdrawal.set({ at: 'asking', failure: answer.failure })
    return false
  }
  withdrawal.set({ at: 'none' })
  return true
}
