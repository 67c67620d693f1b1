import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const drugCalls = {
  news: notBuilt('/cloudLocation/yxzNewsList', everyone),
  parks: notBuilt('/cloudLocation/parkSearchSafeList', everyone),
  policies: notBuilt('/cloudLocation/policyList', everyone),
}
