import type { RoutePath } from './routes.ts'

/** Functions that build links from routes, used by `links`. */

export type Id = number | string
export type Query = Readonly<Record<string, Id | boolean | undefined>>
/** Identifies a shop by its id and, if known, its organisation. */
export type ShopRef = { readonly id: Id; readonly orgId?: Id | undefined }

/** A route with query parameters; empty ones are left out. */
export function linkTo(path: RoutePath, query: Query = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && value !== false) given.append(name, String(value))
  }
  const text = given.toString()
  return text === '' ? path : `${path}?${text}`
}
export const linkAt = (path: RoutePath) => (query?: Query) => linkTo(path, query)
export const linkById = (path: RoutePath) => (id: Id) => linkTo(path, { id })
export const linkToShop = (path: RoutePath) => (shop: ShopRef, query?: Query) =>
  linkTo(path, { id: shop.id, orgId: shop.orgId, ...query })
