import type { operationLogs } from '../tables/operations.ts'
import type { Accounts } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, ChangeRow } from './changes.ts'
import { at, random } from './random.ts'

export type OperationRow = typeof operationLogs.$inferInsert & { id: number; createdAt: Date }
type Line = Omit<OperationRow, 'id' | 'ip' | 'userAgent'>

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.56',
]

/** The call that made a step of a history, and what its line in the operation log adds to the number. */
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
 * The operation logs of the demo: a line for every step that people of a company made, and for the accounts and
 * roles that they opened; in the order of time, as their ids tell it.
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
  // Addresses that are set aside for examples; each person works from one of their own.
  return lines.map((line, index) => ({
    ...{ id: index + 1, ...line, ip: `203.0.113.${(line.userId * 7) % 250 || 1}` },
    userAgent: chance.int(0, 9) === 0 ? at(browsers, 3) : at(browsers, line.userId % 3),
  }))
}

/** How the owners opened the accounts of their people, and made the role that most of them have. */
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
