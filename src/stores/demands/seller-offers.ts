import { api } from '../../client/browser.ts'
import type { OfferRow } from '../../contract/demands/offers.ts'
import { offerStatuses, type OfferStatus } from '../../domain/demands/offer-states.ts'
import { listAddress } from './list-query.ts'
import { loadable } from './loaded.ts'

export interface SellerOffersPage {
  readonly total: number
  readonly data: readonly OfferRow[]
  readonly counts: Readonly<Partial<Record<OfferStatus, number>>>
}

export const pageSize = 20
const address = listAddress(offerStatuses)
const page = loadable<SellerOffersPage>()

export const query = address.query
export const offers = page.state

/** Reads the list again with the conditions it has. */
export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.demands.sellerOffers({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set
