import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { followsHandlers } from './follows/follows-handlers.ts'
import { otherCompany } from './other-company.ts'
import { qualificationReview } from './qualification-review.ts'
import { qualificationReviews } from './qualification-reviews.ts'
import { sellerShopHandlers } from './seller/seller-shop-handlers.ts'
import { suppliersRecommended } from './recommended-shops.ts'
import { shopCounters } from './shop-counters.ts'
import { shopHome, shopInfo } from './shop-info.ts'
import { shopMore } from './shop-more.ts'
import { shopsByKeywords } from './shops-by-keywords.ts'

export const shopsHandlers: Handlers<Contract['shops']> = {
  ...followsHandlers,
  ...sellerShopHandlers,
  otherCompany,
  qualificationReview,
  qualificationReviews,
  shopCounters,
  shopHome,
  shopInfo,
  shopMore,
  shopsByKeywords,
  suppliersRecommended,
}
