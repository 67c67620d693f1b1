import { at, to, type Id } from './link-parts.ts'

/** Pages of the people who run the platform. */
export const opsLinks = {
  awardShipping: at('/ops/awards'),
  bookings: at('/ops/bookings'),
  certificationReviews: at('/ops/certification'),
  declarationReviews: at('/ops/declarations'),
  demandReviews: at('/ops/demands'),
  digitalJoins: at('/ops/digitalJoins'),
  listingReviews: at('/ops/listings'),
  liveReviews: at('/ops/live'),
  disputes: at('/ops/disputes'),
  helpFeedbacks: at('/ops/feedbacks'),
  needs: at('/ops/needs'),
  promotions: at('/ops/promotions'),
  qualificationReviews: at('/ops/qualifications'),
  /** The service's agents: their desk; operators: its hours. */
  serviceDesk: at('/ops/service'),
  visitFigures: (days?: Id) => to('/ops/visits', { days }),
} as const
