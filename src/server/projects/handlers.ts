import type { Handlers } from '../handler.ts'
import type { bookingsCalls } from '../../contract/projects/bookings.ts'
import { bookingCancel, bookingLast, bookingOrder, bookings, bookingStep, ownBookings } from './bookings/bookings.ts'
import type { declarationsCalls } from '../../contract/projects/declarations.ts'
import { declarationReview, declarationReviewDetail, declarationReviews } from './declarations/declaration-reviews.ts'
import {
  govProject,
  govProjectsHandler,
  projectCancel,
  projectDeclarations,
  projectDeclare,
  projectDetail,
  projectUpdate,
} from './declarations/project-declarations.ts'

const declarationsHandlers: Handlers<typeof declarationsCalls> = {
  projectDeclare,
  projectDeclarations,
  projectUpdate,
  projectCancel,
  projectDetail,
  govProjects: govProjectsHandler,
  govProject,
  declarationReviews,
  declarationReviewDetail,
  declarationReview,
}

const bookingsHandlers: Handlers<typeof bookingsCalls> = {
  bookingOrder,
  bookingLast,
  ownBookings,
  bookingCancel,
  bookings,
  bookingStep,
}

export const projectsHandlers = { ...bookingsHandlers, ...declarationsHandlers }
