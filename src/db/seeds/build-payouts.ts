import { payoutEntries } from '../../domain/orders/ledger.ts'
import type { PayoutStatus } from '../../domain/orders/payouts.ts'
import type { bankAccounts } from '../tables/accounts.ts'
import type { payoutLines, payouts } from '../tables/payments.ts'
import type { Accounts } from './build-accounts.ts'
import type { OrderRow, Orders } from './build-orders.ts'
import { addMovement, addUnansweredRequest, type Money } from './build-payments.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import { requireKey } from './random.ts'

type PayoutRow = typeof payouts.$inferInsert & { id: number }
interface Payouts {
  readonly payouts: PayoutRow[]
  readonly lines: (typeof payoutLines.$inferInsert & { id: number })[]
}

/** States of the payouts of two demo suppliers, by the order in which their online payments were finished. */
const plans: readonly (readonly [loginName: string, states: readonly PayoutStatus[]])[] = [
  ['seller', ['paid', 'approved', 'first_approved']],
  ['seller3', ['paid', 'failed', 'due', 'held']],
]

const [hour, day] = [3_600_000, 86_400_000]
const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const refusedByBank = '账号与户名不符，银行已退回'

/** Payouts of online money: one of each state, each of one payment. */
export function buildPayouts(
  accounts: Accounts,
  bank: readonly (typeof bankAccounts.$inferInsert)[],
  { orders, payments: lines }: Orders,
  money: Money,
  days: Calendar,
  log: ChangeLog,
): Payouts {
  const built: Payouts = { payouts: [], lines: [] }
  const byId = new Map(orders.map((order) => [order.id, order]))
  const idOf = (name: string) => accounts.users.find(({ loginName }) => loginName === name)
  const operators = { first: idOf('finance')?.id ?? 0, second: idOf('ops')?.id ?? 0 }
  const finished = ({ orderId }: { readonly orderId: number }) => requireKey(byId, orderId).completedAt?.getTime() ?? 0
  for (const [loginName, states] of plans) {
    const companyId = idOf(loginName)?.companyId
    const account = bank.find((row) => row.companyId === companyId)
    const parts = money.parts
      .filter(({ orderId, held = 0 }) => {
        const order = requireKey(byId, orderId)
        return held > 0 && order.sellerCompanyId === companyId && order.status === 'completed'
      })
      .toSorted((a, b) => finished(a) - finished(b) || a.id - b.id)
    if (companyId == null || account === undefined || parts.length < states.length)
      throw new Error(`No online payments of ${loginName} for the payouts`)
    for (const [at, status] of states.entries()) {
      const part = parts[at]
      if (part === undefined) continue
      const order = requireKey(byId, part.orderId)
      const line = lines.find(({ id }) => id === part.lineId)
      if (status === 'held' && line !== undefined)
        addUnansweredRequest(
          money,
          order,
          line,
          { amount: 20_000, reason: '报告装订少一册，请退回该册费用' },
          days,
          log,
        )
      addPayout(built, money, { order, part, status, account, operators }, days, log)
    }
  }
  return built
}

interface PlannedPayout {
  readonly order: OrderRow
  readonly part: Money['parts'][number]
  readonly status: PayoutStatus
  readonly account: typeof bankAccounts.$inferInsert
  readonly operators: { readonly first: number; readonly second: number }
}

function addPayout(
  { payouts: rows, lines }: Payouts,
  money: Money,
  { order, part, status, account, operators }: PlannedPayout,
  days: Calendar,
  log: ChangeLog,
): void {
  const id = rows.length + 1
  const amount = part.held ?? 0
  const isOld = status === 'paid' || status === 'failed'
  const createdAt = isOld ? after(order.completedAt ?? days.at(-20), 8 * day) : days.at(-1, '06:05')
  const isApproved = status === 'approved' || isOld
  const isFirst = isApproved || status === 'first_approved'
  const [firstAt, secondAt] = [after(createdAt, 3 * hour), after(createdAt, 7 * hour)]
  const closedAt = after(createdAt, 26 * hour)
  const { accountName, bankName, accountNo } = account
  const dayOf = (at: Date) =>
    after(at, 8 * hour)
      .toISOString()
      .slice(0, 10)
  const bankDay = dayOf(closedAt)
  rows.push({
    id,
    payoutNo: `S${dayOf(createdAt).replaceAll('-', '')}${String(id).padStart(4, '0')}`,
    companyId: order.sellerCompanyId,
    status,
    amount,
    fee: 0,
    ...(isFirst ? { accountName, bankName, accountNo, firstBy: operators.first, firstAt } : {}),
    ...(isApproved ? { secondBy: operators.second, secondAt } : {}),
    ...(status === 'paid'
      ? { bankReference: `${bankDay.replaceAll('-', '')}00018${id}42`, paidOn: bankDay, closedAt }
      : {}),
    reason: status === 'failed' ? refusedByBank : status === 'held' ? '退款处理中' : '',
    createdAt,
  })
  const lineId = lines.length + 1
  lines.push({
    id: lineId,
    payoutId: id,
    orderId: order.id,
    partId: part.id,
    amount,
    fee: 0,
    isOpen: status !== 'paid',
  })
  const steps: Step[] = [
    { event: 'create', to: 'due', at: createdAt },
    ...(isFirst ? [{ event: 'approve', to: 'first_approved', at: firstAt, userId: operators.first }] : []),
    ...(isApproved ? [{ event: 'confirm', to: 'approved', at: secondAt, userId: operators.second }] : []),
    ...(status === 'paid' ? [{ event: 'pay', to: 'paid', at: closedAt, userId: operators.first }] : []),
    ...(status === 'failed'
      ? [{ event: 'fail', to: 'failed', at: closedAt, userId: operators.first, reason: refusedByBank }]
      : []),
    ...(status === 'held' ? [{ event: 'hold', to: 'held', at: days.at(-1, '16:40'), reason: '退款处理中' }] : []),
  ]
  log.add('payout', id, '', steps)
  if (status !== 'paid') return
  part.held = 0
  part.paidOut = amount
  const parties = { buyerId: order.buyerCompanyId, sellerId: order.sellerCompanyId }
  const movement = { orderId: order.id, partId: part.id, payoutId: id, attempt: 1, createdAt: closedAt }
  addMovement(money, { kind: 'paid_out', ...movement }, payoutEntries('demo', parties, { amount, fee: 0 }))
}
