import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { inquiriesHandlers } from './inquiries/inquiry-lists.ts'
import {
  productAreas,
  productBrands,
  productCategories,
  productCategoriesFirst,
  productCategoriesIndex,
  serviceAreas,
  serviceFields,
  productCategoriesIndexSort,
} from './categories.ts'
import { suppliersByCategory, companyCategories } from './company-categories.ts'
import { fileDownloaded, listingViewed } from './usage-counts.ts'
import { goodsThemes, popularProducts, stageServices } from './halls.ts'
import { productMenu, serviceMenu } from './listings/menu.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { listingByNumber } from './publishing/listing-reviews.ts'
import { productPreview, productsPreview, servicePreview, servicesPreview } from './listings/previews.ts'
import { product } from './listings/product-detail.ts'
import { recommendations, similarProducts, similarServices } from './recommendations.ts'
import { searchDone, topSearches, searchSuggestions } from './searching/searches.ts'
import { service } from './listings/service-detail.ts'
import { products, services, shopServices } from './listings/list.ts'

export const catalogueHandlers: Handlers<Contract['catalogue']> = {
  fileDownloaded,
  ...inquiriesHandlers,
  ...publishingHandlers,
  searchDone,
  searchSuggestions,
  topSearches,
  companyCategories,
  suppliersByCategory,
  goodsThemes,
  popularProducts,
  productAreas,
  productBrands,
  productCategories,
  productCategoriesFirst,
  productCategoriesIndex,
  productCategoriesIndexSort,
  serviceAreas,
  serviceFields,
  stageServices,
  listingByNumber,
  listingViewed,
  product,
  productMenu,
  productPreview,
  products,
  productsPreview,
  recommendations,
  service,
  serviceMenu,
  servicePreview,
  services,
  servicesPreview,
  shopServices,
  similarProducts,
  similarServices,
}
