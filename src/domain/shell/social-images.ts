import { findRoute } from '../routes.ts'

/** Style of a social image: section of the site and illustration. */
export interface SocialImageStyle {
  readonly section: string
  readonly figure: string
}

/** Sections of the site by path prefix; the first match is used. */
const styles: readonly (readonly [begin: string, section: string, figure: string])[] = [
  ['/serviceHall', '研发服务', 'hplc'],
  ['/servicefind', '技术服务商店', 'gel'],
  ['/marketHall', '研发采购', 'vial'],
  ['/supermarket', '科研超市', 'kit'],
  ['/demandHall', '需求大厅', 'trial'],
  ['/supplierChain', '供应链服务', 'bottle'],
  ['/supplier', '供应商', 'reactor'],
  ['/shopList', '供应商', 'reactor'],
  ['/recommendedSuppliers', '推荐供应商', 'reactor'],
  ['/drug/park', '药械选址', 'flow'],
  ['/drug', '药械产业', 'dose'],
  ['/livemanger', '药械直播课堂', 'km'],
  ['/luckDraw', '幸运抽奖', 'wells'],
  ['/digitalApplication', '数字应用商店', 'flow'],
  ['/registration', '注册与检测', 'ctd'],
  ['/screen', '数据大屏', 'km'],
  ['/platform', '帮助中心', 'ctd'],
  ['/login', '平台协议', 'ctd'],
  ['/about', '关于我们', 'cells'],
]

/** Social image style of a page; a default for pages without a section. */
export function getSocialImageStyle(path: string): SocialImageStyle {
  const [, section = '', figure = 'paracetamol'] =
    styles.find(([begin]) => path === begin || path.startsWith(`${begin}/`)) ?? []
  return { section, figure }
}

const folder = '/cards'
const ending = '.png'

/** URL of the social image of a page. It contains the path and query of the page, so the text cannot be forged. */
export function getSocialImagePath(page: string): string {
  const { pathname, search } = new URL(page, 'http://site')
  return `${folder}${pathname === '/' ? '/home' : pathname}${ending}${search}`
}

/** Page of a social image URL; undefined if it is not a public page. */
export function getSocialImagePage(pathname: string, search: string): string | undefined {
  if (!pathname.startsWith(`${folder}/`) || !pathname.endsWith(ending)) return undefined
  const named = pathname.slice(folder.length, -ending.length)
  const path = named === '/home' ? '/' : named
  return findRoute(path)?.who === 'all' && search.length <= 200 ? path + search : undefined
}
