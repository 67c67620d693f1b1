import { links } from '../../domain/links.ts'
import { ownRoutes } from '../../domain/routes.ts'

/** A page of the operators. */
export type OpsPath = Extract<keyof typeof ownRoutes, `/ops/${string}`>

const hrefs = {
  '/ops/awards': links.awardShipping(),
  '/ops/bookings': links.bookings(),
  '/ops/certification': links.certificationReviews(),
  '/ops/claims': links.claimReviews(),
  '/ops/declarations': links.declarationReviews(),
  '/ops/demands': links.demandReviews(),
  '/ops/digital': links.opsDigital(),
  '/ops/digitalJoins': links.digitalJoins(),
  '/ops/disputes': links.disputes(),
  '/ops/feedbacks': links.helpFeedbacks(),
  '/ops/listings': links.listingReviews(),
  '/ops/live': links.liveReviews(),
  '/ops/needs': links.needs(),
  '/ops/news': links.opsNews(),
  '/ops/parks': links.opsParks(),
  '/ops/policies': links.opsPolicies(),
  '/ops/projects': links.opsProjects(),
  '/ops/promotions': links.promotions(),
  '/ops/qualifications': links.qualificationReviews(),
  '/ops/service': links.serviceDesk(),
  '/ops/visits': links.visitFigures(),
} as const satisfies Record<OpsPath, string>

const groups: readonly (readonly [title: string, paths: readonly OpsPath[]])[] = [
  ['接待', ['/ops/needs', '/ops/bookings', '/ops/service', '/ops/digitalJoins']],
  [
    '审核',
    ['/ops/demands', '/ops/listings', '/ops/certification', '/ops/claims', '/ops/qualifications', '/ops/declarations'],
  ],
  ['交易', ['/ops/disputes']],
  ['课堂', ['/ops/live', '/ops/awards']],
  [
    '内容',
    ['/ops/news', '/ops/policies', '/ops/parks', '/ops/projects', '/ops/digital', '/ops/promotions', '/ops/feedbacks'],
  ],
  ['数据', ['/ops/visits']],
]

/** What the menu calls a page, and where it leads. */
export const opsEntry = (path: OpsPath) => ({ label: ownRoutes[path].title, href: hrefs[path] })

/** The menu of the operators: every page of theirs, once. */
export const opsMenu = groups.map(([title, paths]) => ({ title, entries: paths.map(opsEntry) }))
