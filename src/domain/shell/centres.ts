import type { Permission } from '../accounts/permissions.ts'
import { links } from '../links.ts'
import { findRoute } from '../routes.ts'
import type { Side } from '../sides.ts'

export type CentreName = Side
/** Key of the icon that layouts render beside the label. */
export type CentreIcon =
  | 'dashboard'
  | 'bell'
  | 'edit'
  | 'file'
  | 'box'
  | 'star'
  | 'play'
  | 'book'
  | 'flag'
  | 'building'
  | 'people'
  | 'lock'
  | 'shield'
  | 'settings'
  | 'shop'
  | 'image'
  | 'flask'
  | 'stock'
  | 'tag'
  | 'offer'
  | 'id'
  | 'approval'
  | 'contract'
  | 'supplier'
  | 'ask'
  | 'chart'
  | 'plug'
export type CentreEntry = {
  readonly href: string
  readonly label: string
  readonly icon: CentreIcon
  /** Further pages on which this entry is the current one. */
  readonly covers?: readonly string[]
  /** Name of the count beside the label: `messages` is set in the browser, `inquiries` by the server. */
  readonly count?: 'messages' | 'inquiries'
  /** Permission required by its page; members of a company without it do not see the entry. */
  readonly permission?: Permission
}
export type CentreGroup = { readonly title?: string; readonly entries: readonly CentreEntry[] }
export type Centre = { readonly title: string; readonly home: string; readonly groups: readonly CentreGroup[] }

function entry(href: string, icon: CentreIcon, rest: Omit<CentreEntry, 'href' | 'label' | 'icon'> = {}): CentreEntry {
  return { href, icon, label: findRoute(href)?.title ?? href, ...rest }
}
const buyer = '/platform/buyerAccount'
const seller = '/platform/sellerCenter'

