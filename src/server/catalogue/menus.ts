import type { productsCalls } from '../../contract/catalogue/products.ts'
import type { servicesCalls } from '../../contract/catalogue/services.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { productBands, serviceBands } from '../../domain/catalogue/price-bands.ts'
import type { Handler } from '../handler.ts'
import { listingMenuOf } from './menu.ts'

export const serviceMenu: Handler<typeof servicesCalls.serviceMenu> = (filter, context) =>
  listingMenuOf(services, 'service', serviceBands, filter, context)

export const productMenu: Handler<typeof productsCalls.productMenu> = (filter, context) =>
  listingMenuOf(products, 'product', productBands, filter, context)
