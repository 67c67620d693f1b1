import { links } from '../../domain/links.ts'
import type { OperatorPermission } from '../../domain/operations/operator-roles.ts'
import { ownRoutes } from '../../domain/routes.ts'

/** A page of the operators. */
export type OpsPath = Extract<keyof typeof ownRoutes, `/ops${string}`>

/** Address of each page, and the permission that it needs; null = every operator. */
const pages = {
  '/ops': { href: links.ops(), needs: null },
  '/ops/actions': { href: links.platformActions(), needs: 'audit' },
  '/ops/approvals': { href: links.approvals(), needs: null },
  '/ops/awards': { href: links.awardShipping(), needs: 'receive' },
  '/ops/bookings': { href: links.bookings(), needs: 'receive' },
  '/ops/categories': { href: links.opsCategories(), needs: 'edit' },
  '/ops/certification': { href: links.certificationReviews(), needs: 'review' },
  '/ops/claims': { href: links.claimReviews(), needs: 'review' },
  '/ops/complaints': { href: links.complaints(), needs: 'moderate' },
  '/ops/companies': { href: links.opsCompanies(), needs: 'records' },
  '/ops/declarations': { href: links.declarationReviews(), needs: 'review' },
  '/ops/demands': { href: links.demandReviews(), needs: 'review' },
  '/ops/dictionaries': { href: links.opsDictionaries(), needs: 'edit' },
  '/ops/districts': { href: links.opsDistricts(), needs: 'edit' },
  '/ops/digital': { href: links.opsDigital(), needs: 'edit' },
  '/ops/digitalJoins': { href: links.digitalJoins(), needs: 'receive' },
  '/ops/payouts': { href: links.opsPayouts(), needs: 'trade' },
  '/ops/disputes': { href: links.disputes(), needs: 'trade' },
  '/ops/feedbacks': { href: links.helpFeedbacks(), needs: 'receive' },
  '/ops/fraudSigns': { href: links.fraudSigns(), needs: 'restrict' },
  '/ops/goods': { href: links.opsGoods(), needs: 'records' },
  '/ops/listings': { href: links.listingReviews(), needs: 'review' },
  '/ops/live': { href: links.liveReviews(), needs: 'review' },
  '/ops/matching': { href: links.opsMatching(), needs: 'trade' },
  '/ops/needs': { href: links.needs(), needs: 'receive' },
  '/ops/news': { href: links.opsNews(), needs: 'edit' },
  '/ops/operators': { href: links.operators(), needs: 'manage' },
  '/ops/orders': { href: links.opsOrders(), needs: 'trade' },
  '/ops/parks': { href: links.opsParks(), needs: 'edit' },
  '/ops/payments': { href: links.opsPayments(), needs: 'trade' },
  '/ops/policies': { href: links.opsPolicies(), needs: 'edit' },
  '/ops/projects': { href: links.opsProjects(), needs: 'edit' },
  '/ops/promotions': { href: links.promotions(), needs: 'edit' },
  '/ops/qualifications': { href: links.qualificationReviews(), needs: 'review' },
  '/ops/reports': { href: links.monthlyReports(), needs: 'trade' },
  '/ops/searches': { href: links.opsSearches(), needs: 'edit' },
  '/ops/searchKnowledge': { href: links.opsSearchKnowledge(), needs: 'edit' },
  '/ops/service': { href: links.supportConsole(), needs: 'receive' },
  '/ops/services': { href: links.opsServices(), needs: 'records' },
  '/ops/shops': { href: links.opsShops(), needs: 'records' },
  '/ops/tenders': { href: links.opsTenders(), needs: 'records' },
  '/ops/texts': { href: links.opsTexts(), needs: 'edit' },
  '/ops/users': { href: links.opsUsers(), needs: 'records' },
  '/ops/visits': { href: links.visitFigures(), needs: null },
  '/ops/words': { href: links.moderationWords(), needs: 'moderate' },
} as const satisfies Record<OpsPath, { href: string; needs: OperatorPermission | null }>

const groups: readonly (readonly [title: string, paths: readonly OpsPath[]])[] = [
  ['概览', ['/ops']],
  ['接待', ['/ops/needs', '/ops/bookings', '/ops/service', '/ops/digitalJoins']],
  [
    '审核',
    ['/ops/demands', '/ops/listings', '/ops/certification', '/ops/claims', '/ops/qualifications', '/ops/declarations'],
  ],
  ['查询', ['/ops/users', '/ops/companies', '/ops/shops', '/ops/services', '/ops/goods', '/ops/tenders']],
  ['交易', ['/ops/orders', '/ops/payments', '/ops/payouts', '/ops/matching', '/ops/disputes']],
  ['举报与风险', ['/ops/complaints', '/ops/fraudSigns', '/ops/words']],
  ['课堂', ['/ops/live', '/ops/awards']],
  [
    '内容',
    [
      '/ops/texts',
      '/ops/news',
      '/ops/policies',
      '/ops/parks',
      '/ops/projects',
      '/ops/digital',
      '/ops/promotions',
      '/ops/feedbacks',
    ],
  ],
  ['搜索', ['/ops/searches', '/ops/searchKnowledge']],
  ['基础数据', ['/ops/categories', '/ops/dictionaries', '/ops/districts']],
  ['数据', ['/ops/visits', '/ops/reports', '/ops/actions']],
  ['平台', ['/ops/approvals', '/ops/operators']],
]

/** What the menu calls a page, and where it leads. */
export const opsEntry = (path: OpsPath) => ({ label: ownRoutes[path].title, href: pages[path].href })

/** Whether an operator with these permissions may open a page. */
export const mayOpenOpsPage = (path: OpsPath, permissions: ReadonlySet<OperatorPermission>): boolean => {
  const { needs } = pages[path]
  return needs === null || permissions.has(needs)
}

/** The menu of the operators: every page of theirs, once. */
export const opsMenu = groups.map(([title, paths]) => ({ title, entries: paths.map(opsEntry) }))

/** The menu with the pages that an operator may open. */
export const opsMenuFor = (permissions: ReadonlySet<OperatorPermission>) =>
  groups
    .map(([title, paths]) => ({
      title,
      entries: paths.filter((path) => mayOpenOpsPage(path, permissions)).map(opsEntry),
    }))
    .filter(({ entries }) => entries.length > 0)
