import type { ShopRef } from '../link-parts.ts'
import { links } from '../links.ts'

/** Data of the header of a shop's pages. Specification 2.6 and 3. */
export type ShopHead = ShopRef & {
  readonly shopName: string
  readonly shopLogo?: string | null | undefined
  /** Count of goods and of services. */
  readonly productAccount: number
  readonly serviceAccount: number
  /** The services, if loaded; an empty list hides the menu entry regardless of the count. */
  readonly mallServiceListVOs?: readonly unknown[] | undefined
  /** Background chosen by the shop, from 1; 0 = a random one. */
  readonly backdrop?: number | undefined
}

export type ShopMenuEntry = { readonly path: string; readonly label: string; readonly href: string }

/** Number of header backgrounds. Specification 9. */
export const shopBackgrounds = 9

/** Entries of the shop's menu: services and goods only where the shop has any. */
export function shopMenu(shop: ShopHead): readonly ShopMenuEntry[] {
  const services = shop.serviceAccount > 0 && shop.mallServiceListVOs?.length !== 0
  return [
    { path: '/supplier/home', label: '店铺首页', href: links.shopHome(shop) },
    ...(services ? [{ path: '/supplier/service', label: '技术服务', href: links.shopServices(shop) }] : []),
    ...(shop.productAccount > 0 ? [{ path: '/supplier/goods', label: '全部商品', href: links.shopGoods(shop) }] : []),
    { path: '/supplier/brief', label: '店铺简介', href: links.shopBrief(shop) },
  ]
}

/** Index of a shop's header background on a day (`2026-11-21`), 0 to 8: the chosen one, else a random one. */
export const getBackgroundIndex = ({ id, backdrop = 0 }: Pick<ShopHead, 'id' | 'backdrop'>, day: string): number =>
  backdrop >= 1 && backdrop <= shopBackgrounds ? backdrop - 1 : shopBackground(id, day)

/**
 * Background index of a shop that chose none, 0 to 8: one of the nine at random, different for each shop and day
 * (specification 2.6 and 9). It is constant within a day, since the pages of a shop are cached.
 */
export function shopBackground(id: number | string, day: string): number {
  let hash = 0x811c9dc5
  for (const character of `${day} ${id}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return ((hash ^ (hash >>> 15)) >>> 0) % shopBackgrounds
}

/** Redirect target of a shop page whose query names no shop; undefined otherwise. */
export const missingShop = (url: URL): string | undefined =>
  (url.searchParams.get('id') ?? '') === '' ? links.shopList() : undefined
