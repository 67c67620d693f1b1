import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { orderProgress, orderSteps, whatNext } from '../../domain/orders/order-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { ChatLink } from '../demands/ChatLink.tsx'

type Props = { order: OrderDetail; side: 'buyer' | 'seller'; children?: ReactNode }

const sources = { cart: '购物车结算', service: '购买服务', demand: '选定报价' } as const

/** Head of an order: state, with whom, how much, where it stands, what comes next. */
export const OrderHead = ({ order, side, children }: Props) => {
  const label = orderLabel(order.status, side)
  const buyer = side === 'buyer'
  const place = orderProgress(order.status)
  return (
    <>
      <section className="rounded-lg border border-line bg-surface">
        <div className="flex flex-col gap-x-10 gap-y-5 p-4 desk:flex-row desk:p-6">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-3">
              <StateBadge {...label} form="tint" />
              <span className="text-sm text-ink-3">{order.orderNo}</span>
            </div>
            <h1 className="mt-3 text-2xl font-semibold">{order.title}</h1>
            <dl className="mt-4 grid gap-x-10 gap-y-2 md:grid-cols-2">
              <div className="flex gap-3">
                <dt className="w-20 shrink-0 text-ink-3">{buyer ? '供应商' : '买家'}</dt>
                <dd>{order.otherName}</dd>
              </div>
              <div className="flex gap-3">
                <dt className="w-20 shrink-0 text-ink-3">来源</dt>
                <dd>
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
                </dd>
              </div>
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
          <div className="shrink-0 border-line desk:w-[240px] desk:border-l desk:pl-10">
            <p className="text-ink-3">订单金额</p>
            <Price fen={order.total} size="xl" />
            <p className="mt-3 text-ink-3">{buyer ? '已付' : '已收'}</p>
            <p className="font-medium">¥{yuan(order.paid)}</p>
            <p className="mt-1 text-sm text-ink-3">
              {buyer ? '待付' : '待收'} ¥{yuan(Math.max(0, order.total - order.paid))}
            </p>
          </div>
        </div>
        {place >= 0 && (
          <div className="border-t border-line p-4 desk:px-6 desk:py-5">
            <Steps steps={orderSteps.map((word) => ({ label: word }))} current={place} />
          </div>
        )}
      </section>
      <div className="mt-4">
        <Notice tone={label.tone} title={whatNext(order.status, side)}>
          {place >= 0 &&
            order.status !== 'completed' &&
            '在线付款、交付与验收尚未开放，当前请按约定线下进行，并保留凭证。'}
        </Notice>
      </div>
    </>
  )
}
