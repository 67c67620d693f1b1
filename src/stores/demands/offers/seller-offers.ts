import { api } from '../../../client/browser.ts'
import type { OfferRow } from '../../../contract/demands/offers.ts'
import { offerSortKeys, type OfferSortKey } from '../../../domain/daily-lists.ts'
import { offerStatuses, type OfferStatus } from '../../../domain/demands/offer-states.ts'
import { dailyList } from '../../daily-list.ts'
import { selectedAction } from '../../selected-action.ts'
import { atom } from 'nanostores'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { loadAllVersions } from '../deciding/all-versions.ts'
import { links } from '../../../domain/links.ts'
import { onPush } from '../../operations/push-notices.ts'
import { loadable } from '../../loadable.ts'

interface OffersPage {
  readonly total: number
  readonly data: readonly OfferRow[]
  readonly counts: Readonly<Partial<Record<OfferStatus, number>>>
}

/** The company's own offers. */
export const sellerOffers = dailyList<OfferStatus, OfferSortKey, OffersPage>({
  name: 'sellerOffers',
  statuses: offerStatuses,
  sortKeys: offerSortKeys,
  defaultColumns: ['total', 'days', 'validUntil', 'deadline', 'state'],
  fetchPage: (conditions) => api.demands.sellerOffers(conditions),
  askSheet: (filter, offerIds) => api.demands.sellerOffersSheet({ ...filter, offerIds }),
  rowKey: ({ offerId }) => offerId,
  path: '/platform/sellerCenter/offer',
})

/** Confirmation of the withdrawal of the selected offers. */
export const offersWithdrawal = selectedAction<'withdraw', OfferRow>(() => sellerOffers.load())
/** Withdraws the selected offers with a reason. */
export const withdrawOffers = (reason: string): Promise<number | null> =>
  offersWithdrawal.run((rows) =>
    api.demands.sellerOffersWithdraw({ offerIds: rows.map(({ offerId }) => offerId), reason }),
  )

type SellerOffer = Extract<Awaited<ReturnType<typeof api.demands.sellerOffer>>, { ok: true }>['content']
export type { SellerOffer }

const part = loadable<SellerOffer>()
export const sellerOffer = part.state

/** All versions with their terms, newest first; may fail independently. */
const versionsPart = loadable<readonly OfferVersion[]>()
export const offerVersions = versionsPart.state

/** Dialog that withdraws the offer or deletes its draft. */
export type Withdrawal =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly failure: Failure | null }
export const withdrawal = atom<Withdrawal>({ at: 'none' })

let shownOfferId: number | null = null

export async function loadOfferVersions(): Promise<void> {
  const offerId = shownOfferId
  if (offerId !== null) await versionsPart.load(() => loadAllVersions(offerId))
}
export async function loadSellerOffer(): Promise<void> {
  const offerId = shownOfferId
  if (offerId === null) return
  await Promise.all([part.load(() => api.demands.sellerOffer({ offerId })), loadOfferVersions()])
}
/** Loads one of the company's own offers. */
export async function startSellerOffer(offerId: number): Promise<void> {
  if (shownOfferId !== offerId) {
    part.reset()
    versionsPart.reset()
  }
  shownOfferId = offerId
  await loadSellerOffer()
}

/** Reloads on push notices about this offer. Returns the unsubscribe function. */
export const followSellerOffer = (): (() => void) =>
  onPush((notice) => {
    const own = shownOfferId !== null && notice.kind === 'notice' && notice.path === links.sellerOffer(shownOfferId)
    if (notice.kind === 'awake' || own) void loadSellerOffer()
  })

export const openWithdrawal = (): void => withdrawal.set({ at: 'asking', failure: null })
export function closeWithdrawal(): void {
  if (withdrawal.get().at === 'asking') withdrawal.set({ at: 'none' })
}
/** Withdraws a submitted offer with a reason, or deletes a draft. True on success. */
export async function withdrawOffer(reason: string): Promise<boolean> {
  const offerId = shownOfferId
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
