/**
 * The header of a page: tall = logo, search, menu; slim = the same in 104 px for work pages; search = logo and
 * search with tabs, no menu; bare = logo and content of the page beside it.
 */
export type HeaderKind = 'tall' | 'slim' | 'search' | 'bare'

const withOwnSearch = new Set([
  '/serviceHall/service',
  '/serviceHall/serviceDetails',
  '/marketHall/market',
  '/marketHall/marketDetails',
])
const plain = new Set([
  '/shop/confirmOrder',
  '/shop/payOrder',
  '/registration',
  '/registration/detail',
  '/servicefind',
  '/servicefind/list',
  '/livemanger',
  '/livemanger/detail',
])
const digital = '/digitalApplication'

/** Pages without search bar and menu. Specification 2.3: thirteen names, digitalApplication with all below it. */
export function hidesSearchAndMenu(path: string): boolean {
  return withOwnSearch.has(path) || plain.has(path) || path === digital || path.startsWith(`${digital}/`)
}

const work = ['/platform/', '/shop/', '/demandHall/']
const arriving = ['/platform/commonProblem', '/platform/newGuide', '/platform/platformRules', '/platform/helpCenter']

/** Default header of a page. */
export function headerOf(path: string): HeaderKind {
  if (withOwnSearch.has(path)) return 'search'
  if (hidesSearchAndMenu(path)) return 'bare'
  if (arriving.some((start) => path.startsWith(start))) return 'tall'
  return work.some((start) => path.startsWith(start)) ? 'slim' : 'tall'
}

/** Whether a route has a separate home link. Specification 2.3. */
export const hasHomeLink = (path: string): boolean =>
  ['supplier', 'servicefind', 'livemanger'].some((word) => path.includes(word))

/** Scroll offset in pixels from which the search bar is sticky. */
export const stickyFrom = 160

/** Whether the search bar is sticky: everywhere but on the about page. */
export const searchSticks = (path: string): boolean => path !== '/about' && !path.startsWith('/about/')

const tabbed = [
  '/serviceHall',
  '/marketHall',
  '/demandHall',
  '/drug',
  '/livemanger',
  '/servicefind',
  '/recommendedSuppliers',
]
const tabbedAlone = new Set(['/', '/shopList', '/supermarket', '/registration', '/shop/shopCar'])

/** Whether a page has the bottom tab bar on phones: browsing pages only, not details, forms and articles. */
export function hasTabBar(path: string): boolean {
  if (/detail|conf$|addDemand|offer|template/i.test(path)) return false
  return (
    tabbedAlone.has(path) ||
    tabbed.some((start) => path === start || path.startsWith(`${start}/`)) ||
    /^\/platform\/(buyerAccount|sellerCenter)(\/isDesk|\/messageList)?$/.test(path)
  )
}
