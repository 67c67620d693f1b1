import { Copy, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel, isEnded } from '../../domain/orders/order-states.ts'
import { orderProgress, orderStepsOf, paymentStateLabel } from '../../domain/orders/order-labels.ts'
import { openAmount } from '../../domain/orders/payment-states.ts'
import { date, monthMinute } from '../../domain/time.ts'
import { withNonBreakingSpaces } from '../../domain/title-breaks.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Price } from '../../ui/card/Price.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Steps } from '../../ui/navigation/Steps.tsx'
import { copyText } from '../copy-text.ts'
import { ChatLink } from '../demands/ChatLink.tsx'
import { usePermission } from '../use-permission.ts'
import type { Side } from '../../domain/sides.ts'

type Props = { order: OrderDetail; side: Side; children?: ReactNode }

const sources = { cart: '购买商品', service: '购买服务', demand: '选定报价' } as const

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

/** Where the order is charged; the budget is a link for those who read budgets. */
const Charge = ({ charge }: { charge: NonNullable<OrderDetail['charge']> }) => {
  const readsBudgets = usePermission('apply_manage')
  const { costCentre, centreName, projectCode, budget } = charge
  return (
    <>
      <Fact name="成本中心">
        {costCentre} {centreName}
        {projectCode !== '' && `，项目 ${projectCode}`}
      </Fact>
      {budget !== null && (
        <Fact name="预算">
          {readsBudgets ? (
            <a className="text-accent hover:underline" href={links.buyerBudget(budget.budgetId)}>
              {budget.name}
            </a>
          ) : (
            budget.name
          )}
        </Fact>
      )}
    </>
  )
}

/** Time of each progress step; the latest of repeated events. */
function notesOf(order: OrderDetail): (string | undefined)[] {
  const at = (...events: string[]) => {
    const step = order.history.findLast(({ event }) => events.includes(event))
    return step && monthMinute(step.at)
  }
  const delivered = order.deliveredAt === null ? undefined : monthMinute(order.deliveredAt)
  const end = order.completedAt === null ? undefined : monthMinute(order.completedAt)
  const goods = order.source === 'cart'
  return [
    monthMinute(order.createdAt),
    at('confirm'),
    ...(goods ? [delivered, at('accept')] : [at('start'), delivered]),
    end,
  ]
}

const Sums = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const buyer = side === 'buyer'
  const ended = isEnded(order.status)
  const refunded = order.payments.reduce((sum, line) => sum + line.refunded, 0)
  return (
    <div className="shrink-0 border-line desk:w-[240px] desk:border-l desk:pl-10">
      <p className="text-ink-3">订单金额</p>
      <Price fen={order.total} size="xl" />
      <div className="mt-2">
        <StateBadge {...paymentStateLabel(order.paymentState, order.status, side)} />
      </div>
      <p className="mt-2 text-ink-3">
        {buyer ? '已付' : '已收'} <span className="font-medium text-ink">¥{yuan(order.paid)}</span>
      </p>
      {refunded > 0 && <p className="text-ink-3">已退 ¥{yuan(refunded)}</p>}
      {!ended && (
        <p className="text-ink-3">
          {buyer ? '待付' : '待收'} ¥{yuan(openAmount(order.payments))}
        </p>
      )}
    </div>
  )
}

/** Header of an order: status, other side, amount, progress. */
export const OrderHead = ({ order, side, children }: Props) => {
  const buyer = side === 'buyer'
  const place = orderProgress(order.status, order.deliveredAt !== null)
  const notes = notesOf(order)
  return (
    <section className="rounded-lg border border-line bg-surface" aria-label="订单概况">
      <div className="flex flex-col gap-x-10 gap-y-5 p-4 desk:flex-row desk:p-6">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-3">
            <StateBadge {...orderLabel(order.status, side)} form="tint" />
            <span className="inline-flex items-center gap-1 text-sm text-ink-3">
              {order.orderNo}
              <button
                type="button"
                className="grid size-7 place-items-center rounded-md hover:bg-surface-3 hover:text-accent max-md:size-11 print:hidden"
                aria-label="复制订单号"
                onClick={() => void copyText(order.orderNo, '订单号')}
              >
                <Copy className="size-3.5" />
              </button>
            </span>
          </div>
          <h1 className="mt-2 text-2xl font-semibold">{withNonBreakingSpaces(order.title)}</h1>
          <dl className="mt-4 grid gap-x-10 gap-y-2 md:grid-cols-2">
            <Fact name={buyer ? '供应商' : '买家'}>{order.otherName}</Fact>
            <Fact name="来源">
              {order.demandId === null ? (
                sources[order.source]
              ) : (
                <a
                  className="text-accent hover:underline"
                  href={buyer ? links.buyerDemand(order.demandId) : links.demandDetail(order.demandId)}
                >
                  {sources[order.source]}，查看需求
                </a>
              )}
            </Fact>
            {order.agreement !== null && (
              <Fact name="框架协议">
                <a
                  className="text-accent hover:underline"
                  href={
                    buyer
                      ? links.buyerAgreement(order.agreement.agreementId)
                      : links.sellerAgreement(order.agreement.agreementId)
                  }
                >
                  {order.agreement.agreementNo}
                </a>
              </Fact>
            )}
            {order.charge !== null && <Charge charge={order.charge} />}
            {order.promisedAt !== null && <Fact name="承诺交付">{date(order.promisedAt)} 前</Fact>}
          </dl>
          <div className="mt-5 flex flex-wrap gap-2 print:hidden">
            {children}
            <ChatLink
              orgId={buyer || order.demandId === null ? order.otherOrgId : undefined}
              demandId={order.demandId}
              who={order.otherName}
              label={buyer ? '联系供应商' : '联系买家'}
              className="max-md:h-11"
            />
            <Button className="max-md:h-11" onClick={() => print()}>
              <Printer className="size-4" />
              打印
            </Button>
          </div>
        </div>
        <Sums order={order} side={side} />
      </div>
      {place >= 0 && (
        <div className="border-t border-line p-4 desk:px-6 desk:py-5">
          <Steps
            steps={orderStepsOf(order.source).map((label, index) => ({ label, note: notes[index] }))}
            current={place}
          />
        </div>
      )}
    </section>
  )
}
