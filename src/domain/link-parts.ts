import type { RoutePath } from './routes.ts'

/** How a link is made of its route: the parts `links` is put together from. */

export type Id = number | string
export type Query = Readonly<Record<string, Id | boolean | undefined>>
/** A shop is named by its id and, where known, its organisation. */
export type ShopRef = { readonly id: Id; readonly orgId?: Id | undefined }

/** A route with what it is asked for; what is empty is left out. */
export function to(path: RoutePath, query: Query = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && value !== false) given.append(name, String(value))
  }
  const text = given.toString()
  return text === '' ? path : `${path}?${text}`
}
export const at = (path: RoutePath) => (query?: Query) => to(path, query)
export const byId = (path: RoutePath) => (id: Id) => to(path, { id })
export const ofShop = (path: RoutePath) => (shop: ShopRef, query?: Query) =>
  to(path, { id: shop.id, orgId: shop.orgId, ...query })
