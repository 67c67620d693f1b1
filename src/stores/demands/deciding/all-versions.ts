import { api } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'

/** Loads all versions of an offer, in pages of 100. */
export async function loadAllVersions(offerId: number): Promise<Answer<readonly OfferVersion[]>> {
  const found: OfferVersion[] = []
  for (let current = 1; ; current += 1) {
    const answer = await api.demands.offerVersions({ offerId, current, pageSize: 100 })
    if (!answer.ok) return answer
    found.push(...answer.content.data)
    if (found.length >= answer.content.total || answer.content.data.length === 0) return { ok: true, content: found }
  }
}
