import { drawingNumbers, figureUrl } from '../../domain/pictures/drawing-names.ts'
import { certificateKey, registerOf } from '../../domain/shops/certificate-kinds.ts'
import { date } from '../../domain/time.ts'
import { addDays, addMonths } from '../../domain/typed-date.ts'
import type { qualificationItems, shopQualifications, shopFollows, shopPictures } from '../tables/shops.ts'
import { type Accounts, type Organisation, demoIds } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { certificateIssuers, certificateNumber, scopeOf } from './data/certificates.ts'
import { certificateScopes } from './data/companies.ts'
import { followedShops, keptListings, shopScenes, waitingCertificates } from './data/shops.ts'
import { requireKey } from './random.ts'
import type { favourites } from '../tables/interest.ts'
import type { Catalogue } from './build-catalogue.ts'

export type QualificationRow = typeof shopQualifications.$inferInsert & { id: number; createdAt: Date }
type ItemRow = typeof qualificationItems.$inferInsert

/**
 * Certificates of all shops: those behind their tags, and a few pending or rejected ones. Without a file: an image of
 * a certificate that was never issued would be a forgery.
 */
export function buildShops({ organisations }: Pick<Accounts, 'organisations'>, days: Calendar, log: ChangeLog) {
  const qualifications: QualificationRow[] = []
  const items: ItemRow[] = []
  const paperOf = ({ company, shop, key }: Organisation, tag: string, until: string) => {
    if (shop === undefined) throw new Error(`${key} has no shop`)
    const id = qualifications.length + 1
    const [issuer, years] = requireKey(certificateIssuers, tag)
    const issuedOn = addDays(addMonths(until, -12 * years), 1)
    const number = certificateNumber(tag, issuedOn, company.districtCode, id)
    items.push(...scopeOf(key, tag).map((item, at) => ({ ...item, qualificationId: id, seq: at + 1 })))
    const { name: holder, address: site } = company
    return {
      id,
      shopId: shop.id,
      tag,
      number,
      numberKey: certificateKey(number),
      issuer,
      holder,
      site,
      issuedOn,
      until,
    }
  }
  for (const organisation of organisations) {
    const { shop, certificates, key } = organisation
    if (shop === undefined) continue
    const joined = shop.createdAt ?? days.at(-300)
    for (const { tag, until } of certificates) {
      const [name, scope] = requireKey(certificateScopes, tag)
      const register = registerOf(tag)
      qualifications.push({
        ...paperOf(organisation, tag, until),
        name,
        scope,
        status: 'approved',
        registerUrl: register?.url ?? '',
        registerOn: register === undefined ? null : date(joined.toISOString()),
        registerNote: register === undefined ? '' : '与登记信息一致',
        createdAt: joined,
      })
    }
    const waiting = waitingCertificates.get(key)
    if (waiting === undefined) continue
    const [tag, name, until, reason] = waiting
    qualifications.push({
      ...paperOf(organisation, tag, days.date(until)),
      name,
      scope: requireKey(certificateScopes, tag)[1],
      reason,
      status: reason === '' ? 'pending_review' : 'rejected',
      createdAt: days.at(-3, '16:10'),
    })
  }
  const byShop = new Map(organisations.flatMap((each) => (each.shop === undefined ? [] : [[each.shop.id, each]])))
  for (const row of qualifications) writeSteps(log, row, requireKey(byShop, row.shopId), days)
  return { qualifications, items }
}

function writeSteps(log: ChangeLog, row: QualificationRow, { ownerId, company }: Organisation, days: Calendar): void {
  const by = { userId: ownerId, companyId: company.id }
  const decided = { at: row.status === 'approved' ? row.createdAt : days.at(-2, '10:20'), userId: demoIds.ops }
  log.add('qualification', row.id, 'new', [
    { event: 'submit', to: 'pending_review', at: row.createdAt, ...by },
    ...(row.status === 'approved' ? [{ event: 'pass', to: 'approved', ...decided }] : []),
    ...(row.status === 'rejected' ? [{ event: 'reject', to: 'rejected', reason: row.reason ?? '', ...decided }] : []),
  ])
}

type Row<T extends { $inferInsert: object }> = T['$inferInsert'] & { id: number }

/** Pictures of the shops, four each, and favourites and follows of the demo buyer. */
export function buildInterest({ organisations, byKey }: Accounts, catalogue: Catalogue, days: Calendar) {
  const owners = organisations.flatMap(({ shop, company, certificates }) =>
    shop === undefined ? [] : [{ shop, about: [company.intro, ...certificates.map(({ tag }) => tag)].join(' ') }],
  )
  const pictures = owners.flatMap(({ shop, about }, at) => {
    const scenes = shopScenes.filter(([, , words]) => words?.test(about) ?? true)
    return Array.from({ length: 4 }, (_, sort): Row<typeof shopPictures> => {
      const [kind, caption] = scenes[(at * 3 + sort) % scenes.length] ?? ['bench', '']
      const figure = `${kind}-${(shop.id * 37 + sort * 11) % drawingNumbers}`
      const id = at * 4 + sort + 1
      return { id, shopId: shop.id, fileId: '', url: figureUrl(figure), caption, sort: sort + 1 }
    })
  })
  const kept = keptListings.map(([title, percent], at): Row<typeof favourites> => {
    const { kind, row } = listingOf(title, catalogue)
    const price = row.price === null || row.price === undefined ? null : Math.round((row.price * percent) / 100)
    return {
      id: at + 1,
      userId: demoIds.buyer,
      kind,
      listingId: row.id,
      priceType: row.priceType,
      price,
      onSale: row.status === 'published',
      createdAt: days.at(-20 + at, '15:30'),
    }
  })
  const follows = followedShops.map((key, at): Row<typeof shopFollows> => {
    const { shop } = requireKey(byKey, key)
    if (shop === undefined) throw new Error(`${key} has no shop`)
    return { id: at + 1, userId: demoIds.buyer, shopId: shop.id, createdAt: days.at(-30 - at, '10:10') }
  })
  return { pictures, favourites: kept, follows }
}

function listingOf(title: string, { services, products }: Catalogue) {
  const service = services.find((row) => row.title.startsWith(title))
  if (service !== undefined) return { kind: 'service' as const, row: service }
  const product = products.find((row) => row.title.startsWith(title))
  if (product === undefined) throw new Error(`No listing of the seeds begins with ${title}`)
  return { kind: 'product' as const, row: product }
}
