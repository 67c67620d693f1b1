import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Payable, paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { paymentBlocker } from '../../../domain/orders/payment-blocker.ts'
import type { Handler } from '../../handler.ts'
import { loadPaymentLines, type PaymentLine } from '../present-order.ts'
import { loadPaymentFacts, presentPayment } from './present-payment.ts'
import { getPayees } from '../../accounts/companies/payee.ts'
import { paymentMethods, type GatewayMethod, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import type { Pay } from '../../providers/pay/pay.ts'

interface AvailableMethod {
  readonly method: PaymentMethod
  readonly enabled: boolean
  readonly note: string
}

const isGateway = (method: PaymentMethod): method is GatewayMethod => method !== 'bank'

/** All payment methods and whether they are enabled; the demo method only where it is. */
function listPaymentMethods(pay: Pay): AvailableMethod[] {
  return paymentMethods.flatMap((method): AvailableMethod[] => {
    if (!isGateway(method)) return [{ method, enabled: true, note: '转账后上传凭证，供应商核实到账' }]
    if (pay[method] !== undefined) return [{ method, enabled: true, note: methodNotes[method] }]
    return method === 'demo' ? [] : [{ method, enabled: false, note: '本站未开通' }]
  })
}

const methodNotes: Readonly<Record<GatewayMethod, string>> = {
  alipay: '跳转支付宝收银台，付款后即时到账',
  wechat: '微信扫码或在手机上支付，付款后即时到账',
  demo: '演示环境专用，不产生真实扣款',
}

/** Maximum of attempts shown. */
const maxShownAttempts = 20

export const paymentInfo: Handler<typeof paymentsCalls.paymentInfo> = async (
  { groupId, orderId, orderIds },
  { caller, db, providers },
) => {
  const where = groupId === undefined ? inArray(orders.id, orderIds ?? [orderId ?? 0]) : eq(orders.groupId, groupId)
  const rows = await db
    .select({
      order: orders,
      sellerName: companies.name,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(and(where, eq(orders.buyerCompanyId, caller.companyId)))
    .orderBy(asc(orders.id))
  if (rows.length === 0) throw new CallFailed('notFound')
  const ids = rows.map(({ order }) => order.id)
  const lines = await loadPaymentLines(db, ids)
  const until = rows.flatMap(({ order }) => (order.unpaidUntil === null ? [] : [order.unpaidUntil.getTime()]))
  return {
    payables: rows.flatMap((row) =>
      lines.filter((line) => line.orderId === row.order.id).map((line) => presentPayable(row, line)),
    ),
    payees: await loadPayees(db, rows),
    methods: listPaymentMethods(providers.pay),
    payments: await loadAttempts(db, ids),
    payUntil: until.length === 0 ? null : new Date(Math.min(...until)).toISOString(),
  }
}

interface OrderWithSeller {
  readonly order: typeof orders.$inferSelect
  readonly sellerName: string
}

const presentPayable = ({ order, sellerName }: OrderWithSeller, line: PaymentLine): Payable => ({
  lineId: line.id,
  orderId: order.id,
  orderNo: order.orderNo,
  orderTitle: order.title,
  sellerId: order.sellerCompanyId,
  sellerName,
  name: line.name,
  amount: line.amount,
  paid: line.paid,
  open: Math.max(0, line.amount - line.paid),
  status: line.status,
  dueAt: line.dueAt?.toISOString() ?? null,
  blocker: paymentBlocker(order, line),
})

/** Payee account per supplier. */
async function loadPayees(db: Db, rows: readonly OrderWithSeller[]) {
  const names = new Map(rows.map(({ order, sellerName }) => [order.sellerCompanyId, sellerName]))
  const payees = await getPayees(db, [...names.keys()])
  return [...names].map(([sellerId, sellerName]) => {
    const payee = payees.get(sellerId)
    return { sellerId, sellerName, account: payee?.account ?? null, change: payee?.change ?? null }
  })
}

async function loadAttempts(db: Db, orderIds: readonly number[]) {
  const rows = await db
    .select()
    .from(payments)
    .where(
      inArray(
        payments.id,
        db
          .select({ id: paymentParts.paymentId })
          .from(paymentParts)
          .where(inArray(paymentParts.orderId, [...orderIds])),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(maxShownAttempts)
  const facts = await loadPaymentFacts(db, rows)
  return rows.map((row) => presentPayment(row, facts))
}
