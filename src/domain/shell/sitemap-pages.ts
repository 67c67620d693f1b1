import type { RoutePath } from '../routes.ts'

/** Public pages without an id that search engines are told of, as far as they are built. */
export const sitemapPages: readonly RoutePath[] = [
  '/',
  '/demandHall',
  '/login/agreement',
  '/marketHall',
  '/marketHall/market',
  '/recommendedSuppliers',
  '/recommendedSuppliers/topSearch',
  '/serviceHall',
  '/serviceHall/service',
  '/servicefind',
  '/servicefind/list',
  '/shopList',
  '/supermarket',
]
