import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { OfferVersion } from '../../contract/demands/offer-view.ts'
import { allVersions } from './all-versions.ts'
import { links } from '../../domain/links.ts'
import { onTold } from '../operations/told.ts'
import { loadable } from '../loaded.ts'

type SellerOffer = Extract<Awaited<ReturnType<typeof api.demands.sellerOffer>>, { ok: true }>['content']
export type { SellerOffer }

const part = loadable<SellerOffer>()
export const offer = part.state

/** Every version with its terms, newest first; may fail on its own. */
const versionsPart = loadable<readonly OfferVersion[]>()
export const versions = versionsPart.state

/** Taking the offer back, or deleting its draft. */
export type Withdrawal =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly failure: Failure | null }
export const withdrawal = atom<Withdrawal>({ at: 'none' })

let shown: number | null = null

export async function loadVersions(): Promise<void> {
  const offerId = shown
  if (offerId !== null) await versionsPart.load(() => allVersions(offerId))
}
export async function load(): Promise<void> {
  const offerId = shown
  if (offerId === null) return
  await Promise.all([part.load(() => api.demands.sellerOffer({ offerId })), loadVersions()])
}
/** Shows one offer of the own company. */
export async function start(offerId: number): Promise<void> {
  if (shown !== offerId) {
    part.reset()
    versionsPart.reset()
  }
  shown = offerId
  await load()
}

/** While the page is open, whatever its people are told of this offer is read at once. Returns the way to stop. */
export const keepInStep = (): (() => void) =>
  onTold((heard) => {
    const own = shown !== null && heard.kind === 'notice' && heard.path === links.sellerOffer(shown)
    if (heard.kind === 'awake' || own) void load()
  })

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
