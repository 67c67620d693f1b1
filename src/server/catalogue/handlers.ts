import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { productMenu, serviceMenu } from './menus.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { productPreview, productsPreview } from './product-previews.ts'
import { product } from './product.ts'
import { products } from './products.ts'
import { recommendations } from './recommendations.ts'
import { servicePreview, servicesPreview } from './service-previews.ts'
import { service } from './service.ts'
import { services } from './services.ts'
import { shopServices } from './shop-services.ts'
import { similarProducts, similarServices } from './similar.ts'
import { listingViewed } from './views.ts'

export const catalogueHandlers: Handlers<Contract['catalogue']> = {
  ...publishingHandlers,
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
