import type { questionsCalls } from '../../../contract/content/questions.ts'
import type { Handlers } from '../../handler.ts'
import { feedbackSubmit } from './feedback-submit.ts'
import { feedbacks } from './feedbacks.ts'
import { friendLinks } from './friend-links.ts'
import { question } from './question.ts'
import { questionMenu } from './question-menu.ts'
import { questions } from './questions.ts'

export const questionsHandlers: Handlers<typeof questionsCalls> = {
  questionMenu,
  questions,
  question,
  feedbackSubmit,
  feedbacks,
  friendLinks,
}
