import { links } from '../links.ts'
import { ownPath } from '../own-path.ts'
import type { Site } from './site.ts'

/**
 * How a link of the menu opens (specification 2.3):
 * inside = in this site; reload = by full page load; closed = warns and stays; away = outside, same window;
 * outside = outside, new window; leader = park-service site in a new window that receives the person's identity.
 */
export type LinkOpening = 'inside' | 'reload' | 'closed' | 'away' | 'outside' | 'leader'

export type MenuEntry = { readonly path: string; readonly label: string }
/** A menu entry to render. With `say` a click shows that text as a toast and does not navigate. */
export type MenuLink = MenuEntry & { readonly href: string; readonly opening: LinkOpening; readonly say?: string }

/** Message of an entry that is not available yet. Specification 8. */
export const notOpenYet = '该功能暂未开放！'
/** Message of an external link that this installation has not configured. */
export const notSetUp = (what: string) => `本平台未开通${what}`

const mall = '/easy'

/**
 * Default entries of the menu bar: seeded into the dictionary `STANDARD_INDEX_LINK`, and used if that is empty.
 * `/supplierChain` represents the external supply-chain site.
 */
export const defaultMenu: readonly MenuEntry[] = [
  { path: links.home(), label: '首页' },
  { path: links.serviceHall(), label: '研发服务' },
  { path: links.goodsHall(), label: '研发采购' },
  { path: links.demandHall(), label: '需求大厅' },
  { path: links.live(), label: '直播课堂' },
  { path: links.technicalShop(), label: '技术服务商店' },
  { path: mall, label: '研发采购商城' },
  { path: links.parks(), label: '药械选址' },
  { path: links.digitalStore(), label: '数字应用商店' },
  { path: links.liveTools(), label: '直播工具' },
  { path: links.supplyChain(), label: '供应链服务' },
]

/** Entries of the 更多 menu, in addition to those that do not fit into the bar. */
const moreMenu: readonly MenuEntry[] = [
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

/** How a path opens from the menu. Queries are ignored. */
export function getLinkOpening(path: string): LinkOpening {
  const bare = path.replace(/[?#].*$/, '')
  if (/^https?:/.test(path)) return 'outside'
  if (bare === mall) return 'away'
  if (bare === links.industryLeader()) return 'leader'
  if (closed.has(bare)) return 'closed'
  return reloaded.has(bare) || bare.includes('platform/commonProblem/helpList') ? 'reload' : 'inside'
}

type OutsideSites = Pick<Site, 'mallUrl' | 'industryLeaderUrl' | 'supplyChainUrl'>

/**
 * The external site of an entry: its URL, null if the installation configures none, undefined for every other
 * entry.
 */
function outsideSite({ path }: MenuEntry, site: OutsideSites): string | null | undefined {
  if (path === mall) return site.mallUrl
  if (path === links.industryLeader()) return site.industryLeaderUrl
  return path === links.supplyChain() ? site.supplyChainUrl : undefined
}

/** An entry with its URL. If its external site is not configured, it links to our page at its path. */
export function menuLink(entry: MenuEntry, site: OutsideSites): MenuLink {
  const opening = getLinkOpening(entry.path)
  if (opening === 'closed') return { ...entry, href: entry.path, opening, say: notOpenYet }
  const outside = outsideSite(entry, site)
  if (outside === null) return { ...entry, href: entry.path, opening: 'inside' }
  if (outside === undefined || opening === 'leader') return { ...entry, href: entry.path, opening }
  return { ...entry, href: outside, opening: opening === 'away' ? opening : 'outside' }
}

/** Maximum number of entries in the bar; further ones come first in the 更多 menu. */
const maxInBar = 11

const isAddress = ({ path, label }: MenuEntry) =>
  label.trim() !== '' && (ownPath(path) !== undefined || /^https?:\/\/[^\s/]/.test(path))

/**
 * The menu bar and the 更多 menu: entries of the dictionary `STANDARD_INDEX_LINK`, the default ones where it
 * is empty, always with the supply chain. Entries whose external site is not
 * configured come last, those that are not open yet last of all.
 */
export function getMenus(
  listed: readonly MenuEntry[],
  site: OutsideSites,
): { readonly main: readonly MenuEntry[]; readonly more: readonly MenuEntry[] } {
  const known = listed.filter(isAddress)
  const chain = defaultMenu.filter(({ path }) => path === links.supplyChain())
  const wanted = [...(known.length > 0 ? known : defaultMenu), ...chain].filter(
    ({ path }, at, all) => all.findIndex((entry) => entry.path === path) === at,
  )
  const unsetLast = (entries: readonly MenuEntry[]) => {
    const isUnset = (entry: MenuEntry) => outsideSite(entry, site) === null
    return [...entries.filter((entry) => !isUnset(entry)), ...entries.filter(isUnset)]
  }
  const bar = unsetLast(wanted)
  const others = moreMenu.filter(({ path }) => !wanted.some((entry) => entry.path === path))
  const more = unsetLast([...bar.slice(maxInBar), ...others])
  const isClosed = ({ path }: MenuEntry) => getLinkOpening(path) === 'closed'
  return {
    main: bar.slice(0, maxInBar),
    more: [...more.filter((entry) => !isClosed(entry)), ...more.filter(isClosed)],
  }
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

const sectionOf = (path: string) => sections.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]

/**
 * Path of the entry to highlight on a page: its own, the one of its section, the one above it. On supplier pages the
 * shop's own menu is highlighted instead.
 */
export function activeEntry(path: string, entries: readonly MenuEntry[]): string | undefined {
  const section = sectionOf(path)
  const found =
    entries.find((entry) => entry.path === path) ??
    entries.find((entry) => section !== undefined && sectionOf(entry.path) === section) ??
    entries.find((entry) => entry.path !== links.home() && path.startsWith(`${entry.path}/`))
  return found?.path
}
