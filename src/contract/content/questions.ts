import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const questionsCalls = {
  questionMenu: notBuilt('/sys/question/menu/tree', everyone),
  questions: notBuilt('/sys/question/front/list-page', everyone),
  question: notBuilt('/sys/question/front/detail', everyone),
  feedbackSubmit: notBuilt('/sys/feedback/submit', everyone),
  friendLinks: notBuilt('/sys/about-us/links/front/list-page', everyone),
}
