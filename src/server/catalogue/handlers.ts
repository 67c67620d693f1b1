import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { productMenu, serviceMenu } from './menus.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { product } from './product.ts'
import { products } from './products.ts'
import { recommendations } from './recommendations.ts'
import { service } from './service.ts'
import { services } from './services.ts'
import { shopServices } from './shop-services.ts'

export const catalogueHandlers: Handlers<Contract['catalogue']> = {
  ...publishingHandlers,
  product,
  productMenu,
  products,
  recommendations,
  service,
  serviceMenu,
  services,
  shopServices,
}
