import { links } from '../links.ts'
import type { Site } from './site.ts'

/**
 * How a link of the menu opens (specification 2.3):
 * inside = in this site; reload = by full page load; closed = warns and stays; away = outside, same window;
 * outside = outside, new window; leader = park-service site in a new window that is told who comes.
 */
export type Opening = 'inside' | 'reload' | 'closed' | 'away' | 'outside' | 'leader'

export type MenuEntry = { readonly path: string; readonly label: string }
/** A menu entry ready to draw. With `say` a click shows that sentence and goes nowhere. */
export type MenuLink = MenuEntry & { readonly href: string; readonly opening: Opening; readonly say?: string }

/** Sentence of an entry that is not open yet. Specification 8. */
export const notOpenYet = '该功能暂未开放！'
/** Sentence of an outside link that this installation has not set up. */
export const notSetUp = (what: string) => `本平台未开通${what}`

const mall = '/easy'

/** The entries of the bar, on home as well. `/supplierChain` stands for the outside supply-chain site. */
export const mainMenu: readonly MenuEntry[] = [
  { path: links.home(), label: '首页' },
  { path: links.serviceHall(), label: '研发服务' },
  { path: links.goodsHall(), label: '研发采购' },
  { path: mall, label: '研发采购商城' },
  { path: links.demandHall(), label: '需求大厅' },
  { path: links.live(), label: '直播课堂' },
  { path: links.technicalShop(), label: '技术服务商店' },
  { path: links.parks(), label: '药械选址' },
  { path: links.digitalStore(), label: '数字应用商店' },
  { path: links.liveTools(), label: '直播工具' },
  { path: links.supplyChain(), label: '供应链服务' },
]

/** What stands behind 更多 at the end of the bar. */
export const moreMenu: readonly MenuEntry[] = [
  { path: links.shopList(), label: '供应商' },
  { path: links.recommendedSuppliers(), label: '推荐供应商' },
  { path: links.registrationList(), label: '注册与检测' },
  { path: links.supermarket(), label: '科研超市' },
  { path: links.drug(), label: '药械产业' },
  { path: links.industryLeader(), label: '行业领军企业' },
  { path: links.brandCenter(), label: '品牌中心' },
  { path: links.luckDrawCurrent(), label: '幸运抽奖' },
  { path: links.help(), label: '帮助' },
]

const closed = new Set([links.brandCenter(), links.help()])
const reloaded = new Set([links.goodsList(), links.digitalStore(), links.registrationList(), links.technicalShop()])

/** How a path opens when it is chosen in the menu. Queries do not matter. */
export function openingOf(path: string): Opening {
  const bare = path.replace(/[?#].*$/, '')
  if (/^https?:/.test(path)) return 'outside'
  if (bare === mall) return 'away'
  if (bare === links.industryLeader()) return 'leader'
  if (closed.has(bare)) return 'closed'
  return reloaded.has(bare) || bare.includes('platform/commonProblem/helpList') ? 'reload' : 'inside'
}

/** An entry with its address: the outside site where one is set up, else a page of ours that says it is not. */
export function menuLink(entry: MenuEntry, site: Site): MenuLink {
  const opening = openingOf(entry.path)
  const link = { ...entry, href: entry.path, opening }
  if (opening === 'closed') return { ...link, say: notOpenYet }
  if (opening === 'away') {
    return site.mallUrl === null ? { ...link, say: notSetUp(entry.label) } : { ...link, href: site.mallUrl }
  }
  if (opening === 'leader') return site.industryLeaderUrl === null ? { ...link, say: notSetUp('园区服务') } : link
  if (entry.path === links.supplyChain()) {
    return site.supplyChainUrl === null
      ? { ...link, say: notSetUp('供应链服务站点') }
      : { ...link, href: site.supplyChainUrl, opening: 'outside' }
  }
  return link
}

const sections: readonly (readonly [start: string, entry: string])[] = [
  ['/serviceHall', links.serviceHall()],
  ['/marketHall', links.goodsHall()],
  ['/demandHall', links.demandHall()],
  ['/livemanger', links.live()],
  ['/servicefind', links.technicalShop()],
  ['/drug/park', links.parks()],
  ['/drug/siteselection', links.parks()],
  ['/digitalApplication', links.digitalStore()],
  ['/numberLink', links.liveTools()],
  ['/supplierChain', links.supplyChain()],
]

/** Path of the entry to highlight on a page. On supplier pages the shop's own menu is highlighted instead. */
export function activeEntry(path: string): string | undefined {
  if (path === links.home()) return path
  const section = sections.find(([start]) => path === start || path.startsWith(`${start}/`))
  if (section) return section[1]
  return moreMenu.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`))?.path
}
