import { useStore } from '@nanostores/react'
import { splitByMilestones } from '../../domain/demands/offer-terms.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { date } from '../../domain/time.ts'
import * as store from '../../stores/demands/buyer-demand.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Price } from '../../ui/Price.tsx'

/** The last question before an order: what was offered, and that it ends the others. */
export const DealDialog = () => {
  const deal = useStore(store.deal)
  if (deal.at === 'none') return null
  const { offer, failure } = deal
  const { total, milestones, durationDays, validUntil } = offer.current
  const amounts = splitByMilestones(total, milestones)
  const confirm = () =>
    void store.confirmDeal().then((order) => {
      if (order !== undefined) location.assign(links.buyerOfferOrder(order.orderId))
    })
  return (
    <Dialog
      open
      width="md"
      onClose={store.dropDeal}
      title={`选定 ${offer.shortName}`}
      text="选定后立即生成订单，其余报价自动结束，不能撤销。"
      actions={
        <>
          <Button onClick={store.dropDeal}>再想想</Button>
          <Button kind="main" busy={deal.at === 'sending'} onClick={confirm}>
            确认选定
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={failure.message}>
            {failure.code === 0 && '网络可能中断。再次点击“确认选定”不会重复生成订单。'}
          </Notice>
        </div>
      )}
      <dl className="grid grid-cols-[88px_1fr] gap-y-2">
        <dt className="text-ink-3">供应商</dt>
        <dd>{offer.companyName}</dd>
        <dt className="text-ink-3">总价</dt>
        <dd>
          <Price fen={total} size="lg" />
        </dd>
        <dt className="text-ink-3">总周期</dt>
        <dd>{durationDays} 天</dd>
        <dt className="text-ink-3">有效期至</dt>
        <dd>{date(validUntil)}</dd>
      </dl>
      <h3 className="mt-4 mb-1 font-medium">付款计划</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {milestones.map((milestone, index) => (
          <li key={`${milestone.name}${index}`} className="flex justify-between gap-4 px-4 py-2">
            <span>
              {milestone.name}
              <span className="ml-2 text-sm text-ink-3">开工后第 {milestone.dueDays} 天</span>
            </span>
            <span className="whitespace-nowrap">
              ¥{yuan(amounts[index] ?? 0)} <span className="text-sm text-ink-3">{milestone.percent}%</span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
