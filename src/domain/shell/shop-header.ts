import type { ShopRef } from '../link-parts.ts'
import { links } from '../links.ts'

/** What the header of a shop's pages needs. Specification 2.6 and 3. */
export type ShopHead = ShopRef & {
  readonly shopName: string
  readonly shopLogo?: string | null | undefined
  /** Count of goods and of services. */
  readonly productAccount: number
  readonly serviceAccount: number
  /** The services themselves, where loaded; an empty list hides the entry even when the count says otherwise. */
  readonly mallServiceListVOs?: readonly unknown[] | undefined
  /** Background chosen by the shop, from 1; 0 = by its id. */
  readonly backdrop?: number | undefined
}

export type ShopMenuEntry = { readonly path: string; readonly label: string; readonly href: string }

/** Backgrounds drawn for the header. Specification 9. */
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

/** Which background a shop's head has, 0 to 8: the one it chose, else the one of its id. */
export const backdropPlace = ({ id, backdrop = 0 }: Pick<ShopHead, 'id' | 'backdrop'>): number =>
  backdrop >= 1 && backdrop <= shopBackgrounds ? backdrop - 1 : shopBackground(id)

/**
 * Which background a shop gets that chose none, 0 to 8. The specification says random; a cached page must be the same
 * for everyone, so it is drawn from the id: spread over the nine, and always the same for one shop.
 */
export function shopBackground(id: number | string): number {
  let hash = 0x811c9dc5
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return ((hash ^ (hash >>> 15)) >>> 0) % shopBackgrounds
}

/** Where a shop's page without a shop must send the visitor, undefined when the query names one. */
export const missingShop = (url: URL): string | undefined =>
  (url.searchParams.get('id') ?? '') === '' ? links.shopList() : undefined
