import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { inquiriesHandlers } from './inquiries/inquiries-handlers.ts'
import {
  productAreas,
  productBrands,
  productCategories,
  productCategoriesFirst,
  productCategoriesIndex,
  serviceAreas,
  serviceFields,
} from './categories.ts'
import { productCategoriesIndexSort } from './category-sort.ts'
import { classPage } from './class-page.ts'
import { classLabels } from './classes.ts'
import { fileDownloaded } from './file-downloaded.ts'
import { goodsThemes, popularProducts, stageServices } from './halls.ts'
import { productMenu, serviceMenu } from './menus.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { listingByNumber } from './listing-by-number.ts'
import { productPreview, productsPreview } from './product-previews.ts'
import { product } from './product.ts'
import { products } from './products.ts'
import { recommendations } from './recommendations.ts'
import { servicePreview, servicesPreview } from './service-previews.ts'
import { searchDone } from './searching/search-done.ts'
import { searchSuggestions } from './searching/search-suggestions.ts'
import { topSearches } from './searching/top-searches.ts'
import { service } from './service.ts'
import { services } from './services.ts'
import { shopServices } from './shop-services.ts'
import { similarProducts, similarServices } from './similar.ts'
import { listingViewed } from './views.ts'

export const catalogueHandlers: Handlers<Contract['catalogue']> = {
  fileDownloaded,
  ...inquiriesHandlers,
  ...publishingHandlers,
  searchDone,
  searchSuggestions,
  topSearches,
  classLabels,
  classPage,
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
