import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const contentCalls = {
  questionMenu: notBuilt('/sys/question/menu/tree', everyone),
  questions: notBuilt('/sys/question/front/list-page', everyone),
  question: notBuilt('/sys/question/front/detail', everyone),
  feedbackSubmit: notBuilt('/sys/feedback/submit', everyone),
  friendLinks: notBuilt('/sys/about-us/links/front/list-page', everyone),
  techServicesOperation: notBuilt('/mall/tech-services/operation', everyone),
  roadshowOperation: notBuilt('/mall/roadshow/operation', everyone),
  news: notBuilt('/cloudLocation/yxzNewsList', everyone),
  parks: notBuilt('/cloudLocation/parkSearchSafeList', everyone),
  policies: notBuilt('/cloudLocation/policyList', everyone),
}
