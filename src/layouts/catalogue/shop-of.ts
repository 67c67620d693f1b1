import type { ShopInfo } from '../../contract/shops/shops.ts'
import { whichShop } from './shop-state.ts'

/** The error page that answers instead, or the shop, which is undefined once it is closed. */
type Found = { readonly error: '/404' | '/500' } | { readonly error: undefined; readonly shop: ShopInfo | undefined }

/** The shop that the address of a shop's page names. */
export async function shopOf(url: URL, { shops }: App.Locals['api']): Promise<Found> {
  const which = whichShop(url.searchParams)
  if (which === undefined) return { error: '/404' }
  const answer = await shops.shopInfo(which)
  if (answer.ok) return { error: undefined, shop: answer.content }
  if (answer.failure.code === 410) return { error: undefined, shop: undefined }
  return { error: answer.failure.code === 404 ? '/404' : '/500' }
}

/** The own shop, where it is the one that the address names. */
export async function ownShopOf(url: URL, { api, viewer }: App.Locals): Promise<ShopInfo | undefined> {
  const shopId = viewer?.shopId ?? undefined
  if (shopId === undefined || whichShop(url.searchParams)?.shopId !== shopId) return undefined
  const answer = await api.shops.shopInfo({ shopId })
  return answer.ok ? answer.content : undefined
}
