import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import {
  productAreas,
  productBrands,
  productCategories,
  productCategoriesFirst,
  productCategoriesIndex,
  productCategoriesIndexSort,
  serviceAreas,
  serviceFields,
} from './categories.ts'
import { categoryAttributes } from './category-attributes.ts'
import { companyCategories, suppliersByCategory } from './company-categories.ts'
import { goodsThemes, popularProducts, stageServices } from './halls.ts'
import { inquiriesHandlers } from './inquiries/inquiry-lists.ts'
import { products, services, shopServices } from './listings/list.ts'
import { productMenu, serviceMenu } from './listings/menu.ts'
import { productPreview, productsPreview, servicePreview, servicesPreview } from './listings/previews.ts'
import { product } from './listings/product-detail.ts'
import { service } from './listings/service-detail.ts'
import { priceChangesHandlers } from './publishing/change-prices.ts'
import { listingByNumber, listingForReview, listingReview, listingReviews } from './publishing/listing-reviews.ts'
import { productsHandlers, servicesHandlers } from './publishing/listings-handlers.ts'
import { sheetsHandlers } from './publishing/sheets/sheets-handlers.ts'
import { recommendations, similarProducts, similarServices } from './recommendations.ts'
import {
  savedSearchDelete,
  savedSearches,
  savedSearchOpen,
  savedSearchSave,
  savedSearchUpdate,
} from './saved-searches/saved-searches.ts'
import { searchGaps } from './search-operation/gaps.ts'
import { searchKnowledge, searchKnowledgePreview, searchKnowledgeSave } from './search-operation/knowledge.ts'
import { searchChosen, searchDone, searchSuggestions, topSearches } from './searching/searches.ts'
import { structureImport } from './structures/import-structures.ts'
import { structureRead, structureSearch } from './structures/structures.ts'
import { batchesHandlers } from './batches/batches.ts'
import { fileDownloaded, listingViewed } from './usage-counts.ts'

const publishingHandlers = {
  ...servicesHandlers,
  ...productsHandlers,
  ...priceChangesHandlers,
  ...sheetsHandlers,
  ...batchesHandlers,
  structureImport,
  categoryAttributes,
  listingForReview,
  listingReview,
  listingReviews,
}

export const catalogueHandlers: Handlers<Omit<Contract['catalogue'], 'searchAll'>> = {
  fileDownloaded,
  ...inquiriesHandlers,
  ...publishingHandlers,
  savedSearchDelete,
  savedSearches,
  savedSearchOpen,
  savedSearchSave,
  savedSearchUpdate,
  searchChosen,
  searchDone,
  searchGaps,
  searchKnowledge,
  searchKnowledgePreview,
  searchKnowledgeSave,
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
  structureRead,
  structureSearch,
}
