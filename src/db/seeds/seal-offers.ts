import { createHash } from 'node:crypto'
import { offerHashText } from '../../domain/demands/offer-hash.ts'
import type { DemandRow, OfferRow, VersionRow } from './build-demands.ts'
import type { ChangeLog } from './changes.ts'
import { requireKey } from './random.ts'

/** Demands with mandatory sealed offers: two before their deadline, one after it. */
const sealedTitles: ReadonlySet<string> = new Set([
  '候选化合物 CYP 抑制、诱导与转运体体外评价',
  '抗肿瘤小分子 IND 申报全套非临床安全性评价（GLP）',
  '盐酸二甲双胍缓释片空腹与餐后生物等效性试验',
])

interface Rows {
  readonly demands: readonly DemandRow[]
  readonly offers: readonly OfferRow[]
  readonly versions: readonly VersionRow[]
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Sets salt and fingerprint of every submitted version, and seals the offers of some demands. */
export function sealOffers({ demands, offers, versions }: Rows, log: ChangeLog): void {
  const demandOf = new Map(demands.map((demand) => [demand.id, demand]))
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
  for (const demand of demands) demand.sealedOnly = sealedTitles.has(demand.title)
  for (const version of versions) {
    const offer = requireKey(offerOf, version.offerId)
    const demand = requireKey(demandOf, offer.demandId)
    if (version.version === 0) continue
    version.sealed = demand.sealedOnly === true
    const opened = version.sealed && demand.status !== 'open' && offer.status !== 'withdrawn'
    version.openedAt = opened && version.version === offer.version ? demand.deadline : null
    // The same seeds give the same data on every machine.
    version.salt = sha256(`demo salt ${offer.offerNo} ${version.version}`).slice(0, 32)
    version.hash = sha256(hashed(offer, version, version.salt))
  }
  for (const offer of offers) sealOffer(offer, requireKey(demandOf, offer.demandId), log)
}

const hashed = (offer: OfferRow, version: VersionRow, salt: string) =>
  offerHashText({
    offerNo: offer.offerNo,
    version: version.version,
    items: version.items,
    milestones: version.milestones,
    durationDays: version.durationDays,
    validUntil: version.validUntil.toISOString(),
    note: version.note ?? '',
    answers: version.answers ?? [],
    files: version.files ?? [],
    salt,
  })

/** Sealed while the demand is open; versions in force at the deadline were opened then. */
function sealOffer(offer: OfferRow, demand: DemandRow, log: ChangeLog): void {
  if (demand.sealedOnly !== true || offer.status !== 'submitted') return
  offer.sealed = demand.status === 'open'
  if (demand.status !== 'open') {
    log.add('offer', offer.id, 'submitted', [{ event: 'open', to: 'submitted', at: demand.deadline }])
  }
}
