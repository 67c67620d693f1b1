import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import type { Handlers } from '../../handler.ts'
import { declarationReview } from './declaration-review.ts'
import { declarationReviewDetail, declarationReviews } from './declaration-reviews.ts'
import { govProject, govProjectsHandler } from './gov-projects.ts'
import { projectDeclarations, projectDetail } from './project-declarations.ts'
import { projectDeclare } from './project-declare.ts'
import { projectCancel, projectUpdate } from './project-update.ts'

export const declarationsHandlers: Handlers<typeof declarationsCalls> = {
  ...{ projectDeclare, projectDeclarations, projectUpdate, projectCancel, projectDetail },
  ...{ govProjects: govProjectsHandler, govProject },
  ...{ declarationReviews, declarationReviewDetail, declarationReview },
}
