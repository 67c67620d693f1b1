import type { operationLogs } from '../tables/operations.ts'
import type { Accounts } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, ChangeRow } from './changes.ts'
import { itemAt, random } from './random.ts'
import { routes } from '../../domain/routes.ts'
import type { shopViews } from '../tables/statistics.ts'
import type { pageViews } from '../tables/visits.ts'

export type OperationRow = typeof operationLogs.$inferInsert & { id: number; createdAt: Date }
type Line = Omit<OperationRow, 'id' | 'ip' | 'userAgent'>

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.56',
]

/** Call behind each history step, with its text in the operation log besides the number. */
const steps: Readonly<Record<string, readonly [call: string, action: string, what: string]>> = {
  'demand.submit': ['demands.demandSave', '保存需求', '，提交发布'],
  'demand.award': ['demands.deal', '选定报价', ''],
  'demand.close': ['demands.demandEditStatus', '变更需求状态', '，关闭'],
  'offer.submit': ['demands.offerSave', '保存报价', ''],
  'offer.withdraw': ['demands.sellerOfferDelete', '撤回或删除报价', '，撤回'],
  'order.confirm': ['orders.sellerOrderStep', '处理订单', '，确认'],
  'order.decline': ['orders.sellerOrderStep', '处理订单', '，拒绝'],
  'certification.submit': ['accounts.organizationAuthSave', '提交企业认证', ''],
}

/**
 * Operation logs of the demo: one entry for each step by people of a company, and for the accounts and roles they
 * created; ids in chronological order.
 */
export function buildOperations(
  accounts: Accounts,
  demands: Demands,
  orders: Orders,
  days: Calendar,
  log: ChangeLog,
): OperationRow[] {
  const numbers = {
    demand: new Map(demands.demands.map((row) => [row.id, row.demandNo])),
    offer: new Map(demands.offers.map((row) => [row.id, row.offerNo])),
    order: new Map(orders.orders.map((row) => [row.id, row.orderNo])),
    certification: new Map(accounts.organisations.map(({ company }) => [company.id, company.name])),
  }
  const numberOf = ({ entity, entityId }: ChangeRow) =>
    entity === 'demand' || entity === 'offer' || entity === 'order' || entity === 'certification'
      ? (numbers[entity].get(entityId) ?? '')
      : ''
  const moved = log.rows.flatMap((row): Line[] => {
    const step = steps[`${row.entity}.${row.event}`]
    if (step === undefined || row.userId == null || row.companyId == null) return []
    const [call, action, what] = step
    const { companyId, userId, createdAt } = row
    return [{ companyId, userId, call, action, detail: numberOf(row) + what, createdAt }]
  })
  const lines = [...moved, ...openedAccounts(accounts, days)].toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )
  const chance = random(131)
  // IP addresses reserved for documentation, one per user.
  return lines.map((line, index) => ({
    id: index + 1,
    ...line,
    ip: `203.0.113.${(line.userId * 7) % 250 || 1}`,
    userAgent: chance.int(0, 9) === 0 ? itemAt(browsers, 3) : itemAt(browsers, line.userId % 3),
  }))
}

/** Owners create the accounts of their staff and the role that most of them have. */
function openedAccounts(accounts: Accounts, days: Calendar): Line[] {
  const people = new Map(accounts.users.map((user) => [user.id, user]))
  const opened = accounts.organisations.flatMap(({ company, ownerId, memberIds }) =>
    memberIds.slice(1).map((userId, index): Line => {
      const { realName = '', loginName = '' } = people.get(userId) ?? {}
      const createdAt = new Date((company.createdAt ?? days.at(-300)).getTime() + (48 + index) * 3_600_000)
      const line = { call: 'accounts.subAccountSave', action: '邀请子账号', detail: `${realName}（${loginName}）` }
      return { companyId: company.id, userId: ownerId, ...line, createdAt }
    }),
  )
  const made = accounts.roles.flatMap((role): Line[] => {
    const owner = accounts.organisations.find(({ company }) => company.id === role.companyId)?.ownerId
    const preset = role.name !== '采购专员' && role.name !== '业务专员'
    if (owner === undefined || preset || role.createdAt == null) return []
    const line = { call: 'accounts.roleSave', action: '新增角色', detail: role.name }
    return [{ companyId: role.companyId, userId: owner, ...line, createdAt: role.createdAt }]
  })
  return [...opened, ...made]
}

type View = typeof pageViews.$inferInsert

/** Relative share of views per page. */
const shares: readonly (readonly [path: keyof typeof routes, share: number])[] = [
  ['/', 100],
  ['/serviceHall/service', 74],
  ['/serviceHall/serviceDetails', 66],
  ['/serviceHall', 41],
  ['/marketHall/marketDetails', 38],
  ['/demandHall', 33],
  ['/marketHall/market', 31],
  ['/demandHall/detail', 27],
  ['/supplier/home', 24],
  ['/shopList', 18],
  ['/login/login', 15],
  ['/platform/commonProblem', 9],
  ['/drug/policies', 7],
  ['/platform/buyerAccount/isDesk', 12],
  ['/platform/sellerCenter/isDesk', 8],
]
/** Percentage of public page views by kind. */
const kinds = [
  ['inner', 58],
  ['search', 21],
  ['direct', 13],
  ['social', 6],
  ['other', 2],
] as const

const daysBack = 75

/** Two and a half months of page views: more on working days, slowly growing. */
export function buildPageViews(days: Calendar): View[] {
  const dice = random(20_261_121)
  const rows: View[] = []
  for (let back = daysBack; back >= 1; back -= 1) {
    const day = days.date(-back)
    const weekend = [0, 6].includes(days.at(-back, '12:00').getUTCDay())
    const pull = (weekend ? 0.36 : 1) * (1 - back / 220) * (0.88 + dice.next() * 0.24)
    for (const [path, share] of shares) {
      const own = routes[path].who !== 'all'
      for (const [referrer, part] of own
        ? ([
            ['inner', 92],
            ['direct', 8],
          ] as const)
        : kinds) {
        const views = Math.round(((share * part) / 100) * pull * 6 * (0.85 + dice.next() * 0.3))
        if (views > 0) rows.push({ day, area: 'standard', path, referrer, views })
      }
    }
  }
  return rows
}

type ShopView = typeof shopViews.$inferInsert

/** Days of the views of shops: a year and the month before. */
const shopViewDays = 395
/** Every so many days, so that the rows stay few. */
const shopViewStep = 3

/** Views of the listings of shops: more on working days, growing over the year, each shop at its own level. */
export function buildShopViews({ organisations }: Accounts, days: Calendar): ShopView[] {
  const dice = random(20_261_128)
  return organisations.flatMap(({ company, shop }) => {
    if (shop === undefined) return []
    const level = 1.2 + dice.next() * 5
    const goods = 0.2 + dice.next() * 0.5
    return Array.from({ length: Math.floor(shopViewDays / shopViewStep) }, (_, at) => {
      const back = 1 + at * shopViewStep
      const weekend = [0, 6].includes(days.at(-back, '12:00').getUTCDay())
      const pull = level * shopViewStep * (weekend ? 0.5 : 1) * (1.25 - back / (1.6 * shopViewDays))
      const views = pull * (0.8 + dice.next() * 0.4)
      const day = days.date(-back)
      return [
        { companyId: company.id, day, kind: 'service' as const, views: Math.round(views * (1 - goods)) },
        { companyId: company.id, day, kind: 'product' as const, views: Math.round(views * goods) },
      ].filter((row) => row.views > 0)
    }).flat()
  })
}
