import { routeOf } from '../routes.ts'

/** What a social card shows beside the title of its page: the part of the site, and a drawn figure of ui/marks. */
export interface CardLook {
  readonly section: string
  readonly figure: string
}

/** Parts of the site by the beginning of the path; the first that fits counts. */
const looks: readonly (readonly [begin: string, section: string, figure: string])[] = [
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

/** How the card of a page looks; pages of no part are the site's own. */
export function cardLookOf(path: string): CardLook {
  const [, section = '', figure = 'paracetamol'] =
    looks.find(([begin]) => path === begin || path.startsWith(`${begin}/`)) ?? []
  return { section, figure }
}

const folder = '/cards'
const ending = '.png'

/** Address of the card of a page. The page is named by its own path and query, so no card can say anything else. */
export function cardPath(page: string): string {
  const { pathname, search } = new URL(page, 'http://site')
  return `${folder}${pathname === '/' ? '/home' : pathname}${ending}${search}`
}

/** The page that a card's address names; undefined for what is no card of a public page. */
export function cardPage(pathname: string, search: string): string | undefined {
  if (!pathname.startsWith(`${folder}/`) || !pathname.endsWith(ending)) return undefined
  const named = pathname.slice(folder.length, -ending.length)
  const path = named === '/home' ? '/' : named
  return routeOf(path)?.who === 'all' && search.length <= 200 ? path + search : undefined
}
