import { linkAt, linkById, linkTo, type Id } from './link-parts.ts'

/** Links of the section /drug: news, policies, parks, and park comparison. */
export const contentLinks = {
  drug: linkAt('/drug'),
  news: linkAt('/drug/information'),
  newsPiece: linkById('/drug/information'),
  parks: linkAt('/drug/park'),
  park: linkById('/drug/park/detail'),
  policies: linkAt('/drug/policies'),
  policy: linkById('/drug/policies'),
  /** `parks` are the ids to compare, joined by commas; `book` is the park to book a visit of. */
  siteSelection: linkAt('/drug/siteselection'),
  /** Park visits requested by the person. */
  buyerVisits: linkAt('/platform/buyerAccount/visits'),
} as const

/** Pages of operators. */
export const opsLinks = {
  awardShipping: linkAt('/ops/awards'),
  bookings: linkAt('/ops/bookings'),
  certificationReviews: linkAt('/ops/certification'),
  claimReviews: linkAt('/ops/claims'),
  declarationReviews: linkAt('/ops/declarations'),
  demandReviews: linkAt('/ops/demands'),
  digitalJoins: linkAt('/ops/digitalJoins'),
  listingReviews: linkAt('/ops/listings'),
  liveReviews: linkAt('/ops/live'),
  /** Lists of content edited by operators; `edit` opens the form, of a new item or of the one with this id. */
  opsDigital: linkAt('/ops/digital'),
  opsNews: linkAt('/ops/news'),
  opsParks: linkAt('/ops/parks'),
  opsPolicies: linkAt('/ops/policies'),
  opsProjects: linkAt('/ops/projects'),
  disputes: linkAt('/ops/disputes'),
  helpFeedbacks: linkAt('/ops/feedbacks'),
  needs: linkAt('/ops/needs'),
  promotions: linkAt('/ops/promotions'),
  qualificationReviews: linkAt('/ops/qualifications'),
  /** Support console for agents; service hours for operators. */
  serviceDesk: linkAt('/ops/service'),
  visitFigures: (days?: Id) => linkTo('/ops/visits', { days }),
} as const

const path = '/platform/buyerAccount/projectDeclare'

/** Links of project declarations, on one page of the buyer centre. */
export const projectLinks = {
  buyerDeclarations: linkAt(path),
  buyerDeclaration: linkById(path),
  /** Form of a draft or returned declaration. */
  buyerEditDeclaration: (id: Id) => linkTo(path, { edit: id }),
  /** List of calls for projects, or one of them. */
  govProjects: () => linkTo(path, { tab: 'project' }),
  govProject: (projectId: Id) => linkTo(path, { projectId }),
  /** Form of a new declaration for a call. */
  buyerDeclare: (projectId: Id) => linkTo(path, { declare: projectId }),
} as const
