import { api } from '../../client/browser.ts'
import type { ShopGlance } from '../../contract/shops/seller-shop.ts'
import { loadable } from '../loaded.ts'

const part = loadable<ShopGlance>()
/** The own shop at a glance. */
export const glance = part.state
export const load = (): Promise<void> => part.load(() => api.shops.shopGlance({}))