/** The left menus of the two account centres; labels are the titles of the linked pages. */
export const centres: Readonly<Record<CentreName, Centre>> = {
  buyer: {
    title: '买家中心',
    home: links.buyerDashboard(),
    groups: [
      {
        entries: [
          entry(links.buyerDashboard(), 'dashboard', { covers: [buyer] }),
          entry(links.buyerMessages(), 'bell', { count: 'messages' }),
        ],
      },
      {
        title: '交易',
        entries: [
          entry(links.buyerDemands(), 'edit', {
            covers: [`${buyer}/requirementAdd`, `${buyer}/requirementDetail`],
            permission: 'my_requirement',
          }),
          entry(links.buyerOrders(), 'file', {
            covers: [`${buyer}/orderDetail`, `${buyer}/requirementOrder`],
            permission: 'my_orders',
          }),
          entry(links.buyerProgrammes(), 'book'),
          entry(links.buyerRequisitions(), 'approval', { covers: [`${buyer}/approvalRules`] }),
          entry(links.buyerBudgets(), 'tag', { permission: 'apply_manage' }),
          entry(links.buyerAgreements(), 'contract', { permission: 'my_orders' }),
          entry(links.buyerSamples(), 'flask', { permission: 'my_orders' }),
          entry(links.supplierMarks(), 'supplier', { permission: 'my_orders' }),
          entry(links.buyerMatching(), 'offer', { permission: 'my_orders' }),
          entry(links.buyerStatistics(), 'chart', { permission: 'statistics_page' }),
          entry(links.buyerGoods(), 'box', { permission: 'my_orders' }),
          { ...entry(links.collection(1), 'star', { covers: [`${buyer}/collection`] }), label: '收藏与关注' },
          entry(links.savedSearches(), 'bell'),
          { ...entry(links.buyerVisits(), 'building'), label: '实地考察预约' },
          entry(links.buyerComplaints(), 'flag'),
        ],
      },
      {
        title: '学习',
        entries: [
          entry(links.buyerLive(), 'play'),
          entry(links.buyerLiveFavourites(), 'book'),
          entry(links.buyerLiveScore(), 'flag'),
        ],
      },
      {
        title: '企业',
        entries: [
          entry(links.buyerAccount(), 'building'),
          entry(links.buyerDeclarations(), 'flag', { permission: 'declaration_query' }),
          entry(links.buyerSubAccounts(), 'people', { covers: ['/platform/accountChild'], permission: 'subAccount' }),
          entry(links.buyerRoles(), 'lock', { covers: ['/platform/roles'], permission: 'role_manage' }),
          entry(links.buyerOpenApi(), 'plug', { permission: 'role_manage' }),
          entry(links.buyerSecurity(), 'shield'),
          { ...entry(links.buyerPreferences(), 'settings'), label: '偏好设置' },
        ],
      },
    ],
  },
  seller: {
    title: '卖家中心',
    home: links.sellerDashboard(),
    groups: [
      {
        entries: [
          entry(links.sellerDashboard(), 'dashboard', { covers: [seller] }),
          entry(links.sellerMessages(), 'bell', { count: 'messages' }),
        ],
      },
      {
        title: '交易',
        entries: [
          entry(links.sellerOffers(), 'offer', {
            covers: [`${seller}/offerDetail`, `${seller}/offerEdit`],
            permission: 'my_supply',
          }),
          entry(links.sellerOrders(), 'file', {
            covers: [`${seller}/orderDetail`, `${seller}/orderConfirm`],
            permission: 'order_manage',
          }),
          entry(links.sellerAgreements(), 'contract', { permission: 'order_manage' }),
          entry(links.sellerSamples(), 'flask', { permission: 'order_manage' }),
          entry(links.sellerMatching(), 'offer', { permission: 'order_manage' }),
          entry(links.sellerStatistics(), 'chart', { permission: 'statistics_page' }),
          entry(links.sellerServices(), 'flask', { covers: [`${seller}/serverAdd`], permission: 'org_service_manage' }),
          entry(links.sellerGoods(), 'box', { permission: 'goods_manage' }),
          entry(links.sellerStock(), 'stock', { permission: 'goods_manage' }),
          {
            ...entry(links.sellerInquiries(), 'ask', { count: 'inquiries', permission: 'question_manage' }),
            label: '客户咨询',
          },
          entry(links.sellerComplaints(), 'flag'),
        ],
      },
      {
        title: '店铺',
        entries: [
          entry(links.sellerShop(), 'shop', { covers: [`${seller}/shopAdd`], permission: 'corporate_show' }),
          entry(links.sellerShopImages(), 'image', { permission: 'page_manage' }),
          entry(links.sellerTags(), 'tag', { permission: 'corporate_show' }),
        ],
      },
      {
        title: '学习',
        entries: [
          entry(links.sellerLive(), 'play', { permission: 'meeting' }),
          entry(links.sellerLiveFavourites(), 'book'),
          entry(links.sellerLiveScore(), 'flag'),
        ],
      },
      {
        title: '企业',
        entries: [
          entry(links.sellerAccount(), 'building'),
          entry(links.sellerBaseInfo(), 'id'),
          entry(links.sellerSubAccounts(), 'people', { covers: ['/platform/accountChild'], permission: 'subAccount' }),
          entry(links.sellerRoles(), 'lock', { covers: ['/platform/roles'], permission: 'role_manage' }),
          entry(links.sellerOpenApi(), 'plug', { permission: 'role_manage' }),
          entry(links.sellerSecurity(), 'shield'),
          { ...entry(links.sellerPreferences(), 'settings'), label: '偏好设置' },
        ],
      },
    ],
  },
}

/** Viewer of a menu; null if unknown. */
export type MenuViewer = { readonly companyId: number | null; readonly permissions: ReadonlySet<Permission> } | null

/**
 * The menu of a centre for a viewer: members of a company get the entries that their permissions allow, people
 * without a company all entries, since the pages themselves show their requirements.
 */
export function groupsFor(centre: CentreName, viewer: MenuViewer): readonly CentreGroup[] {
  const open = ({ permission }: CentreEntry) =>
    permission === undefined || viewer === null || viewer.companyId === null || viewer.permissions.has(permission)
  return centres[centre].groups
    .map((group) => ({ ...group, entries: group.entries.filter(open) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Whether an entry is the current one at a path. */
export const isCurrent = (entry: CentreEntry, path: string): boolean =>
  entry.href === path || (entry.covers?.includes(path) ?? false)

/** The current entry at a URL; an entry with a query takes precedence over its page. */
export function currentEntry(entries: readonly CentreEntry[], path: string, search: string): CentreEntry | undefined {
  const given = new URLSearchParams(search)
  const named = entries.find(({ href }) => {
    const [page, query = ''] = href.split('?')
    const isAsked = [...new URLSearchParams(query)].every(([name, value]) => given.get(name) === value)
    return page === path && query !== '' && isAsked
  })
  return named ?? entries.find((entry) => isCurrent(entry, path))
}
