import type { ShopInfo } from '../../contract/shops/shops.ts'
import { shopFromQuery } from './shop-query.ts'

/** The error page to show, or the shop; undefined if it is closed. */
type ShopResult =
  { readonly error: '/404' | '/500' } | { readonly error: undefined; readonly shop: ShopInfo | undefined }

/** The shop in the URL of a shop page. */
export async function findShop(url: URL, { shops }: App.Locals['api']): Promise<ShopResult> {
  const which = shopFromQuery(url.searchParams)
  if (which === undefined) return { error: '/404' }
  const answer = await shops.shopInfo(which)
  if (answer.ok) return { error: undefined, shop: answer.content }
  if (answer.failure.code === 410) return { error: undefined, shop: undefined }
  return { error: answer.failure.code === 404 ? '/404' : '/500' }
}

/** The own shop, if the URL names it. */
export async function findOwnShop(url: URL, { api, viewer }: App.Locals): Promise<ShopInfo | undefined> {
  const shopId = viewer?.shopId ?? undefined
  if (shopId === undefined || shopFromQuery(url.searchParams)?.shopId !== shopId) return undefined
  const answer = await api.shops.shopInfo({ shopId })
  return answer.ok ? answer.content : undefined
}
