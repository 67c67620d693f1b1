import { at, to, type Id } from './link-parts.ts'

/** Pages of the people who run the platform. */
export const opsLinks = {
  awardShipping: at('/ops/awards'),
  bookings: at('/ops/bookings'),
  certificationReviews: at('/ops/certification'),
  claimReviews: at('/ops/claims'),
  declarationReviews: at('/ops/declarations'),
  demandReviews: at('/ops/demands'),
  digitalJoins: at('/ops/digitalJoins'),
  listingReviews: at('/ops/listings'),
  liveReviews: at('/ops/live'),
  /** Lists of what operators write; `edit` opens the form, of a new one or of the one with this id. */
  opsDigital: at('/ops/digital'),
  opsNews: at('/ops/news'),
  opsParks: at('/ops/parks'),
  opsPolicies: at('/ops/policies'),
  opsProjects: at('/ops/projects'),
  disputes: at('/ops/disputes'),
  helpFeedbacks: at('/ops/feedbacks'),
  needs: at('/ops/needs'),
  promotions: at('/ops/promotions'),
  qualificationReviews: at('/ops/qualifications'),
  /** The service's agents: their desk; operators: its hours. */
  serviceDesk: at('/ops/service'),
  visitFigures: (days?: Id) => to('/ops/visits', { days }),
} as const
