import type { Desk } from '../../contract/orders/desk.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { date, monthDay } from '../../domain/time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Price } from '../../ui/Price.tsx'

type Props = { payments: Desk['payments']; side: 'buyer' | 'seller'; now: string }

/** What is to be paid, or comes in, in the next 30 days. */
export const DeskPayments = ({ payments, side, now }: Props) => {
  const buyer = side === 'buyer'
  const sum = payments.reduce((all, { amount }) => all + amount, 0)
  const today = date(now)
  const day = (dueAt: string) => (date(dueAt) === today ? '今天' : monthDay(dueAt))
  const near = (dueAt: string) => date(dueAt) <= today
  return (
    <section className="rounded-lg border border-line bg-surface" aria-label={buyer ? '付款计划' : '回款计划'}>
      <div className="flex items-center justify-between px-5 pt-4">
        <h2 className="text-lg font-semibold">{buyer ? '付款计划' : '回款计划'}</h2>
        <span className="text-sm text-ink-3">30 天内</span>
      </div>
      {payments.length === 0 ? (
        <div className="pt-2 pb-6">
          <EmptyState drawing="done" size="cell" title={buyer ? '近期没有付款' : '近期没有回款'} />
        </div>
      ) : (
        <>
          <p className="px-5 pt-1">
            <Price fen={sum} size="lg" />
            <span className="ml-2 text-sm text-ink-3">{payments.length} 笔</span>
          </p>
          <ol className="px-5 pt-2 pb-3">
            {payments.map((payment, index) => (
              <li key={`${payment.orderId}${payment.name}${index}`} className="border-t border-line first:border-t-0">
                <a
                  href={(buyer ? links.buyerOrder : links.sellerOrder)(payment.orderId)}
                  className="grid grid-cols-[52px_1fr] py-1.5 hover:text-accent"
                >
                  <span
                    className={`text-sm leading-[22px] ${near(payment.dueAt) ? 'font-medium text-warn' : 'text-ink-3'}`}
                  >
                    {day(payment.dueAt)}
                  </span>
                  <span className="font-medium">¥{yuan(payment.amount)}</span>
                  <span className="col-start-2 truncate text-sm text-ink-3">
                    {payment.title} {payment.name}
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
