import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { followsHandlers } from './follows/follows.ts'
import { ownSupplierMarks, supplierMarkDelete, supplierMarkList, supplierMarkSave } from './supplier-marks.ts'
import { otherCompany } from './other-company.ts'
import { qualificationReview, qualificationReviews } from './qualifications.ts'
import { sellerShopHandlers } from './seller/seller-shop.ts'
import { suppliersRecommended } from './recommended-shops.ts'
import { shopCounters, shopMore } from './shop-more.ts'
import { shopsByKeywords } from './shops-by-keywords.ts'

export const shopsHandlers: Handlers<Omit<Contract['shops'], 'favourites' | 'shopClose' | 'shopHome' | 'shopInfo'>> = {
  ...followsHandlers,
  supplierMarks: supplierMarkList,
  supplierMarkSave,
  supplierMarkDelete,
  ownSupplierMarks,
  ...sellerShopHandlers,
  otherCompany,
  qualificationReview,
  qualificationReviews,
  shopCounters,
  shopMore,
  shopsByKeywords,
  suppliersRecommended,
}
