import type { shopQualifications } from '../tables/shops.ts'
import type { Accounts, Organisation } from './build-accounts.ts'
import { demoIds } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { certificateScopes } from './data/companies.ts'
import { waitingCertificates } from './data/shops.ts'
import { need } from './random.ts'

export type QualificationRow = typeof shopQualifications.$inferInsert & { id: number; createdAt: Date }

/**
 * The certificates of all shops: those their tags come from, and a few that wait or were refused. Without a paper, for
 * a picture of one that nobody issued would be a forgery.
 */
export function buildShops({ organisations }: Pick<Accounts, 'organisations'>, days: Calendar, log: ChangeLog) {
  const qualifications: QualificationRow[] = []
  for (const organisation of organisations) {
    const { shop, certificates, key } = organisation
    if (shop === undefined) continue
    const joined = shop.createdAt ?? days.at(-300)
    for (const { tag, until } of certificates) {
      const [name, scope] = need(certificateScopes, tag)
      const row = { shopId: shop.id, tag, name, scope, until, status: 'approved' as const, createdAt: joined }
      qualifications.push({ id: qualifications.length + 1, ...row })
    }
    const waiting = waitingCertificates.get(key)
    if (waiting === undefined) continue
    const [tag, name, until, reason] = waiting
    qualifications.push({
      ...{ id: qualifications.length + 1, shopId: shop.id, tag, name, scope: need(certificateScopes, tag)[1], reason },
      ...{ until: days.date(until), status: reason === '' ? 'pending_review' : 'rejected' },
      createdAt: days.at(-3, '16:10'),
    })
  }
  const byShop = new Map(organisations.flatMap((each) => (each.shop === undefined ? [] : [[each.shop.id, each]])))
  for (const row of qualifications) writeSteps(log, row, need(byShop, row.shopId), days)
  return { qualifications }
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
